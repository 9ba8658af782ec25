import { lettersOf } from '../contract/records/letters.ts';
import { isRow, type Row } from '../contract/records/row.ts';
import { isAnyId } from './record-value.ts';
import { isComparable, isSameValue } from './same-value.ts';
import { isSameMoment, momentsIn } from './written-moment.ts';

/** Paths of written values that differ in the record (`unkept`) or are missing from it (`unseen`). */
export interface Kept {
  readonly unkept: readonly string[];
  readonly unseen: readonly string[];
}

/**
 * Compares written values with the record that should contain them. Different spellings count as equal: date-times,
 * numbers as text, white space, references instead of ids, lists in another order. A value of another type, such as a
 * number instead of an enumeration word, counts as unseen.
 * @param names names of values in the record, if they differ from those in the request.
 * @param wholes names of lists that must have no other entries in the record
 */
export function compareKept(
  sent: Row,
  record: unknown,
  names: Readonly<Record<string, string>> = {},
  wholes: readonly string[] = [],
): Kept {
  const unkept: string[] = [];
  const unseen: string[] = [];
  const compare = (given: Row, shown: Row, path: readonly string[]) => {
    const fields = new Map(Object.entries(shown).map(([key, value]) => [lettersOf(key), value]));
    for (const [name, value] of Object.entries(given)) {
      if (value === undefined) continue;
      const at = [...path, name];
      const found = [names[name] ?? name, ...shownAs(name)].find((one) => fields.has(lettersOf(one)));
      const present = found === undefined ? undefined : fields.get(lettersOf(found));
      if (present === undefined) {
        // Services omit empty values, so a missing empty value counts as kept. An omitted empty object may have another
        // name in the record, so its fields count as unseen.
        if (!isEmpty(value)) unseen.push(at.join('.'));
        else if (isRow(value)) unseen.push(...Object.keys(value).map((key) => [...at, key].join('.')));
      } else if (isRow(value) && isRow(present)) compare(value, present, at);
      else if (!agrees(value, present)) (contradicts(value, present) ? unkept : unseen).push(at.join('.'));
      else if (path.length === 0 && wholes.includes(name) && hasOthers(value, present)) unkept.push(name);
    }
  };
  if (isRow(record)) compare(sent, record, []);
  else unseen.push(...Object.keys(sent).filter((name) => !isEmpty(sent[name])));
  return { unkept, unseen };
}

/**
 * Compares a written entry with the most similar entry of a list in the record. Only entries that contain the first
 * written value are candidates.
 */
export function compareEntry(sent: Row, list: unknown): Kept {
  const names = Object.keys(sent).filter((name) => !isEmpty(sent[name]));
  if (!Array.isArray(list)) return { unkept: [], unseen: names };
  const [first = ''] = names;
  const own = list
    .map((entry) => compareKept(sent, entry))
    .filter(({ unkept, unseen }) => ![...unkept, ...unseen].includes(first));
  const doubts = ({ unkept, unseen }: Kept) => unkept.length + unseen.length;
  const [nearest] = own.sort((one, other) => doubts(one) - doubts(other));
  return nearest ?? { unkept: names, unseen: [] };
}

/**
 * Returns the name under which a record may contain the value of an id field: `Responsible` for `ResponsibleId`,
 * `Attendees` for `AttendeeIds`.
 */
const shownAs = (name: string): string[] => (/^..+Ids?$/.test(name) ? [name.replace(/Id(s?)$/, '$1')] : []);

function agrees(given: unknown, shown: unknown): boolean {
  if (isEmpty(given) || isEmpty(shown)) return isEmpty(given) && isEmpty(shown);
  if (Array.isArray(given)) {
    const all = entriesOf(shown);
    return given.every((one) => all.some((other) => agrees(one, other)));
  }
  if (Array.isArray(shown)) return isTimeInNumbers(given, shown) || shown.some((one) => agrees(given, one));
  if (isRow(given) && isRow(shown)) {
    const { unkept, unseen } = compareKept(given, shown);
    return unkept.length === 0 && !unseen.some((name) => isIdUnseen(given[name], shown));
  }
  // Any field of a reference object may contain the written value.
  return isRow(shown) ? Object.values(shown).some((one) => agrees(given, one)) : isSameValue(given, shown);
}

/** Checks whether a list in the record has an entry that certainly differs from all written ones. */
const hasOthers = (given: unknown, shown: unknown): boolean =>
  Array.isArray(given) &&
  Array.isArray(shown) &&
  shown.some((entry) => given.every((one) => !agrees(one, entry) && contradicts(one, entry)));

/** Checks whether a value is an id that no field of a record contains. */
const isIdUnseen = (id: unknown, shown: Row): boolean =>
  isAnyId(id) && !Object.values(shown).some((one) => agrees(id, one));

/** Checks whether an entry contradicts none of the written values but lacks a written id. */
function hidesIds(given: Row, shown: Row): boolean {
  const { unkept, unseen } = compareKept(given, shown);
  return unkept.length === 0 && unseen.some((name) => isIdUnseen(given[name], shown));
}

/** Returns the entries of a list in the record. Some services return a list as one string of names. */
const entriesOf = (shown: unknown): readonly unknown[] => {
  if (Array.isArray(shown)) return shown;
  return typeof shown === 'string' ? [shown, ...shown.split(/[,;]/)] : [shown];
};

const isTimeInNumbers = (given: unknown, shown: readonly unknown[]) =>
  momentsIn(given).some((one) => momentsIn(shown).some((other) => isSameMoment(one, other)));

/** Checks whether the record certainly contains a different value, and not just a format that cannot be compared. */
function contradicts(given: unknown, shown: unknown): boolean {
  if (isEmpty(given) || isEmpty(shown)) return true;
  if (Array.isArray(given)) return given.some((one) => !agrees([one], shown) && contradicts(one, shown));
  if (isRow(given)) return !entriesOf(shown).every((one) => isRow(one) && hidesIds(given, one));
  if (Array.isArray(shown) && momentsIn(given).length > 0 && momentsIn(shown).length > 0) return true;
  if (Array.isArray(shown) || isRow(shown))
    return Object.values(shown).some((one) => !isEmpty(one) && contradicts(given, one));
  return isComparable(given, shown);
}

/** Matches an empty string, and the empty id and date-time of .NET. */
const nothing = /^(?:[{(]?0{8}(?:-?0{4}){3}-?0{12}[})]?|0001-01-01T00:00:00(?:\.0+)?Z?)?$/;

function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return nothing.test(value.trim());
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isEmpty);
  return value === null || value === undefined;
}
