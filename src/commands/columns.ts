import { lazy } from '../util/lazy.ts';

/** Columns of a terminal; 80 where output goes elsewhere. */
export const terminalWidth = (): number =>
  Math.max(40, process.stdout.columns ?? process.stderr.columns ?? 80);

const graphemes = lazy(() => new Intl.Segmenter('und', { granularity: 'grapheme' }));
/** What needs no look: a column for each letter. */
const narrow = /^[\x20-\x7E\u00A0-\u00AC\u00AE-\u02FF\u0400-\u0482\u048A-\u04FF\u2010-\u2027]*$/;
/** Emoji, and letters of East Asia. */
const wide =
  /^(?:\p{Emoji_Presentation}|\p{Emoji}\uFE0F|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|[\u3000-\u303E\uFF01-\uFF60\uFFE0-\uFFE6])/u;

/** Columns of a terminal that a text takes. */
export function displayWidth(text: string): number {
  if (narrow.test(text)) return text.length;
  let columns = 0;
  for (const { segment } of graphemes().segment(text)) columns += wide.test(segment) ? 2 : 1;
  return columns;
}

/** The beginning of a text that takes no more than so many columns. */
export function cutToWidth(text: string, most: number): string {
  let kept = '';
  let columns = 0;
  for (const { segment } of graphemes().segment(text)) {
    columns += displayWidth(segment);
    if (columns > most) return kept;
    kept += segment;
  }
  return kept;
}

/**
 * Text in lines of at most `width` columns, broken between words; only a longer word makes a longer line.
 * @param indent blanks before each line
 * @param hang more of them before each but the first
 */
export function wrapped(text: string, width: number, indent = 0, hang = 0): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    const margin = indent + (lines.length > 0 ? hang : 0);
    if (line !== '' && margin + line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  if (line !== '') lines.push(line);
  return lines.map((one, index) => ' '.repeat(indent + (index > 0 ? hang : 0)) + one).join('\n');
}
