/**
 * Returns a part of a JSON string, with an ellipsis if more text follows. Never splits a surrogate pair.
 * @param token includes the quotation marks
 * @param characters length in UTF-16 units, without the ellipsis
 * @param skip UTF-16 units that are left out at the beginning
 */
export function cutText(token: string, characters: number, skip = 0): string {
  const text = token.includes('\\') ? (JSON.parse(token) as string) : token.slice(1, -1);
  if (skip === 0 && text.length <= characters) return token;
  const begin = wholeAt(text, Math.min(skip, text.length));
  const end = wholeAt(text, Math.min(begin + characters, text.length));
  return JSON.stringify(text.slice(begin, end) + (end < text.length ? '…' : ''));
}

/** Returns the length of a JSON string, in UTF-16 units. */
export const textLength = (token: string): number =>
  token.includes('\\') ? (JSON.parse(token) as string).length : token.length - 2;

/** Returns the index, or the previous one if the index is inside a surrogate pair. */
export function wholeAt(text: string, at: number): number {
  const isInside = /[\udc00-\udfff]/.test(text.charAt(at)) && /[\ud800-\udbff]/.test(text.charAt(at - 1));
  return isInside ? at - 1 : at;
}
