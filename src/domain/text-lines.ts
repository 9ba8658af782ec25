type Word = string | undefined | false;

/** Joins words into one line, because a line break could forge a line of the answer. */
const flat = (words: Word | readonly Word[]) =>
  [words].flat().filter(Boolean).join(' ').replace(/\s+/g, ' ').trim();

/** Formats one line of a list: all non-empty parts, separated by vertical bars. */
export const line = (...parts: readonly (Word | readonly Word[])[]): string =>
  `- ${parts.map(flat).filter(Boolean).join(' | ')}`;

/** Joins remarks in parentheses. Returns undefined if all remarks are empty. */
export const besides = (...remarks: readonly Word[]): string | undefined => {
  const given = remarks.filter(Boolean);
  return given.length === 0 ? undefined : `(${given.join('; ')})`;
};

export const notGiven = 'not returned by this service';

/** Words for missing data whose reason the notes explain. */
export const notShown = 'not shown, see the notes';

/** Formats a heading, the number of lines, and the lines. If `lines` is undefined, refers to the notes instead. */
export function block(title: string, lines: readonly string[] | undefined, total = lines?.length): string {
  if (lines === undefined) return `${title}: ${notShown}`;
  if (lines.length === 0) return `${title}: none`;
  const count = total === lines.length ? `${total}` : `${lines.length} of ${total}`;
  return `${title} (${count}):\n${lines.join('\n')}`;
}

/** Joins parts into one line, separated by full stops. */
export const sentence = (...parts: readonly Word[]): string => parts.map(flat).filter(Boolean).join('. ');
