const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
/** Whether the text is an id as the API gives them: a UUID of any version, in either case. */
export const isUuid = (text: string): boolean => uuid.test(text);

const anyForm = /^[{(]?([\da-f]{8})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{12})[})]?$/i;
/**
 * The id that a text is, in small letters with hyphens: services also write ids in braces, in capitals, or without
 * hyphens. Undefined for any other text.
 */
export const uuidOf = (text: string): string | undefined =>
  anyForm.exec(text)?.slice(1).join('-').toLowerCase();
