import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connect, type TestClient, textOf } from '../../support/clients/harness.ts';
import {
  environmentOf,
  exchangePath,
  json,
  startUpstream,
  tokenPath,
  type Upstream,
} from '../../support/servers/upstream.ts';

/** Number of requests of one call, with a service whose lists never end. */

/** Maximum number of requests per call. */
const most = 120;
/** Maximum for a call of `workload`, which reads all open cases and tasks of a group. */
const mostOfWorkload = 200;

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

let upstream: Upstream;
let client: TestClient;
/** Number of the last page of each list. */
let lastPage = Infinity;
beforeAll(async () => {
  upstream = await startUpstream({
    call: (response, { target, body }) => {
      const [, id] = /\/([\da-f-]{36})$/.exec(target.split('?')[0] ?? '') ?? [];
      if (id !== undefined) return json(response, 200, { Id: id, Name: 'One record' });
      const page = Number(/[?&"]page"?[=:](\d+)/i.exec(target + body)?.[1] ?? 1);
      const Items = Array.from({ length: 100 }, (_, index) => {
        const number = (page - 1) * 100 + index;
        return {
          Id: idOf(number),
          Name: `Smith${number}`,
          ...(number === 0 ? { ExternalId: 'anna' } : {}),
          Responsibles: [{ Type: 'Group', Id: idOf(999_999), Name: 'Litigation' }],
        };
      });
      return json(response, 200, { Items, ...(page < lastPage ? { NextPageUrl: '/?Page=2' } : {}) });
    },
  });
  const env = { ...environmentOf(upstream.url), CASEBRIDGE_LOG_LEVEL: 'error', CASEBRIDGE_SURFACE: 'all' };
  client = await connect({ env });
});
afterAll(async () => {
  await client?.close();
  await upstream?.close();
});
beforeEach(() => {
  lastPage = Infinity;
  upstream.seen.length = 0;
});

/** Returns the requests that are not for tokens. */
const sent = () => upstream.seen.filter(({ target }) => target !== exchangePath && target !== tokenPath);
const words = (number: number) =>
  ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta', 'theta', 'iota', 'kappa']
    .map((word) => `${word}${number}`)
    .join(' ');

describe('a call', () => {
  it('with many names sends so many requests and no more, says so, and changes nothing [FLT-47]', async () => {
    lastPage = 20;
    const ObjectIds = Array.from({ length: 10 }, (_, n) => `Smith${n}`);
    const answer = await client.callTool('add_related_objects', { objectId: idOf(7), ObjectIds });
    expect(textOf(answer)).toMatch(
      /^TOO_MANY_REQUESTS: This call reached its limit of 120 requests to the service/,
    );
    expect(answer.isError).toBe(true);
    expect(sent().length).toBe(most);
    expect(upstream.requests(/relatedObjects/)).toEqual([]);
    // The first call's reads are cached, so the next call can use all its requests.
    const again = await client.callTool('add_related_objects', { objectId: idOf(7), ObjectIds });
    expect(again.isError).not.toBe(true);
    // The change, and the read that checks it.
    expect(upstream.requests(/relatedObjects/).map(({ method }) => method)).toEqual(['POST', 'GET']);
  });
});

describe('a workflow', () => {
  it('that may not read everything reports what it did not read [FLT-47]', async () => {
    const answer: any = await client.callTool('workload', { group: 'Litigation' });
    expect(sent().length).toBeLessThanOrEqual(mostOfWorkload);
    expect(answer.isError).not.toBe(true);
    expect(answer.structuredContent.notes.join('\n')).toMatch(/Not all (cases|tasks) were read/);
  });

  it.each([
    ['find_person', { query: words(4) }],
    ['case_brief', { case: words(5) }],
    ['case_timeline', { case: words(6) }],
    ['find_case', { query: words(7) }],
    ['agenda', { who: words(8) }],
  ])('sends no more requests, with any arguments: %s [FLT-47]', async (name, args) => {
    await client.callTool(name, args);
    expect(sent().length).toBeLessThanOrEqual(most);
  });
});
