import type { Sent } from '../../../api/client/build-request.ts';
import type { TakenField, TakenFields } from '../../../contract/operations/deployment.ts';
import { isRow, type Row } from '../../../contract/records/row.ts';
import {
  fieldCalled,
  fieldStem,
  idIn,
  isBookkeeping,
  isEmptyValue,
  isIdName,
  plainText,
} from '../../../json/record-value.ts';
import { inForm } from './in-form.ts';

/** Returns a group of fields as the caller passed it, completed with the record's other fields. */
export function mergedGroup(given: Row, present: Row, { fields }: TakenField): Row {
  const names = new Set(Object.keys(given).map(fieldStem));
  if (fields === undefined) {
    const others = Object.entries(present).filter(([name]) => !names.has(fieldStem(name)));
    return { ...Object.fromEntries(others), ...given };
  }
  const others = Object.entries(fields).flatMap(([name, field]): [string, unknown][] => {
    const found = names.has(fieldStem(name)) ? undefined : fieldCalled(present, [name]);
    const written = found === undefined || found.value === null ? undefined : inForm(found, name, field);
    return written === undefined ? [] : [[name, written.value]];
  });
  return { ...Object.fromEntries(others), ...given };
}

/** Returns the entries that the caller passed. An entry that the record already contains keeps its other fields. */
export function mergedEntries(
  given: readonly unknown[],
  present: readonly unknown[],
  fields: TakenFields,
): readonly unknown[] {
  return given.map((entry) => {
    if (!isRow(entry)) return entry;
    const own = present.find((one): one is Row => isRow(one) && isSameEntry(entry, one));
    return own === undefined ? entry : mergedGroup(entry, own, { kind: 'object', fields });
  });
}

/** Completes a sent value with the record's data, which the service may accept too. */
export function enriched(sent: Sent, present: unknown): Sent {
  const value = withOthers(sent.value, present);
  return JSON.stringify(value) === JSON.stringify(sent.value)
    ? sent
    : { ...sent, value, carried: 'likely', certain: sent.value };
}

function withOthers(given: unknown, present: unknown): unknown {
  if (Array.isArray(given) && Array.isArray(present))
    return given.map((entry) => {
      const own = isRow(entry) ? present.find((one) => isRow(one) && isSameEntry(entry, one)) : undefined;
      return own === undefined ? entry : withOthers(entry, own);
    });
  if (!isRow(given) || !isRow(present)) return given;
  const names = new Set(Object.keys(given).map(fieldStem));
  const isReference = idIn(present) !== undefined;
  const others = Object.entries(present).filter(
    ([name, value]) =>
      !names.has(fieldStem(name)) &&
      !isEmptyValue(value) &&
      // Omit the name of a referenced record, because the service knows it.
      !(isReference && (isBookkeeping(name) || fieldStem(name) === 'name')),
  );
  // Use the spelling in the record, because services may treat nested names as case-sensitive.
  const spelt = (name: string) =>
    Object.keys(present).find((one) => one.toLowerCase() === name.toLowerCase()) ?? name;
  const own = Object.entries(given).map(([name, value]) => [spelt(name), value] as const);
  return { ...Object.fromEntries(others), ...Object.fromEntries(own) };
}

/** Checks whether two entries share an id or an e-mail address. */
function isSameEntry(one: Row, other: Row): boolean {
  const keys = (row: Row) =>
    Object.entries(row).flatMap(([name, value]) =>
      (isIdName(name) || /^e-?mail$/i.test(name)) && value !== null && value !== '' ? [plainText(value)] : [],
    );
  const known = new Set(keys(other));
  return keys(one).some((key) => known.has(key));
}
