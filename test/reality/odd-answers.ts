import { randomUUID } from 'node:crypto';
import type { PassingRequest, Perturbation } from '../support/servers/perturbing.ts';
import {
  answers,
  deep,
  isMoment,
  type Json,
  type of,
  page,
  type Row,
  records,
  renamed,
} from './changed-answers.ts';

/** Creates a modification that rewrites every timestamp. */
const moments = (name: string, write: (moment: string) => Json): Perturbation =>
  answers('anything', name, (body) =>
    deep(body, (key, value) => [key, isMoment(value) ? write(value) : value]),
  );
const isMidnight = (moment: string) => /T00:00:00(?:\.0+)?Z$/.test(moment);
const moscow = { offset: '+03:00', ms: 3 * 3_600_000 };
const inMoscow = (moment: string) =>
  new Date(Date.parse(moment) + moscow.ms).toISOString().replace('Z', moscow.offset);

/** Creates a modification that rewrites every id. */
const ids = (name: string, write: (id: string) => string): Perturbation =>
  answers('anything', name, (body) =>
    deep(body, (key, value) => [key, /Id$/.test(key) && isId(value) ? write(value) : value]),
  );
const isId = (value: Json): value is string => /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(value);

/** Converts the ids of references to upper case, but not the record's own id. */
const referred = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key,
      typeof value === 'object' && key !== 'Fields'
        ? deep(value, (name, id) => [name, /Id$/.test(name) && isId(id) ? id.toUpperCase() : id])
        : value,
    ]),
  );

/** Creates a modification of lists. Single records stay unchanged. */
const lists = (name: string, change: (body: Json, request: PassingRequest) => Json): Perturbation =>
  answers('anything', name, (body, request) => (page(body) ? change(body, request) : body));
const eachRow = (change: (row: Row) => Row) => (body: Json) => ({ ...body, Items: body.Items.map(change) });

const isList = ({ method, path }: PassingRequest) =>
  /\/(?:Get(?:Cases|Objects)|documents)$/.test(path) ||
  (method === 'GET' && /\/(?:objects|cases|tasks|events|participants|users|folders|projects)$/.test(path));

/** Creates a modification of the pages of lists. */
function paged(
  name: string,
  {
    ask,
    give,
  }: {
    /** Returns the page to request from the service instead; undefined for no page. */
    readonly ask: (page: number | undefined) => number | undefined;
    readonly give: (body: Json, page: number, next: (page: number | string) => string) => Json;
  },
): Perturbation {
  const asked = new WeakMap<PassingRequest, number>();
  const written = (value: unknown) => (value === null || value === undefined ? undefined : Number(value));
  return {
    name,
    concerns: isList,
    request: (request) => {
      if (!isList(request)) return;
      const isBody = request.method !== 'GET';
      const given = written(isBody ? request.body?.Page : request.query.get('Page'));
      asked.set(request, given ?? 1);
      const other = ask(given);
      if (isBody && request.body) request.body.Page = other;
      else if (other === undefined) request.query.delete('Page');
      else request.query.set('Page', String(other));
    },
    answer: (body, request) =>
      isList(request) && page(body)
        ? give(
            body,
            asked.get(request) ?? 1,
            (next) => `http://elsewhere.example${request.path}?page=${next}`,
          )
        : body,
  };
}

const german: Readonly<Record<string, string>> = { InWork: 'In Bearbeitung', Archived: 'Archiviert' };
const yesAndNo = (write: (value: boolean) => Json) => (body: Json) =>
  deep(body, (key, value) => [key, typeof value === 'boolean' ? write(value) : value]);

/** Error bodies that a service returns with status 200 instead of records. */
const troubles = {
  'a problem': { type: 'about:blank', title: 'Forbidden', status: 403, detail: 'No permission.' },
  'an error': { Success: false, ErrorCode: 17, Message: 'Something went wrong.' },
  'an error and no rows': { Items: null, Error: { Code: 'Failed', Message: 'Something went wrong.' } },
};
const troubled = (kind: keyof typeof of, what: keyof typeof troubles): Perturbation =>
  answers(kind, `answers with ${what} for ${kind} as if all were well`, () => troubles[what]);

const setWords = new Set(['InWork', 'Archived', 'User', 'Group', 'Email', 'Participant', 'File', 'Folder']);
const inCapitals = (word: string) => word.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase();

