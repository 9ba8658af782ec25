import { afterAll, beforeAll, expect, it } from 'vitest';
import { startService, type TestClient, type TestService } from '../../support/clients/harness.ts';
import { type Front, startFront } from '../../support/servers/front.ts';

/** A query that needs many more requests than the service's rate limit allows. */

const limit = { requests: 40, ms: 5000 };
let service: TestService;
let front: Front;
let client: TestClient;
let refused = 0;
beforeAll(async () => {
  service = await startService({ data: 'large' });
  let taken: number[] = [];
  front = await startFront(service.url, () => {
    const now = performance.now();
    taken = taken.filter((at) => at > now - limit.ms);
    if (taken.length < limit.requests) {
      taken.push(now);
      return undefined;
    }
    refused += 1;
    return 429;
  });
  client = await service.connectAs('anna', {
    over: 'memory',
    env: { CASEBRIDGE_URL: front.url, CASEBRIDGE_QUERY_REQUESTS: '1000' },
  });
});
afterAll(async () => {
  await client?.close();
  await front?.close();
  await service?.close();
});

it('a query over 500 cases is complete before a limit of 40 requests in 5 seconds', async () => {
  const answer = await client.callTool(
    'query_records',
    { sql: 'SELECT count(*), count(ClaimAmount), sum(ClaimAmount) FROM cases', scope: { stage: 'Trial' } },
    { timeout: 300_000 },
  );
  // In the large data set, every sixth case is at this stage, and one of the other cases.
  const [[count, filled, sum]] = answer.structuredContent?.rows ?? [];
  const [, ...notes] = answer.content.map(({ text = '' }) => text);
  expect([count, filled, sum, notes]).toEqual([
    501,
    501,
    751_640_000,
    [expect.stringMatching(/^The query sent \d+ requests;/)],
  ]);
  // The server learns the limit, so few requests are refused.
  expect(refused).toBeLessThan(200);
}, 300_000);
