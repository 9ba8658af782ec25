const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
/** Checks whether a string is an id as the API writes it: a UUID of any version, in either letter case. */
export const isUuid = (text: string): boolean => text.length === 36 && uuid.test(text);

const anyForm =
  /^(?:urn:uuid:)?[{(]?([\da-f]{8})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{12})[})]?$/i;
/** Format in which most ids are already written. */
const tidy = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;
const shortest = 32;

/** Normalizes an id, which services also write in braces, capitals, or without hyphens. */
export function uuidOf(text: string): string | undefined {
  if (text.length < shortest) return undefined;
  return tidy.test(text) ? text : anyForm.exec(text)?.slice(1).join('-').toLowerCase();
}
