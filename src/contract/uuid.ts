const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
/** Whether the text is an id as the API gives them: a UUID of any version, in either case. */
export const isUuid = (text: string): boolean => uuid.test(text);
