import { describe, expect, it } from 'vitest';
import { eachField } from '../../support/clients/altered.ts';
import { startService } from '../../support/clients/harness.ts';
import { lookupResult } from '../../support/clients/workflows.ts';
import { sampleIds } from '../../support/sample-ids.ts';
import type { Alter } from '../../support/servers/front.ts';
import { asItIs, isCard, shownAs, smith, useAltered, without } from './altering.ts';

const { at } = useAltered();

const nameless = without('/users', 'Name', 'FirstName', 'LastName', 'MiddleName');
/** Renames the fields of object cards to a name that no documentation contains. */
const withoutCards: Alter = (body, request) => {
  if (!/\/objects\/[^/]+$/.test(request)) return body;
  const bare = ({ Fields, ...record }: any) => ({ ...record, Karte: Fields });
  return Array.isArray(body.Items) ? { ...body, Items: body.Items.map(bare) } : bare(body);
};

describe('a field that the service does not return', () => {
  it.each<[string, Alter, string, Record<string, unknown>, RegExp, RegExp]>([
    [
      'parties',
      without('/objects/', 'Participants'),
      'case_brief',
      { case: smith },
      /^Parties: none/m,
      /parties/,
    ],
    [
      'who its parties are',
      (body, request) =>
        isCard(request)
          ? { ...body, Participants: body.Participants.map(() => ({ Wer: {}, Als: {} })) }
          : body,
      'case_brief',
      { case: smith },
      /^Parties: none/m,
      /whose names this service does not return/,
    ],
    [
      'tasks’ people',
      without('/tasks', 'Responsibles'),
      'agenda',
      {},
      /nobody/,
      /responsible users of tasks/,
    ],
    [
      'due dates',
      without('/tasks', 'ExecutionDate'),
      'case_brief',
      { case: smith },
      /no date/,
      /due dates of tasks/,
    ],
    [
      'due dates',
      without('/tasks', 'ExecutionDate'),
      'agenda',
      {},
      /(?:Overdue tasks|due): none/,
      /due dates/,
    ],
    ['due dates', without('/tasks', 'ExecutionDate'), 'workload', {}, /\| 0$/m, /due dates of tasks/],
    [
      'tasks’ people',
      without('/tasks', 'Responsibles'),
      'workload',
      {},
      /\| 0$/m,
      /responsible users of tasks/,
    ],
    [
      'cases’ people',
      without('Cases', 'Responsible'),
      'workload',
      {},
      /^- [^|]+ \| \d/m,
      /responsible users of cases/,
    ],
    ['stages', without('GetCases', 'Stage'), 'find_case', { stage: 'Disclosure' }, /No case/, /stage/],
    [
      'cases of a party',
      without('/participants', 'Cases'),
      'find_case',
      { party: 'Smith' },
      /No case matches/,
      /cases of participants/,
    ],
    [
      'cases of a party',
      without('/participants', 'Cases'),
      'find_person',
      { query: 'Вектор' },
      /cases: none/,
      /cases of participants/,
    ],
    [
      'which the cases of a party are',
      shownAs(() => [{ Wo: {} }]),
      'find_case',
      { party: 'Smith' },
      /No case matches/,
      /cases of participants/,
    ],
    [
      'which the cases of a party are',
      shownAs((all) => all.length),
      'find_person',
      { query: 'Вектор' },
      /cases: none/,
      /cases of participants/,
    ],
    ['groups', without('/users', 'Groups'), 'agenda', {}, /^$/, /groups of the person/],
    ['names of users', nameless, 'find_person', { query: 'Hale' }, /^$/, /names of users/],
    [
      'groups of users',
      without('/users', 'Groups'),
      'query_records',
      { sql: 'SELECT name, count(*) FROM user_groups GROUP BY name' },
      /^$/,
      /Groups of users/,
    ],
    ['the card', withoutCards, 'case_brief', { case: smith }, /^Card:/m, /the card fields of the case/],
    [
      'the card',
      withoutCards,
      'query_records',
      { sql: 'SELECT count(*) FROM cases WHERE ClaimAmount IS NULL' },
      /^$/,
      /does not return: cases\.ClaimAmount/,
    ],
    [
      'the card',
      withoutCards,
      'search_cases',
      { sort: 'ClaimAmount desc', show: ['ClaimAmount'] },
      /^$/,
      /does not return: cases\.ClaimAmount/,
    ],
    ['cases of events', without('/events', 'Case'), 'agenda', {}, /^$/, /the cases to which events belong/],
    ['who attends', without('/events', 'EntityId'), 'agenda', {}, /^$/, /attendees of some events/],
    [
      'folders',
      without('bjects', 'DocumentFolderId'),
      'case_brief',
      { case: smith },
      /documents: none/,
      /document folder of the case/,
    ],
  ])('is reported and not treated as empty: %s', async (_, alter, name, args, wrong, note) => {
    const { text, notes } = await at.altered.ask(alter, name, args);
    expect(text).not.toMatch(wrong);
    expect([text, ...notes].join('\n')).toMatch(note);
  });

  it('is reported for the groups of the user too', async () => {
    const { text, data } = await at.altered.ask(without('/users', 'Groups'), 'who_am_i', {});
    expect(text).toContain('Groups: not returned by this service');
    expect(data.user).not.toHaveProperty('groups');
  });

  it('is empty if other rows of the response have it, because some services omit empty fields', async () => {
    const omitted: Alter = (body) => eachField(body, (_, value) => (value === null ? undefined : value));
    for (const [name, args] of [
      ['agenda', {}],
      ['workload', {}],
      ['find_case', { party: 'Smith' }],
    ] as const) {
      const answer = await at.altered.ask(omitted, name, args);
      expect(answer.text).toBe((await at.altered.ask(asItIs, name, args)).text);
      expect(answer.notes).toEqual([]);
    }
  });
});