/** Modifications of formats, pages and errors, as some services have them. */
export const oddAnswers: readonly Perturbation[] = [
  answers('anything', 'writes words of sets in capitals', (body) =>
    deep(body, (key, value) => [key, setWords.has(value) ? inCapitals(value) : value]),
  ),
  lists('writes ids of references in capitals', eachRow(referred)),
  ids('writes ids in braces', (id) => `{${id}}`),
  ids('writes ids without hyphens', (id) => id.replace(/-/g, '')),
  moments('gives moments with an offset', inMoscow),
  moments('gives days as midnight of its own zone', (one) =>
    isMidnight(one) ? `${one.slice(0, 10)}T00:00:00${moscow.offset}` : inMoscow(one),
  ),
  moments('gives days without a time', (one) => (isMidnight(one) ? one.slice(0, 10) : one)),
  moments('gives moments in milliseconds', (one) => Date.parse(one)),
  moments('gives moments in the form of old serializers', (one) => `/Date(${Date.parse(one)})/`),
  moments('gives moments day first', (one) =>
    one.replace(/^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d:\d\d).*$/, '$3.$2.$1 $4'),
  ),
  paged('leaves out of a page what may not be seen, so that the first is empty', {
    ask: (given = 1) => Math.max(1, given - 1),
    give: (body, at, next) => {
      const NextPageUrl = at === 1 || body.NextPageUrl ? next(at + 1) : null;
      return { ...body, Items: at === 1 ? [] : body.Items, NextPageUrl };
    },
  }),
  paged('gives two rows and names the next ones by a mark', {
    ask: () => undefined,
    give: (body, _, next) => ({
      ...body,
      Items: body.Items.slice(0, 2),
      NextPageUrl: body.Items.length > 2 ? next('aGk') : null,
    }),
  }),
  paged('gives its last page for ever', {
    ask: () => undefined,
    give: (body, at, next) => ({ ...body, NextPageUrl: next(at + 1) }),
  }),
  paged('names a next page for ever', {
    ask: (given) => given,
    give: (body, at, next) => ({ ...body, NextPageUrl: next(at + 1) }),
  }),
  paged('counts pages from nought', {
    ask: (given) => (given === undefined ? undefined : given + 1),
    give: (body, at, next) => ({ ...body, NextPageUrl: body.NextPageUrl ? next(at) : null }),
  }),
  lists('gives null for lists that are empty', (body) => ({
    ...deep(body, (key, value) => [key, Array.isArray(value) && value.length === 0 ? null : value]),
  })),
  lists('gives null for every list', (body) => ({ ...body, Items: null })),
  lists('lists what was deleted, too', (body) => ({
    ...body,
    Items: body.Items.flatMap((row: Row) => [{ ...row, Id: randomUUID(), IsDeleted: true }, row]),
  })),
  lists('has rows that are no records', (body) => ({ ...body, Items: [null, 'x', 7, ...body.Items] })),
  lists('wraps lists twice', ({ Items, ...rest }) => ({ data: { items: Items, paging: rest } })),
  lists('has other lists beside the one', (body) => ({ Errors: [], Facets: [{ Id: 1 }], ...body })),
  ...(['objects', 'tasks', 'events', 'documents', 'participants', 'users'] as const).map((kind) =>
    renamed(kind, 'Id', `${kind}Guid`),
  ),
  troubled('objects', 'a problem'),
  troubled('tasks', 'a problem'),
  troubled('events', 'an error'),
  troubled('documents', 'an error'),
  troubled('participants', 'an error and no rows'),
  troubled('users', 'an error and no rows'),
  answers('anything', 'writes names with no-break spaces and a blank at the end', (body) =>
    deep(body, (key, value) => [
      key,
      /^(?:Name|Number)$/.test(key) && typeof value === 'string'
        ? `${value.replace(/ /g, '\u00a0')} `
        : value,
    ]),
  ),
  records('objects', 'says the status of objects in German', (row) => {
    if (typeof row.Status === 'string') row.Status = german[row.Status] ?? row.Status;
  }),
  answers('anything', 'writes yes and no as words', yesAndNo(String)),
  answers('anything', 'writes yes and no as numbers', yesAndNo(Number)),
  records('events', 'writes kinds of attendees as numbers', (row) => {
    for (const one of row.Attendees ?? []) one.Type = ['User', 'Participant', 'Email'].indexOf(one.Type);
  }),
  records('documents', 'writes kinds of documents as numbers', (row) => {
    row.EntityKind = row.EntityKind === 'Folder' ? 1 : 0;
  }),
  records('objects', 'writes the status of objects as a number', (row) => {
    if (typeof row.Status === 'string') row.Status = row.Status === 'Archived' ? 1 : 0;
  }),
];
