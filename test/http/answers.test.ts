import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startOpenUpstream } from '../support/clients/callers.ts';
import {
  clientKinds,
  connectTo,
  type RunningServer,
  startHttpServer,
  type TestClient,
} from '../support/clients/harness.ts';
import { json, type Upstream } from '../support/servers/upstream.ts';

/** Longer than the maximum result. */
const Items = Array.from({ length: 100 }, (_, n) => ({
  Id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  Name: `Somebody ${n} `.repeat(200),
}));

let upstream: Upstream;
let server: RunningServer;
beforeAll(async () => {
  upstream = await startOpenUpstream({ call: (response) => json(response, 200, { Items }) });
  server = await startHttpServer({ env: { CASEBRIDGE_URL: upstream.url } });
});
afterAll(async () => {
  await server?.close();
  await upstream?.close();
});

/** Requests a long result. Returns the resource URI of the full result. */
async function longAnswer(client: TestClient): Promise<string> {
  const { content } = await client.callTool('list_users');
  return /answer:\/\/[\da-f]{32}/.exec(JSON.stringify(content))?.[0] ?? '';
}
const read = async (client: TestClient, uri: string) =>
  (await client.library.readResource({ uri })).contents[0]?.text ?? '';

describe.each(clientKinds)('a long result that a %s client received', (kind) => {
  it('is read in full or in part by its caller, fenced, and by no other caller', async () => {
    const [ann, bob] = await Promise.all(
      ['ann', 'bob'].map((token) => connectTo(server.url, { kind, token })),
    );
    if (!ann || !bob) throw new Error('nobody is connected');
    const uri = await longAnswer(ann);
    expect(uri).not.toBe('');
    const whole = await read(ann, uri);
    expect(whole).toMatch(/^<data-([\w-]{16})>\n[\s\S]+\n<\/data-\1>$/);
    expect(whole).toContain('Somebody 99');
    expect((await read(ann, `${uri}?from=0&to=10`)).length).toBeLessThan(80);
    for (const address of [uri, `${uri}?from=0&to=10`]) {
      const error: any = await read(bob, address).catch((reason) => reason);
      expect([error.code, error.data]).toEqual([-32602, { uri: address }]);
    }
    await ann.close();
    await bob.close();
  });
});
