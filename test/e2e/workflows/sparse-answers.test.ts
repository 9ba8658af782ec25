import { beforeAll, describe, expect, it } from 'vitest';
import { eachField, withoutNames } from '../../support/clients/altered.ts';
import type { Alter } from '../../support/servers/front.ts';
import { asItIs, isCard, shownAs, smith, useAltered } from './altering.ts';

const { at } = useAltered();

const each =
  (path: string, change: (row: any) => unknown): Alter =>
  (body, request) =>
    request.includes(path) && Array.isArray(body.Items) ? { ...body, Items: body.Items.map(change) } : body;

/** Writes field names with a lower-case first letter, as some serializers do. */
const camelCase: Alter = (body) => {
  const small = (value: any): any => {
    if (Array.isArray(value)) return value.map(small);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [
        name.charAt(0).toLowerCase() + name.slice(1),
        small(item),
      ]),
    );
  };
  return small(body);
};

const lookups: readonly (readonly [name: string, args: Record<string, unknown>])[] = [
  ['find_case', { party: 'Smith' }],
  ['find_case', { query: 'арбитражное дело' }],
  ['find_case', { stage: 'Disclosure' }],
  ['case_brief', { case: smith }],
  ['agenda', {}],
  ['agenda', { case: smith }],
  ['case_timeline', { case: smith }],
  ['find_person', { query: 'Smith' }],
  ['workload', {}],
];

describe('references without names', () => {
  const group = /[0-9a-f-]{36} \(name not returned by this service\)|Судебная практика|Договорная работа/g;

  it.each(lookups)('are called as ever in %s %j', async (name, args) => {
    const [told, found] = [
      await at.altered.ask(asItIs, name, args),
      await at.altered.ask(withoutNames, name, args),
    ];
    // No request lists groups.
    expect(found.text.replace(group, 'group')).toBe(told.text.replace(group, 'group'));
    expect(found.notes).toEqual(told.notes);
  });

  it('are shown with their ids and a note, if no list has their names', async () => {
    const { text, data } = await at.altered.ask(withoutNames, 'workload', {});
    expect(text).toMatch(/^- [0-9a-f-]{36} \(name not returned by this service\) \|/m);
    expect(data.people.map(({ who }: any) => who)).not.toContainEqual(
      expect.stringMatching(/^[0-9a-f-]{36}$/),
    );
  });

  it('are withheld from users who may not read the records', async () => {
    const { text, notes } = await at.altered.ask(
      withoutNames,
      'case_brief',
      { case: 'Smith' },
      { login: 'client1' },
    );
    expect(text).toContain('Smith v. Northbridge Ltd');
    expect(notes).toContainEqual(expect.stringMatching(/^Withheld: (?:parties|names of)/));
  });
});

describe('another shape', () => {
  const statuses = new Map<string, string>();
  beforeAll(async () => {
    const client = await at.altered.service.connectAs('anna');
    for (const { Id, Name } of (await client.call('list_task_statuses')).Items) statuses.set(Id, Name);
    await client.close();
  });
  it.each<[string, Alter]>([
    ['in camelCase', camelCase],
    ['whose lists have another name', (body) => (body?.Items ? { Result: body.Items } : body)],
    ['whose cards are wrapped', (body, request) => (isCard(request) ? { Result: body } : body)],
    ['whose cards have no id', (body, request) => (isCard(request) ? { ...body, Id: undefined } : body)],
    [
      'with ids and names beside each other instead of references',
      each('/tasks', ({ Status, Case, ...task }) => ({
        ...task,
        StatusId: Status.Id,
        StatusName: Status.Name,
        CaseId: Case?.Id ?? null,
        CaseName: Case?.Name ?? null,
      })),
    ],
    [
      'with a status as text',
      each('/tasks', (task) => ({ ...task, Status: statuses.get(task.Status.Id ?? task.Status) })),
    ],
    [
      'with parties by their ids',
      (body, request) =>
        isCard(request)
          ? {
              ...body,
              Participants: body.Participants.map(({ Participant, Role }: any) => ({
                ParticipantId: Participant.Id,
                RoleId: Role?.Id ?? null,
              })),
            }
          : body,
    ],
  ])('says the same: answers %s', async (_, alter) => {
    for (const [name, args] of [
      ['case_brief', { case: smith }],
      ['agenda', { case: smith }],
    ] as const) {
      const [told, found] = [
        await at.altered.ask(asItIs, name, args),
        await at.altered.ask(alter, name, args),
      ];
      // The server does not change the spelling of an object card's tags, because they belong to the
      // deployment.
      const facts = (text: string) => text.replace(/^Card: .*$/m, '').replace(/^Blocks withheld.*$/m, '');
      expect(facts(found.text)).toBe(facts(told.text));
    }
  });
});

const isList = (request: string) => /^GET .*\/participants(?:\?|$)/.test(request);
describe('cases of a party', () => {
  it.each<[string, Alter]>([
    ['CaseId and CaseName', shownAs((all) => all.map(({ Id, Name }) => ({ CaseId: Id, CaseName: Name })))],
    [
      'ProjectId and ProjectName',
      shownAs((all) => all.map(({ Id, Name }) => ({ ProjectId: Id, ProjectName: Name }))),
    ],
    ['a record in them', shownAs((all) => all.map((one) => ({ Case: one, RoleId: null })))],
    ['one for each of its roles', shownAs((all) => [...all, ...all])],
    ['their ids alone', shownAs((all) => all.map(({ Id }) => Id))],
    ['nothing in a list, and as they are in its own record', shownAs(() => undefined, isList)],
  ])('are read, shown as %s', async (_, alter) => {
    for (const [name, args] of [
      ['find_person', { query: 'Вектор' }],
      ['find_case', { party: 'Smith' }],
    ] as const) {
      const told = await at.altered.ask(asItIs, name, args);
      const found = await at.altered.ask(alter, name, args);
      expect(found).toMatchObject({ text: told.text, notes: told.notes });
    }
  });
});

/** Changes each task in a list. */
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
      // The signed-in user is not a member of the other group.
      if (name === 'workload') expect(text).toMatch(/[0-9a-f-]{36} \(name not returned by this service\)/);
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
