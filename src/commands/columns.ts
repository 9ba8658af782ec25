import { lazy } from '../util/lazy.ts';

/** Returns the width of the terminal in columns. Default: 80. */
export const terminalWidth = (): number =>
  Math.max(40, process.stdout.columns ?? process.stderr.columns ?? 80);

const graphemes = lazy(() => new Intl.Segmenter('und', { granularity: 'grapheme' }));
/** Matches text in which every character takes one column. */
const narrow = /^[\x20-\x7E\u00A0-\u00AC\u00AE-\u02FF\u0400-\u0482\u048A-\u04FF\u2010-\u2027]*$/;
/** Matches emoji and East Asian characters, which take two columns. */
const wide =
  /^(?:\p{Emoji_Presentation}|\p{Emoji}\uFE0F|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|[\u3000-\u303E\uFF01-\uFF60\uFFE0-\uFFE6])/u;

export function displayWidth(text: string): number {
  if (narrow.test(text)) return text.length;
  let columns = 0;
  for (const { segment } of graphemes().segment(text)) columns += wide.test(segment) ? 2 : 1;
  return columns;
}

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
 * Wraps text between words at `width` columns. Only a word that is longer than this exceeds the width.
 * @param indent spaces before each line
 * @param hang additional spaces before all lines except the first
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
