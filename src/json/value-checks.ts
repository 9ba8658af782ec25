import { isRow } from '../contract/records/row.ts';
import { isUuid } from '../contract/uuid.ts';

/**
 * Checks whether a value may be rows of a block: one or several objects without an `id`. An object with an `id` is a
 * reference to a record.
 */
export function mayBeRows(value: unknown): boolean {
  const rows = [value].flat();
  const isOwn = (row: unknown) =>
    isRow(row) &&
    Object.keys(row).length > 0 &&
    !Object.keys(row).some((key) => key.trim().toLowerCase() === 'id');
  return rows.length > 0 && rows.every(isOwn);
}

/** Checks whether a value contains a text that may be the name of a record. */
export const mayHoldName = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some(mayHoldName)
    : typeof value === 'string' && value.trim() !== '' && !isUuid(value);
