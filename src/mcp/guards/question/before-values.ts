import { dropArgument, moreArgument } from '../../../contract/operations/field-marks.ts';
import type { Operation } from '../../../contract/operations/operation.ts';
import { isRow, type Row } from '../../../contract/records/row.ts';
import { fieldCalled, isEmptyValue, recordIn } from '../../../json/record-value.ts';

/** Properties of an operation that relate its arguments to fields of the record. */
export type Related = Pick<Operation, 'keeps' | 'fills' | 'stores'>;

/** Returns the value in a record that corresponds to an argument. Returns undefined if the record has none. */
export function shownFor({ keeps, fills, stores }: Related, record: Row, argument: string): unknown {
  const names = [keeps, fills, stores?.names, stores?.named].flatMap((some) => some?.[argument] ?? []);
  return fieldCalled(record, [...names, argument])?.value;
}

/**
 * Returns the values in a record that a call replaces, by argument. For a group of fields, returns only the members
 * that the call contains. Omits empty values.
 */
export function replacedValues(
  operation: Related & Pick<Operation, 'access'>,
  given: Readonly<Record<string, unknown>>,
  answer: unknown,
): ReadonlyMap<string, unknown> {
  const record = recordIn(answer);
  const { access, stores } = operation;
  if (record === undefined || access !== 'update' || stores === undefined || stores.entryOf !== undefined)
    return new Map();
  return new Map(
    Object.entries(given).flatMap(([name, value]) => {
      if (name === moreArgument || name === dropArgument || value === undefined) return [];
      const shown = shownFor(operation, record, name);
      const was = isRow(value) && isRow(shown) ? membersOf(shown, Object.keys(value)) : shown;
      return isEmptyValue(was) ? [] : [[name, was] as const];
    }),
  );
}

const membersOf = (group: Row, names: readonly string[]): Row =>
  Object.fromEntries(
    names.flatMap((name) => (isEmptyValue(group[name]) ? [] : [[name, group[name]] as const])),
  );

/**
 * Returns the names of the records that a record refers to, keyed by lower-case id. Omits names that the record does
 * not contain.
 */
export function namesWithin(record: unknown): Map<string, string> {
  const names = new Map<string, string>();
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { Id, Name } = value as Row;
    if (typeof Id === 'string' && typeof Name === 'string' && Name !== '') names.set(Id.toLowerCase(), Name);
    for (const item of Object.values(value)) walk(item);
  };
  walk(record);
  return names;
}
