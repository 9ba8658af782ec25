import { invalid } from '../http/errors.ts';
import type { FieldValues } from '../state/entities/entity.ts';

/** A value after an edit: what was left out stays, null clears. */
export function after<T>(sent: T | null | undefined, current: T | undefined): T | undefined {
  return sent === undefined ? current : (sent ?? undefined);
}

/** What every record has (ENT-1). */
const baseFields = ['Id', 'CreationDate', 'LastChangeDate', 'Url'];

/**
 * Additional attributes after an edit, by tag; null removes a value.
 * @param systemFields names that may not be filled this way (CON-5 to CON-9)
 */
export function changeAttributes(
  current: FieldValues,
  sent: FieldValues | null | undefined,
  systemFields: readonly string[],
): FieldValues {
  const taken = new Set([...baseFields, ...systemFields].map((name) => name.toLowerCase()));
  const wrong = Object.keys(sent ?? {}).find((tag) => taken.has(tag.toLowerCase()));
  if (wrong !== undefined) throw invalid(`${wrong} is a system field and cannot be filled as an attribute.`);
  const merged = { ...current, ...sent };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
}
