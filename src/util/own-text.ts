/** A text of its own: a part of another one would keep all of that in memory. */
export const ownText = (part: string): string => Buffer.from(part).toString();
