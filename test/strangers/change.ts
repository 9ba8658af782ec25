import { createHash } from 'node:crypto';
import type { Fault } from './question.ts';
import type { World } from './world.ts';

/** Content of the service as text: a path such as `tasks/ID/description` or `tasks/ID/documents[ID]`, and its value. */
export type Snapshot = ReadonlyMap<string, string>;

export interface ExpectedPath {
  readonly path: string;
  /** Value after the call. Undefined if there must be none. */
  readonly value: unknown;
  readonly topic: RegExp;
}

/** Change that a call should make. */
export interface Change {
  readonly paths?: readonly ExpectedPath[];
  /** Records that must be new, with the requested fields. */
  readonly made?: readonly { readonly kind: keyof World; readonly fields: readonly MadeField[] }[];
  /** Record that must be deleted, such as `tasks/ID`. */
  readonly gone?: string;
  /** Other paths that the change may affect. */
  readonly may?: RegExp;
}

export interface MadeField {
  /** Path below the record, such as `deadline` or `responsibles[ID]`. */
  readonly field: string;
  readonly value: unknown;
  readonly topic: RegExp;
}

/** Metadata that changes with every request or change of a record. */
const metadata =
  /changed?(?:At|By|On|Date)|version|modif|updated|histor|lastChange|etag|revision|edit(?:or|ed)|audit|log(?:in|s|\b)|token|session|\bseq|counter\b|extra\.url/i;

export function snapshotOf(world: World): Snapshot {
  const all = new Map<string, string>();
  for (const [kind, records] of Object.entries(world))
    if (Array.isArray(records)) for (const record of records) flatten(record, `${kind}/${record.id}/`, all);
  return all;
}

const kinds = ['users', 'groups', 'participants', 'cases', 'tasks', 'events', 'documents'] as const;

function flatten(value: unknown, path: string, all: Map<string, string>): void {
  const text = textOfValue(value);
  if (text === '' || typeof value === 'function') return;
  if (text !== undefined) all.set(path, text);
  else if (Array.isArray(value) || value instanceof Set)
    for (const item of value) {
      const key = `${path}[${keyOf(item)}]`;
      all.set(key, String(Number(all.get(key) ?? 0) + 1));
    }
  else
    for (const [name, own] of value instanceof Map ? value : Object.entries(value as object))
      flatten(own, `${path}${path.endsWith('/') ? '' : '.'}${String(name)}`, all);
}

/** Returns undefined for an object or array. */
function textOfValue(value: unknown): string | undefined {
  if (value === undefined || value === null) return '';
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return createHash('sha256').update(value).digest('hex').slice(0, 16);
  return typeof value === 'object' ? undefined : String(value);
}

const keyOf = (item: unknown): string => textOfValue(item) ?? JSON.stringify(item);

/** Returns the expected changes that were not made, and all other changes as losses. */
export function compareWorlds(before: Snapshot, after: Snapshot, change: Change = {}): Fault[] {
  const { paths = [], made = [], gone, may } = change;
  const faults: Fault[] = [];
  for (const { path, value, topic } of paths)
    if (!isValue(after.get(path), value))
      faults.push({
        sort: 'unmade',
        what: `NOT MADE ${path}: ${after.get(path)} is not ${asText(value)}`,
        topic,
      });
  if (gone !== undefined && [...after.keys()].some((path) => path.startsWith(`${gone}/`)))
    faults.push({ sort: 'unmade', what: `NOT MADE: ${gone} is still there`, topic: /delet|still|remove/i });
  const added = kinds.flatMap((kind) => newRecords(before, after, kind));
  const left = new Set(added);
  for (const { kind, fields } of made) {
    const found = [...left].find((path) => path.startsWith(`${kind}/`));
    if (found === undefined) {
      faults.push({ sort: 'unmade', what: `NOT MADE: no new record of ${kind}`, topic: /not|fail/i });
      continue;
    }
    left.delete(found);
    for (const { field, value, topic } of fields)
      if (!isValue(after.get(`${found}/${field}`), value))
        faults.push({
          sort: 'unmade',
          what: `NOT MADE ${kind} ${field}: ${after.get(`${found}/${field}`)} is not ${asText(value)}`,
          topic,
        });
  }
  for (const path of left)
    faults.push({ sort: 'lost', what: `LOST: a new record ${path}`, topic: /creat|new|made/i });
  const asked = new Set(paths.map(({ path }) => path));
  for (const path of new Set([...before.keys(), ...after.keys()])) {
    const isAsked =
      asked.has(path) ||
      (gone !== undefined && path.startsWith(`${gone}/`)) ||
      added.some((one) => path.startsWith(`${one}/`)) ||
      may?.test(path);
    if (before.get(path) === after.get(path) || isAsked || metadata.test(fieldOf(path))) continue;
    if (followsFrom(paths, { path, before, after })) continue;
    faults.push({
      sort: 'lost',
      what: `LOST ${path}: ${before.get(path)?.slice(0, 60)} became ${after.get(path)?.slice(0, 60)}`,
      topic: topicOf(path, before.get(path)),
    });
  }
  return faults;
}

