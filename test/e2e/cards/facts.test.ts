import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { factsKey } from '../../../src/contract/features/card-facts.ts';
import { startService, type TestClient, type TestService } from '../../support/clients/harness.ts';
import { documentId, sampleIds } from '../../support/sample-ids.ts';

describe('facts for cards', () => {
  let service: TestService;
  let client: TestClient;
  beforeAll(async () => {
    service = await startService();
    client = await service.connectAs('anna', { showsCards: true });
  });
  afterAll(async () => {
    await client?.close();
    await service?.close();
  });
  const factsOf = async (tool: string, args: object) => {
    const { _meta, structuredContent } = await client.callTool(tool, args as Record<string, unknown>);
    return { facts: _meta?.[factsKey], data: structuredContent as any };
  };

  it('tell the rank and state of tasks, what an undo writes back, and the status that finishes', async () => {
    const { facts, data } = await factsOf('agenda', {});
    const task = data.tasks.find(({ id }: { id: string }) => id === sampleIds.prepareBundle);
    expect(facts.tasks[sampleIds.prepareBundle]).toEqual({
      rank: 'high',
      state: 'open',
      status: expect.stringMatching(/^[\da-f-]{36}$/),
      due: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
    expect(task.status).toContain('In progress');
    expect(facts.person).toBe(data.of);
    const { Items } = await client.call('list_task_statuses', {});
    expect(Items.find(({ Id }: { Id: string }) => Id === facts.finish).SysName).toBe('Done');
    expect(Object.values(facts.events)).toContain('hearing');
  });

  it('give deadlines, parties and fields of a case apart', async () => {
    const { facts, data } = await factsOf('case_brief', { case: 'Smith' });
    const appeal = facts.deadlines.find(({ is_deadline }: { is_deadline: boolean }) => is_deadline);
    expect(appeal).toMatchObject({ name: expect.stringContaining('Appeal'), day: expect.any(String) });
    expect(data.case.deadlines.some((text: string) => text.includes(appeal.day))).toBe(true);
    expect(facts.parties).toContainEqual({
      name: 'Jane Smith',
      roles: [expect.stringContaining('Claimant')],
    });
    for (const { name, value } of facts.fields) expect(data.case.card).toContain(`${name}: ${value}`);
  });

  it('give the steps of a case with their people, states and lateness, and its deadlines', async () => {
    const { facts, data } = await factsOf('case_timeline', { case: 'Smith' });
    expect(facts.steps).toHaveLength(data.steps.length);
    const stepOf = (name: string) => facts.steps.find((one: { name?: string }) => one.name?.includes(name));
    expect(stepOf('Send settlement offer')).toMatchObject({ kind: 'task', late: true, state: 'first' });
    expect(stepOf('File defence')).toMatchObject({ state: 'cancelled', who: ['John Hale'] });
    expect(stepOf('Appeal')).toMatchObject({ kind: 'deadline' });
    expect(data.steps.filter(({ overdue }: { overdue?: true }) => overdue)).toHaveLength(1);
    expect(data.steps.some(({ kind }: { kind: string }) => kind === 'deadline')).toBe(true);
  });

  it('give the working day of an open task that is due on a day off', async () => {
    const task = { id: sampleIds.witnessStatement, ExecutionDate: '2026-03-07T15:00:00Z' };
    await client.callTool('update_task', task);
    const { facts, data } = await factsOf('case_timeline', { case: 'Smith' });
    const step = facts.steps.find(({ name }: { name?: string }) => name === 'Draft witness statement');
    expect(step).toMatchObject({ day: '2026-03-07', works_on: '2026-03-09' });
    const { what } = data.steps.find(({ id }: { id?: string }) => id === task.id);
    expect(what).toMatch(/day off, so Mon 2026-03-09$/);
    await service.reset();
  });

  it('count each task of the firm once', async () => {
    const { facts, data } = await factsOf('workload', {});
    expect(facts.rows).toHaveLength(data.people.length);
    const sum = data.people.reduce((all: number, one: any) => all + one.open_tasks, 0);
    expect(facts.tasks).toBeGreaterThan(0);
    expect(facts.tasks).toBeLessThan(sum);
  });

  it('give a document by pages and passages, regardless of its text', async () => {
    const document = documentId('smithDemand');
    const found = await factsOf('read_document', { document, find: 'pays into the account' });
    expect(found.facts).toMatchObject({
      name: expect.stringContaining('letter of demand'),
      extension: 'docx',
    });
    expect(found.facts.pages[0]).toMatchObject({
      number: expect.any(Number),
      text: expect.stringContaining('account'),
    });
    expect(found.facts.found).toBe(found.facts.pages.length);
    const read = await factsOf('read_document', { document });
    expect(read.facts.pages[0]).toMatchObject({ number: 1, place: '1' });
  });

  it('tell in both languages what a change did, and that a value was not saved', async () => {
    const change = { id: sampleIds.prepareBundle, Description: 'Three copies' };
    const done = { en: 'Task changed', ru: 'Задача изменена' };
    expect((await factsOf('update_task', change)).facts).toEqual({ done });
    const fault = { kind: 'status', status: 200, body: {} } as const;
    service.faults.set(['v2', 'v3'].map((version) => ({ on: `PUT /api/${version}/tasks/{id}`, fault })));
    const { facts } = await factsOf('update_task', { ...change, Description: 'Four copies' });
    service.faults.clear();
    expect(facts).toEqual({ done, isUnsaved: true });
  });

  it('are not sent to clients without cards', async () => {
    const plain = await service.connectAs('anna', {});
    try {
      const { _meta } = await plain.callTool('agenda', {});
      expect(_meta?.[factsKey]).toBeUndefined();
    } finally {
      await plain.close();
    }
  });
});