/** Name of a case without tasks, events and documents. */
const empty = 'Zyxomma consultation';

/** Asks a server that has seen no answer of the service yet, so that no filter is verified. */
async function askFirst(
  tool: string,
  args: Record<string, unknown>,
  env: Record<string, string> = {},
): Promise<readonly string[]> {
  const service = await startService();
  const client = await service.connectAs('head', { env });
  const { Type } = await client.call('get_object', { id: sampleIds.smith });
  await client.call('create_object', { ObjectTypeId: Type.Id, Name: empty });
  const { notes } = lookupResult(await client.callTool(tool, args));
  await client.close();
  await service.close();
  return notes.filter((note) => /nothing was found|не найдено: /i.test(note));
}

describe('a note about filters that the service may not apply', () => {
  it.each([
    ['case_brief', { case: 'Smith' }],
    ['case_timeline', { case: 'Smith' }],
    ['agenda', { case: 'Smith' }],
    ['read_document', { case: 'Smith', document: 'Service contract' }],
    ['read_document', { case: 'Smith', find: 'payment' }],
  ])('is absent from %s %j, whose parts were found', async (tool, args) => {
    expect(await askFirst(tool, args)).toEqual([]);
  });

  it.each([
    ['case_brief', 'tasks, events, documents'],
    ['case_timeline', 'events, tasks, documents'],
    ['agenda', 'tasks, events'],
  ])('names all empty parts of %s in one sentence', async (tool, parts) => {
    expect(await askFirst(tool, { case: empty })).toEqual([
      `Nothing was found: ${parts}. The service may apply the filters of these lists incorrectly, so matching records may exist. To check, query the whole lists with query_records: use WHERE instead of scope.`,
    ]);
  });

  it('is in the language of the server', async () => {
    const env = { CASEBRIDGE_LANGUAGE: 'ru' };
    expect(await askFirst('case_brief', { case: empty }, env)).toEqual([
      'Не найдено: задачи, события, документы. Возможно, система неправильно применяет к этим спискам условия отбора и нужные записи в ней есть. Чтобы проверить, сделайте выборку из полных списков через query_records: задайте условия в WHERE, а не в scope.',
    ]);
  });

  it('is in the result of a search for documents of a case that has none', async () => {
    expect(await askFirst('read_document', { case: empty, find: 'payment' })).toEqual([
      'Nothing was found: documents. The service may apply the filters of these lists incorrectly, so matching records may exist. To check, query the whole lists with query_records: use WHERE instead of scope.',
    ]);
  });
});
