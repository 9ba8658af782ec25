import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connect, startService, type TestService } from '../../support/clients/harness.ts';
import { lookupResult } from '../../support/clients/workflows.ts';
import { sampleIds, unknownId } from '../../support/sample-ids.ts';
import { type Alter, type Front, startFront } from '../../support/servers/front.ts';

/**
 * Services compute day boundaries in different ways, so lists may contain rows just outside of a period. A
 * count must not include them.
 */
describe('the period of a query', () => {
  let service: TestService;
  let front: Front | undefined;
  beforeAll(async () => {
    service = await startService();
  });
  afterEach(() => front?.close());
  afterAll(() => service?.close());

  async function rowsOf(alter: Alter, sql: string, scope: object, timeZone = 'Europe/Moscow') {
    front = await startFront(service.url, () => undefined, alter);
    const client = await connect({
      over: 'memory',
      args: ['--time-zone', timeZone],
      env: { ...service.environment('anna'), CASEBRIDGE_URL: front.url },
    });
    const answer = lookupResult(await client.callTool('query_records', { sql, scope }));
    await client.close();
    expect(answer.isError, answer.text).toBe(false);
    return answer.data.rows.flat().map((name: string) => name.replace('At ', ''));
  }

  const instead =
    (path: string, field: string, values: readonly string[], more: object = {}): Alter =>
    (body, request) =>
      request.endsWith(path)
        ? {
            Items: values.map((value, index) => ({
              Id: unknownId.slice(0, -1) + index,
              Name: `At ${value}`,
              Case: { Id: sampleIds.smith },
              [field]: value,
              ...more,
            })),
            NextPageUrl: null,
          }
        : body;

  it.each(['Europe/Moscow', 'America/New_York', 'Pacific/Kiritimati'])(
    'holds tasks that are due on its days, and no others: %s',
    async (timeZone) => {
      const due = ['2026-03-09', '2026-03-10', '2026-03-11', '2026-03-12'].map((day) => `${day}T00:00:00Z`);
      const alter = instead('/tasks', 'ExecutionDate', due);
      const scope = { from: '2026-03-10', to: '2026-03-11' };
      expect(await rowsOf(alter, 'SELECT name FROM tasks ORDER BY name', scope, timeZone)).toEqual(
        due.slice(1, 3),
      );
    },
  );

  it("requests the full first day, which begins in UTC if the caller's zone is behind it", async () => {
    await rowsOf((body) => body, 'SELECT name FROM tasks', { from: '2026-03-10' }, 'America/New_York');
    const list = front?.sent.find(({ request }) => /\/tasks\?/.test(request))?.request ?? '';
    expect(decodeURIComponent(list)).toMatch(/ExecutionDate\w+=2026-03-10T00:00:00/);
  });

  it('holds events that begin on its days, by the clock of the caller', async () => {
    const starts = [
      '2026-03-09T20:59:00Z',
      '2026-03-09T21:00:00Z',
      '2026-03-10T20:59:00Z',
      '2026-03-10T21:00:00Z',
    ];
    const scope = { from: '2026-03-10', to: '2026-03-10' };
    expect(
      await rowsOf(instead('/events', 'StartDate', starts), 'SELECT name FROM events ORDER BY name', scope),
    ).toEqual(starts.slice(1, 3));
    const allDay = ['2026-03-09T00:00:00Z', '2026-03-10T00:00:00Z', '2026-03-11T00:00:00Z'];
    const alter = instead('/events', 'StartDate', allDay, { AllDay: true });
    expect(await rowsOf(alter, 'SELECT name FROM events', scope, 'America/New_York')).toEqual([allDay[1]]);
  });

  it('holds cases and documents that were made on its days, of few cases as of all', async () => {
    const made = ['2026-03-08T10:00:00Z', '2026-03-10T10:00:00Z'];
    const cases = instead('/GetCases', 'CreationDate', made, { Status: 'InWork' });
    expect(await rowsOf(cases, 'SELECT name FROM cases', { created_from: '2026-03-09' })).toEqual([made[1]]);
    const documents = instead('/documents', 'CreationDate', made, { EntityKind: 'File' });
    for (const scope of [{}, { words: 'Smith v. Northbridge' }])
      expect(
        await rowsOf(documents, 'SELECT name FROM documents', {
          ...scope,
          from: '2026-03-09',
          to: '2026-03-11',
        }),
      ).toEqual([made[1]]);
  });
});
