/** Copies a substring, because otherwise V8 keeps the whole text of which it is a part. */
export const ownText = (part: string): string => Buffer.from(part).toString();
