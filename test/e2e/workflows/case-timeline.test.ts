import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { believed, connectLookups, type Lookups } from '../../support/clients/workflows.ts';
import { sampleIds } from '../../support/sample-ids.ts';
import { startFront } from '../../support/servers/front.ts';
import { timeless } from '../../support/time/timeless.ts';

let workflows: Lookups;
beforeAll(async () => {
  workflows = await connectLookups();
});
afterEach(() => {
  workflows.service.faults.clear();
});
afterAll(() => workflows?.close());

const smith = sampleIds.smith;
/** A Wednesday in the far future, without sample data near it. */
const wednesday = '2031-03-05';

/** Makes calls, 30 at a time, because a server accepts no more from one caller. */
async function severalAtATime(count: number, make: (index: number) => Promise<unknown>): Promise<void> {
  const indices = Array.from({ length: count }, (_, index) => index);
  while (indices.length > 0) await Promise.all(indices.splice(0, 30).map(make));
}

describe('case_timeline', () => {
  it('puts everything with a date in its order', async () => {
    const { data, text, notes } = await workflows.ask('anna', 'case_timeline', { case: 'Smith' });
    expect(notes).toEqual([]);
    const days = data.steps.map(({ at }: any) => at.slice(4, 14));
    expect(days).toEqual([...days].sort());
    expect(new Set(data.steps.map(({ kind }: any) => kind))).toEqual(
      new Set(['case', 'document', 'task', 'event', 'deadline']),
    );
    for (const { what } of data.steps) expect(text).toContain(what);
  });

  it('keeps to the days that are asked for', async () => {
    const whole = (await workflows.ask('anna', 'case_timeline', { case: smith })).data.steps;
    const [from, to] = [whole[3].at.slice(4, 14), whole[6].at.slice(4, 14)];
    const { data } = await workflows.ask('anna', 'case_timeline', { case: smith, from, to });
    expect(data.steps).toEqual(
      whole.filter(({ at }: any) => at.slice(4, 14) >= from && at.slice(4, 14) <= to),
    );
  });

  timeless()('has only its beginning if a case is empty, and reports failures', async () => {
    workflows.service.faults.set([{ on: 'POST /api/v3/documents', fault: { kind: 'status', status: 500 } }]);
    const { data, notes } = await workflows.ask('anna', 'case_timeline', { case: sampleIds.emptyCard });
    expect(data.steps).toMatchObject([{ kind: 'case', what: 'Case created' }]);
    expect(notes).toEqual(['Not read: documents (API_ERROR 500; trying again later can help).']);
  });

  it('shows the latest of many steps, over several pages', async () => {
    const admin = await workflows.as('admin');
    const CaseId = sampleIds.emptyCard;
    const moment = (index: number) =>
      new Date(Date.parse(`${wednesday}T00:00:00Z`) + index * 3_600_000).toISOString();
    await severalAtATime(120, (index) =>
      admin.call('create_event', {
        Name: `Step ${index}`,
        CaseId,
        StartDate: moment(index),
        EndDate: moment(index),
      }),
    );
    const { data, notes } = await workflows.ask('admin', 'case_timeline', { case: CaseId });
    expect(data.steps).toHaveLength(40);
    expect(data.steps.at(-1).what).toMatch(/^Step 119/);
    expect(new Set(data.steps.map(({ id }: any) => id)).size).toBe(40);
    expect(believed(notes)).toEqual([
      'The latest 40 of 121 steps are shown: to see others, pass `from` and `to`.',
    ]);
    workflows.service.reset();
  });

  timeless()('says so when its pages change while they are read, and shows every step once', async () => {
    const admin = await workflows.as('admin');
    const CaseId = sampleIds.emptyCard;
    const create = (Name: string, minute: number) => {
      const StartDate = new Date(Date.parse(`${wednesday}T00:00:00Z`) + minute * 60_000).toISOString();
      return admin.call('create_event', { Name, CaseId, StartDate, EndDate: StartDate });
    };
    await severalAtATime(110, (index) => create(`Step ${index}`, index + 1));
    const on = 'GET /api/v2/events';
    workflows.service.faults.set([{ on, nth: 2, fault: { kind: 'latency', ms: 1000 } }]);
    const front = await startFront(workflows.service.url, () => undefined);
    const client = await workflows.service.connectAs('admin', { env: { CASEBRIDGE_URL: front.url } });
    const reading: Promise<any> = client.callTool('case_timeline', { case: CaseId });
    await vi.waitUntil(() => front.requests.filter((request) => request === on).length === 2, {
      timeout: 20_000,
    });
    // The first page has been read. A new step before it moves its last step to the next page.
    await create('New first step', 0);
    const { structuredContent: data } = await reading;
    expect(data.notes).toContain('The list of events changed while it was read: entries may be missing.');
    expect(new Set(data.steps.map(({ id }: any) => id)).size).toBe(40);
    await client.close();
    await front.close();
    workflows.service.reset();
  });
});
