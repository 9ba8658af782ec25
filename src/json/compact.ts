import { endOfString } from './scan.ts';

/**
 * Removes white space outside of strings from valid JSON. Text without line breaks stays unchanged. Strings are skipped
 * one by one, because one regular expression for the whole text would exhaust its stack on a string of several
 * megabytes.
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
