import type { SqlValue } from '../../contract/features/sql-engine.ts';
import { flagWords } from '../../contract/flag-words.ts';
import { isArchived } from '../../contract/records/finality.ts';
import { isRow } from '../../contract/records/row.ts';
import { isUuid, uuidOf } from '../../contract/uuid.ts';
import { unnamed } from '../../domain/reference-names.ts';
import { type Clock, dueOf } from '../../domain/time/clock.ts';
import type { TableColumn } from './tables/table.ts';

export type RawRecord = Readonly<Record<string, unknown>>;

/**
 * Returns the value at a path. In a history, `~changes` is the number of entries after the first, which is the creation
 * (API description, Tasks), and `~last` is the latest of them.
 */
export function valueAt(record: unknown, path: readonly string[]): unknown {
  let value = record;
  for (const step of path) {
    if (step === '') return value;
    if (step === '~changes') return hasEntries(value) ? value.length - 1 : undefined;
    if (step === '~last') {
      value = hasEntries(value) && value.length > 1 ? value.toSorted(byDate).at(-1) : undefined;
      continue;
    }
    if (!isRow(value)) return undefined;
    value = value[step];
  }
  return value;
}

/** Checks whether a history was returned. It is never empty, because the service writes the creation to it. */
export const hasEntries = (history: unknown): history is readonly unknown[] =>
  Array.isArray(history) && history.length > 0;

const byDate = (one: unknown, other: unknown) => dateOf(one).localeCompare(dateOf(other));
const dateOf = (entry: unknown) => (isRow(entry) && typeof entry.Date === 'string' ? entry.Date : '');

export interface CellReading {
  readonly clock: Clock;
  readonly names: ReadonlyMap<string, string>;
}

/** Converts a value to a cell. A list of values becomes one string. */
export function cellOf(value: unknown, column: TableColumn, reading: CellReading): SqlValue {
  const { as, between = '; ' } = column;
  if (value === null || value === undefined || value === '') return null;
  if (Array.isArray(value)) {
    const cells = value.flatMap((item) => cellOf(item, column, reading) ?? []);
    return cells.length === 0 ? null : cells.join(between);
  }
  if (as === 'id') return idOf(isRow(value) ? value.Id : value);
  const referred = as === 'name' ? referenceOf(value) : value;
  if (isRow(referred)) return calledIn(referred, reading);
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (as === 'flag') return flagOf(value);
  if (as === 'number') return numberOf(value);
  if (typeof value === 'string' && isMoment(value)) return timeOf(value, as, reading.clock);
  return plain(value);
}

/** Wraps a plain id in an object, because some services return only the id in a reference field of an object card. */
export const referenceOf = (value: unknown): unknown =>
  typeof value === 'string' && isUuid(value) ? { Id: value } : value;

/** Normalizes an id, because a service may write it differently where other records refer to it. */
const idOf = (value: unknown): SqlValue =>
  typeof value === 'string' ? (uuidOf(value) ?? value) : plain(value);

const plain = (value: unknown): SqlValue =>
  typeof value === 'string' || typeof value === 'number'
    ? value
    : value === undefined || value === null
      ? null
      : JSON.stringify(value);

function calledIn({ Name, Id, ...rest }: RawRecord, { names }: CellReading): SqlValue {
  if (typeof Name === 'string') return Name;
  if (typeof Id === 'string') return names.get(Id) ?? unnamed(Id);
  const texts = Object.values(rest).filter((one) => typeof one === 'string' && one !== '');
  return texts.length === 0 ? null : texts.join(', ');
}

const flagOf = (value: unknown): SqlValue => {
  const word = String(value).toLowerCase();
  const flag = flagWords.get(word);
  return flag === undefined ? word : Number(flag);
};

const numberOf = (value: unknown): SqlValue =>
  typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
    ? Number(value)
    : plain(value);

const isMoment = (text: string) => /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text);

/** Formats a date-time without the weekday, so that SQL can compare it. */
function timeOf(text: string, as: TableColumn['as'], clock: Clock): string {
  const local = () => clock.moment(text).slice(4);
  if (as === 'moment') return local();
  const { day, hasTime } = dueOf(clock, text);
  return as === 'day' || !hasTime ? day : local();
}

/** Converts a status to words that are the same for all deployments. */
export function statusCell({ Status, IsArchive }: RawRecord): SqlValue {
  const word = isRow(Status) ? (Status.SysName ?? Status.Name) : Status;
  const status = typeof word === 'string' ? word : undefined;
  const archived = isArchived({
    Status: status,
    IsArchive: typeof IsArchive === 'boolean' ? IsArchive : undefined,
  });
  return archived === undefined ? (status ?? null) : archived ? 'archived' : 'in work';
}
