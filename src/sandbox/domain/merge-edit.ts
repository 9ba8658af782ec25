import { invalid } from '../http/errors.ts';
import type { FieldValues } from '../state/entities/entity.ts';

/** Returns a value after an edit. If the edit omits the value, the current one remains. Null clears it. */
export function after<T>(sent: T | null | undefined, current: T | undefined): T | undefined {
  return sent === undefined ? current : (sent ?? undefined);
}

/** Fields of every record (ENT-1). */
const baseFields = ['Id', 'CreationDate', 'LastChangeDate', 'Url'];

/**
 * Returns the additional attributes after an edit, by tag. Null removes a value.
 * @param systemFields names that cannot be filled (CON-5 to CON-9)
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
