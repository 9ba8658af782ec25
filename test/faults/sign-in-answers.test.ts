import { describe, expect, it } from 'vitest';
import { canary, exchangePath, json, useUpstream } from '../support/servers/upstream.ts';

/** Field names that services use in responses to a sign-in. */

const { start, connectTo } = useUpstream();
const read = 'list_object_classes';

describe('an answer to a sign-in', () => {
  it.each<[string, Record<string, unknown>]>([
    ['camel case', { accessToken: canary.token, tokenType: 'bearer', expiresIn: 3600 }],
    ['Pascal case', { AccessToken: canary.token, ExpiresIn: 3600 }],
    ['an envelope', { success: true, data: { access_token: canary.token, expires_in: 3600 } }],
  ])('is understood in %s', async (_, body) => {
    const upstream = await start({ signIn: (response) => json(response, 200, body) });
    expect(await (await connectTo(upstream.url)).call(read)).toEqual({ Items: [] });
    const [{ headers } = { headers: {} as Record<string, unknown> }] = upstream.requests(exchangePath);
    expect(headers.authorization).toBe(`Bearer ${canary.token}`);
  });

  it('is refused if two of its parts hold a token', async () => {
    const two = { user: { access_token: 'one-of-two' }, admin: { access_token: 'two-of-two' } };
    const upstream = await start({ signIn: (response) => json(response, 200, two) });
    expect(await (await connectTo(upstream.url)).refusal(read)).toMatch(/^SIGN_IN_FAILED: /);
  });

  it.each([404, 405])('is sufficient if the exchange is answered with %i', async (status) => {
    let calls = 0;
    const upstream = await start({
      exchange: (response) => json(response, status, { title: 'Not Found' }),
      call: (response) => {
        calls += 1;
        // The second call is refused, as if the token had expired.
        json(response, calls === 2 ? 401 : 200, { Items: [] });
      },
    });
    const client = await connectTo(upstream.url);
    expect(await client.call(read)).toEqual({ Items: [] });
    expect(await client.call(read)).toEqual({ Items: [] });
    expect(upstream.requests(exchangePath)).toHaveLength(1);
    const asked = upstream.seen.filter(({ target }) => target.includes('objectClasses'));
    expect(asked.map(({ headers }) => headers.authorization?.startsWith('Bearer '))).toEqual([
      true,
      true,
      true,
    ]);
  });
});
