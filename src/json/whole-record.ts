import { isRow, type Row } from '../contract/records/row.ts';
import { fieldStem, idIn, isBookkeeping, isEmptyValue, isIdName, plainText } from './record-value.ts';

/** An unrequested difference in a field. */
export interface Difference {
  /** Names of fields, outermost first. */
  readonly path: readonly string[];
  /** Previous value. Undefined if there was none. */
  readonly was: unknown;
  readonly is: unknown;
  /** `lost`: a value or an entry is missing. `changed`: the value is different. `set`: the value is new. */
  readonly kind: 'lost' | 'changed' | 'set';
  /** True if the new text consists of words of the previous text and of requested values. */
  readonly isComposed?: boolean;
}

export interface AskedFields {
  /**
   * Requested fields by stem (`fieldStem`). A value is true for a whole field, otherwise the stems of the requested
   * fields inside it.
   */
  readonly fields: ReadonlyMap<string, true | ReadonlySet<string>>;
  /** Values in the request. A field that changed to one of them is a consequence of the request. */
  readonly values: readonly string[];
}

/**
 * Compares a whole record with its previous state and returns the unrequested differences. Different spellings of an
 * id, date-time or word count as equal, and so do lists in another order. Versions, dates of change, and fields that
 * follow from the request are ignored.
 */
export function differencesOf(before: Row, after: Row, asked: AskedFields): readonly Difference[] {
  return inRows(before, after, { path: [], asked });
}

interface At {
  readonly path: readonly string[];
  readonly asked: AskedFields | undefined;
}

function inRows(before: Row, after: Row, { path, asked }: At): Difference[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  // Ignore bookkeeping fields only in records. In an object without an id, users may have chosen the field names.
  const isRecord = path.length === 0 || idIn(before) !== undefined;
  return [...names].flatMap((name) => {
    // In a nested record, the id identifies another record, so it is compared like other values.
    if (isRecord && isBookkeeping(name) && !(path.length > 0 && isIdName(name))) return [];
    const here = [...path, name];
    const own = asked?.fields.get(fieldStem(name));
    if (own === true) return [];
    const [was, is] = [before[name], after[name]];
    if (own === undefined)
      return inValues(was, is, { path: here, asked })
        .filter((one) => !follows(one, asked))
        .map((one) => (isComposed(one, asked) ? { ...one, isComposed: true } : one));
    if (!isRow(was) || !isRow(is)) return [];
    const within = new Map([...own].map((one) => [one, true] as const));
    return inRows(was, is, { path: here, asked: { fields: within, values: asked?.values ?? [] } });
  });
}

/**
 * Checks whether a difference follows from the request. It does if the field gets a requested value, or if its name
 * begins with the stem of a requested field.
 */
function follows({ path, was, is, kind }: Difference, asked: AskedFields | undefined): boolean {
  if (asked === undefined || kind === 'lost') return false;
  const name = fieldStem(path.at(-1) ?? '');
  const stems = [...asked.fields.keys()];
  if (kind === 'changed' && stems.some((stem) => stem.length > 2 && name.startsWith(stem))) return true;
  if (isRow(is) || Array.isArray(is)) return false;
  const text = plainText(is);
  return asked.values.includes(text) && !isEmptyValue(was ?? is);
}

function isComposed({ was, is }: Difference, asked: AskedFields | undefined): boolean {
  if (typeof was !== 'string' || typeof is !== 'string') return false;
  const [before, after] = [wordsOf(was), wordsOf(is)];
  const requested = (asked?.values ?? []).flatMap(wordsOf);
  const fresh = after.filter((word) => !before.includes(word));
  return fresh.length > 0 && fresh.length < after.length && fresh.every((word) => requested.includes(word));
}
const wordsOf = (text: string): string[] => plainText(text).match(/[\p{L}\p{N}]+/gu) ?? [];

function inValues(was: unknown, is: unknown, at: At): Difference[] {
  const { path } = at;
  if (isEmptyValue(was)) return isEmptyValue(is) ? [] : [{ path, was: undefined, is, kind: 'set' }];
  if (isEmptyValue(is)) return [{ path, was, is, kind: 'lost' }];
  if (Array.isArray(was) && Array.isArray(is)) return inLists(was, is, path);
  if (isRow(was) && isRow(is)) return inGroups(was, is, at);
  return isRow(was) === isRow(is) && Array.isArray(was) === Array.isArray(is) && isSame(was, is)
    ? []
    : [{ path, was, is, kind: 'changed' }];
}

function inGroups(was: Row, is: Row, { path, asked }: At): Difference[] {
  const [one, other] = [idIn(was), idIn(is)];
  const isOther = one !== undefined && other !== undefined && plainText(one) !== plainText(other);
  return isOther ? [{ path, was, is, kind: 'changed' }] : inRows(was, is, { path, asked: inner(asked) });
}
/** A field that is requested at the top level is not requested inside another field. */
const inner = (asked: AskedFields | undefined) => asked && { ...asked, fields: new Map() };

/**
 * Matches the entries of lists by id. Compares the remaining entries by all their values, because rewritten entries get
 * new ids.
 */
function inLists(was: readonly unknown[], is: readonly unknown[], path: readonly string[]): Difference[] {
  const left = [...is];
  const take = (isMeant: (item: unknown) => boolean): unknown => {
    const at = left.findIndex(isMeant);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  };
  const changed: Difference[] = [];
  const gone = was
    .filter((entry) => {
      const same = take((item) => keyOf(item) !== undefined && keyOf(item) === keyOf(entry));
      if (same !== undefined && isRow(entry) && isRow(same))
        changed.push(...inRows(entry, same, { path, asked: undefined }));
      return same === undefined;
    })
    .filter((entry) => take((item) => isSame(entry, item)) === undefined);
  return [
    ...(gone.length > 0 ? [{ path, was: gone, is, kind: 'lost' } as const] : []),
    ...changed,
    ...(left.length > 0 ? [{ path, was: undefined, is: left, kind: 'set' } as const] : []),
  ];
}

function keyOf(entry: unknown): string | undefined {
  if (!isRow(entry)) return plainText(entry);
  const id = idIn(entry);
  return id === undefined ? undefined : plainText(id);
}

/** Checks whether two values are equal except for the ids of their entries. */
function isSame(one: unknown, other: unknown): boolean {
  if (isEmptyValue(one) || isEmptyValue(other)) return isEmptyValue(one) && isEmptyValue(other);
  if (Array.isArray(one) && Array.isArray(other)) return inLists(one, other, []).length === 0;
  if (isRow(one) && isRow(other)) return inRows(one, other, { path: [], asked: undefined }).length === 0;
  if (typeof one === 'object' || typeof other === 'object') return false;
  return plainText(one) === plainText(other);
}
