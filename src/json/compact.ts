import { endOfString } from './scan.ts';

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
