import { describe, expect, it } from 'vitest';
import { eachField } from '../../support/clients/altered.ts';
import type { Alter } from '../../support/servers/front.ts';
import { asItIs, useAltered } from './altering.ts';

const { at } = useAltered();

/** Changes each task of a list. */
const eachTask =
  (change: (task: any) => unknown): Alter =>
  (body, request) =>
    request.includes('/tasks') && Array.isArray(body.Items)
      ? { ...body, Items: body.Items.map(change) }
      : body;

describe('references of tasks', () => {
  it('of groups get the names that user records have, in all answers with tasks', async () => {
    const nameless = eachTask((task) => ({
      ...task,
      Responsibles: task.Responsibles.map(({ Id, Type }: any) => ({ Id, Type })),
    }));
    const sql = "SELECT DISTINCT name FROM task_responsibles WHERE kind = 'Group'";
    const ofTasks = 'SELECT responsible FROM tasks';
    for (const [name, args] of [
      ['agenda', {}],
      ['workload', {}],
      ['query_records', { sql }],
      ['query_records', { sql: ofTasks }],
    ] as const) {
      const { text } = await at.altered.ask(nameless, name, args);
      expect(text, name).toContain('Судебная практика');
      // The signed-in user is no member of the other group.
      if (name === 'workload') expect(text).toMatch(/[0-9a-f-]{36} \(name not given by this service\)/);
    }
    const [{ case: held }] = (await at.altered.ask(nameless, 'agenda', {})).data.tasks.filter(
      ({ responsible }: any) => responsible.includes('Судебная практика'),
    );
    expect((await at.altered.ask(nameless, 'case_brief', { case: held })).text).toContain(
      'Судебная практика',
    );
  });
});

describe('documents of tasks', () => {
  it('come from single tasks if the list lacks them', async () => {
    const inList: Alter = (body, request) =>
      /\/tasks$/.test(request)
        ? eachField(body, (name, value) => (name === 'Documents' ? undefined : value))
        : body;
    const sql = 'SELECT task, name FROM task_documents ORDER BY task, name';
    const [listed, single] = [
      await at.altered.ask(asItIs, 'query_records', { sql }),
      await at.altered.ask(inList, 'query_records', { sql }),
    ];
    expect(listed.data.rows.length).toBeGreaterThan(0);
    expect(single.data.rows).toEqual(listed.data.rows);
  });
});
