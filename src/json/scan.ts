/** The place behind the closing quotation mark of the string that begins at `open`; of what is no JSON, the end of the text. */
export function endOfString(json: string, open: number): number {
  for (let close = json.indexOf('"', open + 1); close !== -1; close = json.indexOf('"', close + 1)) {
    let first = close;
    while (json.charCodeAt(first - 1) === backslash) first -= 1;
    if ((close - first) % 2 === 0) return close + 1;
  }
  return json.length;
}
const backslash = 0x5c;

/** The first place from `from` on that is no white space. */
export function skipSpace(json: string, from: number): number {
  let at = from;
  while (/[ \n\r\t]/.test(json.charAt(at))) at += 1;
  return at;
}

/** The place behind the value that begins at `at`. */
export function endOfValue(json: string, at: number): number {
  if (json.charAt(at) === '"') return endOfString(json, at);
  const part = /["{}[\],]/g;
  part.lastIndex = at;
  let depth = 0;
  for (let found = part.exec(json); found !== null; found = part.exec(json)) {
    const [sign] = found;
    if (sign === '"') part.lastIndex = endOfString(json, found.index);
    else if (sign === '{' || sign === '[') depth += 1;
    else if (sign !== ',') {
      depth -= 1;
      // The bracket belongs to the object around a number.
      if (depth < 0) return found.index;
      if (depth === 0) return part.lastIndex;
    } else if (depth === 0) return found.index;
  }
  return json.length;
}
