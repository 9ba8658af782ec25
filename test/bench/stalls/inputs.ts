import { filled, oddJson, oddTexts } from '../../support/texts/odd-texts.ts';

/** Request of a client, and the service's response to it. */
export interface StallInput {
  readonly name: string;
  /** Creates the response for all paths except those for tokens, on demand because many are large. */
  readonly answer?: () => Answer;
  readonly send: Send;
}

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Call in protocol revision 2026-07-28, or a raw body. */
export type Send =
  | { readonly method: string; readonly params: Record<string, unknown> }
  | { readonly body: string };

export const megabytes = (count: number) => count * 1_000_000;
const size = megabytes(4);
const id = '11111111-2222-3333-4444-555555555555';
const call = (name: string, args: object): Send => ({
  method: 'tools/call',
  params: { name, arguments: args },
});
const list = call('list_tasks', {});
const one = call('get_object', { id });
const full = (name: string, args: object) => call(name, { ...args, detail: 'full' });
const repeat = (piece: string, length = size) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

/** Returns a record in the service's format, with several hundred bytes. */
const task = (number: number, text = 'Prepare the statement of claim and send it to the court') =>
  JSON.stringify({
    Id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    Name: `Task ${number} for Смирнов и партнёры`,
    Description: text,
    Status: { Id: `00000000-0000-4000-8000-00000000000${number % 4}`, Name: `State ${number % 4}` },
    Responsible: {
      Id: `00000000-0000-4000-8000-0000000001${number % 90}`,
      Name: `Person ${number % 90}`,
      Position: 'Lawyer',
    },
    CreationDate: '2026-03-02T10:00:00Z',
    ExecutionDate: '2026-11-20T10:00:00Z',
    StartDate: '2026-11-24T10:00:00Z',
    Tags: [],
    Comment: null,
  });
const tasks = (length: number, text?: string) =>
  `[${filled(length, (number) => task(number, text)).join(',')}]`;
const page = (items: string) => `{"Items":${items}}`;
const fields = (count: number) =>
  `{"Id":"${id}","Name":"A case",${filled(size, (number) => (number < count ? `"Field${number}":${number}` : `"F${number}":"${repeat('x', 4096)}"`)).join(',')}}`;
const json = (body: string): Answer => ({ body });

const answers: readonly StallInput[] = [
  { name: 'list of 4 MB', answer: () => json(page(tasks(size))), send: list },
  { name: 'list of 4 MB, detail full', answer: () => json(page(tasks(size))), send: full('list_tasks', {}) },
  {
    name: 'list of 4 MB, 100 paths',
    answer: () => json(page(tasks(size))),
    send: call('list_tasks', {
      fields: filled(600, (number) => `a${number}.b.c`)
        .slice(0, 97)
        .concat('Name', 'Status.Name', 'Responsible.Id'),
    }),
  },
  {
    name: 'list of 4 MB, all pages',
    answer: () => json(page(tasks(size))),
    send: call('list_tasks', { all: true }),
  },
  {
    name: 'list of 100 with long odd texts',
    answer: () => json(page(tasks(size, repeat('\u009d&shy;\u200b', 20_000)))),
    send: list,
  },
  {
    name: 'list of 4 MB, indented',
    answer: () => json(JSON.stringify(JSON.parse(tasks(size / 2)), null, 4)),
    send: list,
  },
  { name: 'record of 240,000 fields', answer: () => json(fields(240_000)), send: one },
  { name: 'record of 300,000 fields', answer: () => json(fields(300_000)), send: one },
  {
    name: 'record of 240,000 fields, one asked for',
    answer: () => json(fields(240_000)),
    send: call('get_object', { id, fields: ['Field7'] }),
  },
  {
    name: 'lists 190 deep',
    answer: () => json(`[${filled(size, () => '['.repeat(190) + ']'.repeat(190)).join(',')}]`),
    send: one,
  },
  { name: '4 MB of [', answer: () => json(repeat('[')), send: one },
  {
    name: 'error body of 4 MB',
    answer: () => ({ status: 400, body: JSON.stringify({ Message: repeat('&#8203;\u009d') }) }),
    send: one,
  },
  {
    name: 'error body of 4 MB of fields',
    answer: () => ({
      status: 400,
      body: `{"errors":{${filled(size, (number) => `"a${number}":["b"]`).join(',')}}}`,
    }),
    send: one,
  },
  {
    name: 'text file of 4 MB',
    answer: () => ({
      headers: { 'content-type': 'text/plain', 'content-disposition': 'attachment; filename="a.txt"' },
      body: repeat('\u200b&shy;a', size / 3),
    }),
    send: call('download_document', { docID: id }),
  },
  {
    name: 'text file of 64 kB',
    answer: () => ({
      headers: { 'content-type': 'text/plain', 'content-disposition': 'attachment; filename="a.txt"' },
      body: repeat('\u009d&', 21_000),
    }),
    send: call('download_document', { docID: id }),
  },
  {
    name: 'file name of 15 kB',
    answer: () => ({
      headers: {
        'content-type': 'text/plain',
        'content-disposition': `attachment; filename="${repeat(' . ', 15_000)}"`,
      },
      body: 'a',
    }),
    send: call('download_document', { docID: id }),
  },
  {
    name: 'header of 15 kB',
    answer: () => ({
      headers: { 'content-type': `application/json;${repeat(' charset = ', 15_000)}` },
      body: '{}',
    }),
    send: one,
  },
  { name: 'JSON of 16 MB', answer: () => json(page(tasks(size * 4))), send: list },
  {
    name: 'JSON of 16 MB, within the bound',
    answer: () => json(page(tasks(size * 2.2, repeat('Решение ', 900)))),
    send: list,
  },
  {
    name: 'JSON of 16 MB, detail full',
    answer: () => json(page(tasks(size * 2.2, repeat('Решение ', 900)))),
    send: full('list_tasks', {}),
  },
  {
    name: 'one odd text of 16 MB',
    answer: () => json(JSON.stringify({ Id: id, Name: repeat('\u200b\u009d', size * 1.5) })),
    send: one,
  },
];