/**
 * Checks whether the service made this change as a consequence: it recorded the time, also stores the id of the new
 * value, or uses the new name of a renamed record elsewhere.
 */
function followsFrom(
  asked: readonly ExpectedPath[],
  { path, before, after }: { readonly path: string; readonly before: Snapshot; readonly after: Snapshot },
): boolean {
  const isOfSame = (one: ExpectedPath) => recordOf(one.path) === recordOf(path);
  const field = /^extra\.(\w+)$/.exec(fieldOf(path))?.[1];
  if (field !== undefined && asked.some(isOfSame)) {
    const isSameValue = asked.some((one) => isOfSame(one) && `${fieldOf(one.path)}Id` === field);
    const at = Date.parse(after.get(path) ?? '');
    return isSameValue || (!before.has(path) && Math.abs(Date.now() - at) < 60_000);
  }
  const name = /\[(.+)\]$/.exec(path)?.[1];
  const rest = path.slice(0, -(name?.length ?? 0) - 2);
  return asked.some((one) => {
    const [was, is] = [before.get(one.path), after.get(one.path)];
    if (name === undefined || was === undefined || is === undefined) return false;
    return (name === was && after.has(`${rest}[${is}]`)) || (name === is && before.has(`${rest}[${was}]`));
  });
}

const recordOf = (path: string) => path.split('/', 2).join('/');

const fieldOf = (path: string) => path.split('/').slice(2).join('/');

function newRecords(before: Snapshot, after: Snapshot, kind: string): string[] {
  const recordsIn = (snapshot: Snapshot) =>
    new Set(
      [...snapshot.keys()]
        .filter((path) => path.startsWith(`${kind}/`))
        .map((path) => path.split('/', 2).join('/')),
    );
  const known = recordsIn(before);
  return [...recordsIn(after)].filter((path) => !known.has(path));
}

const asText = (value: unknown) => (typeof value === 'function' ? 'as asked' : textOfValue(value));

function isValue(found: string | undefined, value: unknown): boolean {
  if (typeof value === 'function') return Boolean(value(found ?? ''));
  return (found ?? '') === (textOfValue(value) ?? JSON.stringify(value));
}

/** Returns a pattern for a message about a loss: the name of the field, in the API or here, or the lost value. */
function topicOf(path: string, value = ''): RegExp {
  const field = path.split('/')[2] ?? '';
  const words = wordsOfField(field);
  const shown = value.length > 3 ? [value.slice(0, 40)] : [];
  return new RegExp([...words, ...shown.map(escaped)].join('|'), 'i');
}

/** Returns patterns for the names of a field in answers. */
function wordsOfField(field: string): readonly string[] {
  const [place, ...parts] = field.replace(/\[.*/, '').split('.');
  const name = parts.at(-1) ?? place ?? '';
  return [...(apiWords[name] ?? [escaped(name)]), ...(place === 'card' ? ['Fields'] : [])];
}

export const topicOfField = (field: string): RegExp => new RegExp(wordsOfField(field).join('|'), 'i');

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Names of fields in the API, by the names used here. */
const apiWords: Readonly<Record<string, readonly string[]>> = {
  deadline: ['ExecutionDate', 'due', 'deadline'],
  startsAt: ['StartDate', 'start'],
  endsAt: ['EndDate', 'end date'],
  isAllDay: ['AllDay', 'all day'],
  case: ['Case'],
  responsible: ['Responsible'],
  responsibles: ['Responsible'],
  isOpen: ['Status'],
  isArchived: ['Status', 'archive'],
  parties: ['Participants', 'parties'],
  related: ['related'],
  email: ['EmailMain', 'ContactInfo', 'e-?mail'],
  phone: ['PhoneMain', 'ContactInfo', 'phone'],
  inn: ['INN', 'IdNumber', 'CompanyInfo', 'IndividualInfo'],
};
