import type { Fault } from '../question.ts';
import type { World } from '../world.ts';
import { type Answer, idOfRow, plainId, rowsOf } from './answer.ts';

export type RecordKind = 'users' | 'participants' | 'cases' | 'tasks' | 'events' | 'documents';

/** Phrases that report a truncated answer. */
const partial =
  /the same call with Page|Shown: items|\bare shown\b|narrow the (?:request|search)|request fewer|not all .{1,40} were read/i;

/** Set of records that an answer must contain. */
export interface ExpectedSet {
  readonly kind: RecordKind;
  readonly required: readonly { readonly id: string }[];
  /** Additional records that are also correct. Default: none. */
  readonly allowed?: readonly { readonly id: string }[];
  /** Maximum number of records in such an answer. Default: no limit. */
  readonly most?: number;
  /** Pattern for a note that reports a difference. */
  readonly topic: RegExp;
}

/** Returns the faults of a set of ids: missing and unexpected records. */
export function compareIds(world: World, found: readonly string[], expected: ExpectedSet): Fault[] {
  const { kind, required, allowed = [], most = Number.POSITIVE_INFINITY, topic } = expected;
  const wanted = new Set(required.map(({ id }) => plainId(id)));
  const welcome = new Set([...wanted, ...allowed.map(({ id }) => plainId(id))]);
  const shown = new Set(found.map(plainId));
  const missing = [...wanted].filter((id) => !shown.has(id));
  const extra = [...shown].filter((id) => !welcome.has(id));
  const isFull = shown.size >= most && missing.length <= welcome.size - most;
  const label = (id: string) => labelOf(world, kind, id);
  const twice = found.length - shown.size;
  const about = new RegExp(`${topic.source}|${partial.source}`, 'i');
  return [
    ...(missing.length > 0 && !isFull
      ? [
          {
            sort: 'missing' as const,
            what: `missing ${missing.length} of ${wanted.size}: ${some(missing, label)}`,
            topic: about,
          },
        ]
      : []),
    ...(extra.length > 0
      ? [
          {
            sort: 'extra' as const,
            what: `${extra.length} unexpected: ${some(extra, label)}`,
            topic,
          },
        ]
      : []),
    ...(twice > 0 ? [{ what: `${twice} occur twice`, topic }] : []),
  ];
}

const some = (ids: readonly string[], label: (id: string) => string) =>
  `${ids.slice(0, 3).map(label).join('; ')}${ids.length > 3 ? '; …' : ''}`;

function labelOf(world: World, kind: RecordKind, id: string): string {
  const record = (world[kind] as readonly { id: string; name: string }[]).find(
    (one) => plainId(one.id) === plainId(id),
  );
  return record === undefined ? id : `“${record.name}” ${record.id}`;
}

/** Returns the ids of a list's rows. A row without an id is identified by its name if that is unique. */
export function idsOfRows(world: World, kind: RecordKind, answer: Answer): string[] {
  const records = world[kind] as readonly { id: string; name: string }[];
  const known = new Set(records.map(({ id }) => plainId(id)));
  return rowsOf(answer).map((row) => {
    const found = idOfRow(row, known);
    if (known.has(found)) return found;
    const values = new Set(
      Object.values(row).flatMap((value) => (typeof value === 'string' ? plain(value) : [])),
    );
    const named = records.filter(({ name }) => values.has(plain(name)));
    return named.length === 1 && named[0] !== undefined ? plainId(named[0].id) : found;
  });
}

/** Value that an answer must contain. */
export interface ExpectedValue {
  readonly name: string;
  readonly value: unknown;
  readonly topic: RegExp;
}

/** Returns a fault for each value that the JSON of a record does not contain. */
export function compareValues({ body, text }: Answer, expected: readonly ExpectedValue[]): Fault[] {
  const all = valuesIn(body ?? text);
  return expected
    .filter(({ value }) => !isEmpty(value) && ![value].flat().every((one) => isAmong(one, all)))
    .map(({ name, value, topic }) => ({ what: `${name} is not ${shownValue(value)}`, topic }));
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

const shownValue = (value: unknown) =>
  value instanceof Date ? value.toISOString() : JSON.stringify(value)?.slice(0, 120);

function valuesIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(valuesIn);
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(valuesIn);
  return [value];
}

function isAmong(value: unknown, all: readonly unknown[]): boolean {
  if (value instanceof Date) return all.some((one) => isSameMoment(value, one));
  if (typeof value === 'number') return all.some((one) => Number(one) === value);
  if (typeof value === 'boolean') return all.some((one) => one === value || one === String(value));
  const wanted = plain(String(value));
  const ids = plainId(String(value));
  return all.some((one) => {
    const text = String(one);
    return plain(text).includes(wanted) || plainId(text) === ids;
  });
}

/** Compares a date with its JSON value. A day without a time equals its first instant. */
function isSameMoment(moment: Date, shown: unknown): boolean {
  if (typeof shown === 'number') return shown === moment.getTime() || shown * 1000 === moment.getTime();
  if (typeof shown !== 'string') return false;
  const ticks = /^\/Date\((-?\d+)/.exec(shown)?.[1];
  if (ticks !== undefined) return Number(ticks) === moment.getTime();
  if (/^\d{4}-\d\d-\d\d$/.test(shown)) return moment.toISOString().startsWith(shown);
  if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(shown)) return false;
  const zoned = /(?:Z|[+-]\d\d:?\d\d)$/.test(shown) ? shown : `${shown}Z`;
  return Math.floor(Date.parse(zoned) / 1000) === Math.floor(moment.getTime() / 1000);
}

/** Normalizes a text: ignores differences in case, spaces, quotation marks and `ё`. */
export const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[«»"“”„']/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