const workflows: readonly StallInput[] = [
  ['agenda', { person: id }],
  ['workload', {}],
  ['find_case', { query: 'Task for Смирнов' }],
  ['find_person', { query: 'Person seventeen' }],
  ['case_brief', { case: id }],
  ['case_timeline', { case: id }],
].flatMap(([name, args]) => [
  {
    name: `${name}, each part a list of 4 MB`,
    answer: () => json(page(tasks(size))),
    send: call(name as string, args as object),
  },
  {
    name: `${name}, each part 4 MB of long odd texts`,
    answer: () => json(page(tasks(size, repeat('\u009d&shy;\u200b', 20_000)))),
    send: call(name as string, args as object),
  },
]);

const named = (number: number, name: string) =>
  JSON.stringify({ Id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`, Name: name });
const people = page(
  `[${Array.from({ length: 10_000 }, (_, number) => named(number, `Общество с ограниченной ответственностью Ромашка ${number} a b c d e`)).join(',')}]`,
);
const letters = Array.from({ length: 150 }, (_, at) => String.fromCharCode(0x61 + (at % 26))).join(' ');
const names: readonly StallInput[] = [
  {
    name: 'name of 150 one-letter words, 10,000 records',
    answer: () => json(people),
    send: call('get_participant', { id: letters }),
  },
  {
    name: 'name of 300 letters, 10,000 records',
    answer: () => json(people),
    send: call('get_participant', { id: repeat('Ромашка', 290) }),
  },
  {
    name: 'names of ligatures of 9 kB, 400 records',
    answer: () =>
      json(page(`[${filled(size / 3, (number) => named(number, repeat('\ufdfa', 3_000))).join(',')}]`)),
    send: call('get_participant', { id: letters }),
  },
];

const requests: readonly StallInput[] = [
  { name: 'request: a text of 3.9 MB, refused', send: call('create_task', { Name: repeat('a', 3_900_000) }) },
  {
    name: 'request: odd texts, 3.9 MB',
    send: call('notify_user', { id, Text: repeat('<a href="', 3_800_000) }),
  },
  {
    name: 'request: 49,000 further fields',
    send: call('create_task', {
      Name: 'a',
      more: Object.fromEntries(Array.from({ length: 24_000 }, (_, at) => [`x${at}`, repeat('y', 120)])),
    }),
  },
  {
    name: 'request: 49,000 arguments',
    send: call('create_task', Object.fromEntries(Array.from({ length: 49_000 }, (_, at) => [`x${at}`, 1]))),
  },
  {
    name: 'request: 19,000 ids of 3.9 MB',
    send: call('create_task', {
      Name: 'a',
      ResponsibleIds: Array.from({ length: 19_000 }, (_, at) => repeat(`${at}`, 190)),
    }),
  },
  {
    name: 'request: a script with 1 MB of addresses',
    send: call('run_script', { ScriptId: id, Parameters: { a: repeat('https://a.example/b ', 1_000_000) } }),
  },
  { name: 'request: 4 MB of [', send: { body: repeat('[', 4_000_000) } },
  { name: 'request: 4 MB of quotation marks', send: { body: repeat('"', 4_000_000) } },
  { name: 'request: 2,000,000 values', send: { body: `[${repeat('1,', 3_999_998)}1]` } },
  {
    name: 'request: prompts/get of 3.9 MB',
    send: {
      method: 'prompts/get',
      params: { name: 'brief_me', arguments: { case: repeat('a ', 3_800_000) } },
    },
  },
  {
    name: 'request: completion of 3.9 MB',
    send: {
      method: 'completion/complete',
      params: {
        ref: { type: 'ref/prompt', name: 'brief_me' },
        argument: { name: 'case', value: repeat('a ', 3_800_000) },
      },
    },
  },
  {
    name: 'request: resource address of 3.9 MB',
    send: { method: 'resources/read', params: { uri: `case://${repeat('%2f', 3_800_000)}` } },
  },
  {
    name: 'request: find_operations of 3.9 MB',
    send: call('find_operations', { query: repeat('case ', 3_800_000) }),
  },
];

const odd: readonly StallInput[] = [
  ...oddTexts.map(
    ({ name, make }): StallInput => ({
      name: `one text of ${name}`,
      answer: () => json(JSON.stringify({ Id: id, Name: make(size) })),
      send: one,
    }),
  ),
  ...oddJson.map(
    ({ name, make }): StallInput => ({ name: `JSON: ${name}`, answer: () => json(make(size)), send: one }),
  ),
  ...oddJson.map(
    ({ name, make }): StallInput => ({
      name: `JSON, brief: ${name}`,
      answer: () => json(make(size)),
      send: call('get_object', { id, detail: 'brief' }),
    }),
  ),
];

/**
 * Returns all inputs.
 * @param isWhole whether to include each odd text as a separate input (several hundred inputs)
 */
export const stallInputs = (isWhole: boolean): readonly StallInput[] => [
  ...answers,
  ...workflows,
  ...names,
  ...requests,
  ...(isWhole ? odd : []),
];
