import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../../support/clients/harness.ts';
import { unknownId } from '../../support/sample-ids.ts';
import { encoded, notFound, useReading } from './reading.ts';

const { at, refused } = useReading();

describe('an odd address', () => {
  // Newer clients repeat the URI in a header, whose length HTTP limits.
  let client: TestClient;
  beforeAll(async () => {
    client = await at.service.connectAs('anna', { kind: 'v1', env: { CASEBRIDGE_URL: at.front.url } });
  });
  afterAll(() => client?.close());

  it.each<[string, string, RegExp]>([
    ['of 100 kB', `case://${'А'.repeat(100_000)}`, /longer than 2000 characters/],
    ['of 100 kB without a scheme', 'a'.repeat(100_000), /longer than 2000 characters/],
    ['with a control character', 'case://Smith%00', /control characters/],
    ['with line breaks', 'user://%0d%0aHost:%20evil', /control characters/],
    ['that is not percent-encoded', 'case://100%', /percent-encoded/],
    ['that is no UTF-8', 'case://%C0%40', /percent-encoded/],
    ['of the folder above', 'user://..', /INVALID_ARGUMENTS.+no letter or digit/s],
    ['of blanks and dots', 'document://.%20.', /INVALID_ARGUMENTS.+no letter or digit/s],
    ['of a file', 'file:///etc/passwd', /no such resource/],
    ['of another server', 'https://evil.example/', /no such resource/],
    ['without a value', 'case://', /no such resource/],
    ['of blanks', 'case://%20%20', /no such resource/],
    ['that is empty', '', /no such resource/],
    ['of an answer that was never given', `answer://${'0'.repeat(32)}`, /no such resource/],
    ['named like what every object has', 'constructor://toString', /no such resource/],
  ])('%s is refused, and nothing is sent', async (_, uri, reason) => {
    at.front.requests.length = 0;
    const { code, message } = await refused(uri, client.library);
    expect(code).toBe(-32602);
    expect(message).toMatch(reason);
    expect(message.length).toBeLessThan(500);
    expect(at.front.requests).toEqual([]);
  });

  it.each([
    ['another path', 'user://..%2F..%2Fusers', 'GET /api/v2/users'],
    ['a path as it is', 'user://../../users', 'GET /api/v2/users'],
    ['an id with a query', `user://${unknownId}?x=1`, 'GET /api/v2/users'],
    ['markup', encoded('participant', '<img src=x onerror=alert(1)>'), 'GET /api/v2/participants'],
  ])('of %s is an unknown name', async (_, uri, list) => {
    at.front.requests.length = 0;
    const { code } = await refused(uri);
    expect(code).toBe(notFound);
    expect(new Set(at.front.requests)).toEqual(new Set([list]));
  });

  it('of a case finds nothing, and leads nowhere', async () => {
    // Sign in first, and find out whether the service reports next pages.
    await refused(encoded('case', 'nothing is called so'));
    at.front.requests.length = 0;
    for (const value of ['../../users', '..', "'; DROP TABLE cases; --", 'А'.repeat(300)])
      expect((await refused(encoded('case', value))).code).toBe(-32602);
    expect(new Set(at.front.requests)).toEqual(
      new Set([
        ...['POST /api/v3/objects/GetCases', 'POST /api/v3/objects/GetObjects'],
        // The words may be the name of a party to a case.
        'GET /api/v2/participants',
      ]),
    );
  });
});
