/** Returns the index after the closing quotation mark, or the end of invalid JSON. */
export function endOfString(json: string, open: number): number {
  for (let close = json.indexOf('"', open + 1); close !== -1; close = json.indexOf('"', close + 1)) {
    let first = close;
    while (json.charCodeAt(first - 1) === backslash) first -= 1;
    if ((close - first) % 2 === 0) return close + 1;
  }
  return json.length;
}
const backslash = 0x5c;

/** Returns the first index from `from` on that is not white space. */
export function skipSpace(json: string, from: number): number {
  let at = from;
  while (isSpace(json.charCodeAt(at))) at += 1;
  return at;
}
/** Checks for white space: space, line feed, carriage return, tab (RFC 8259, 2). */
const isSpace = (unit: number) =>
  unit <= 0x20 && (unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09);

const quote = 0x22;
const comma = 0x2c;

/** Returns the index after the value that begins at `at`. */
export function endOfValue(json: string, at: number): number {
  if (json.charCodeAt(at) === quote) return endOfString(json, at);
  let depth = 0;
  for (let place = at; place < json.length; place += 1) {
    const unit = json.charCodeAt(place);
    if (unit === quote) place = endOfString(json, place) - 1;
    else if (unit === comma) {
      if (depth === 0) return place;
    } else if (isOpening(unit)) depth += 1;
    else if (isClosing(unit)) {
      depth -= 1;
      // The bracket closes the list or object that contains the value.
      if (depth < 0) return place;
      if (depth === 0) return place + 1;
    }
  }
  return json.length;
}
/** The codes of a bracket and of a brace differ in one bit. */
const isOpening = (unit: number) => (unit | 0x20) === 0x7b;
const isClosing = (unit: number) => (unit | 0x20) === 0x7d;
