/**
 * The beginning of a string of JSON, with a sign that it goes on; never half a character.
 * @param token with quotation marks
 * @param characters UTF-16 units, without the sign
 */
export function cutText(token: string, characters: number, skip = 0): string {
  const text = token.includes('\\') ? (JSON.parse(token) as string) : token.slice(1, -1);
  if (skip === 0 && text.length <= characters) return token;
  const begin = wholeAt(text, Math.min(skip, text.length));
  const end = wholeAt(text, Math.min(begin + characters, text.length));
  return JSON.stringify(text.slice(begin, end) + (end < text.length ? '…' : ''));
}

/** Characters of a string of JSON. */
export const textLength = (token: string): number =>
  token.includes('\\') ? (JSON.parse(token) as string).length : token.length - 2;

/** The same place, or the one before it where it is inside a pair that stands for one character. */
export function wholeAt(text: string, at: number): number {
  const isInside = /[\udc00-\udfff]/.test(text.charAt(at)) && /[\ud800-\udbff]/.test(text.charAt(at - 1));
  return isInside ? at - 1 : at;
}
