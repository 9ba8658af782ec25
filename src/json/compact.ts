/**
 * Valid JSON without white space outside its strings; a service that indents does so with line breaks, which no JSON
 * string can hold. Not by one pattern: a string of some megabytes exhausts the stack of the matcher.
 */
export function compact(text: string): string {
  if (!text.includes('\n') && !text.includes('\r')) return text;
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
    const open = text.indexOf('"', at);
    const between = open < 0 ? text.slice(at) : text.slice(at, open);
    const end = open < 0 ? text.length : endOfString(text, open);
    parts.push(between.replace(/\s+/g, ''), open < 0 ? '' : text.slice(open, end));
    at = end;
  }
  return parts.join('');
}

/** Behind the first quote that no odd number of backslashes stands before; of what is no JSON, the end of the text. */
function endOfString(text: string, open: number): number {
  for (let close = text.indexOf('"', open + 1); close !== -1; close = text.indexOf('"', close + 1)) {
    let escapes = close;
    while (text[escapes - 1] === '\\') escapes -= 1;
    if ((close - escapes) % 2 === 0) return close + 1;
  }
  return text.length;
}
