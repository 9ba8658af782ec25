type Word = string | undefined | false;

/** Joins words into one line. Line breaks are removed, because in a record they would look like separate lines. */
const flat = (words: Word | readonly Word[]) =>
  [words].flat().filter(Boolean).join(' ').replace(/\s+/g, ' ').trim();

/** Formats a line of a list: all non-empty parts, separated by vertical bars. */
export const line = (...parts: readonly (Word | readonly Word[])[]): string =>
  `- ${parts.map(flat).filter(Boolean).join(' | ')}`;

/** Joins remarks in parentheses. Returns undefined if there are none. */
export const besides = (...remarks: readonly Word[]): string | undefined => {
  const given = remarks.filter(Boolean);
  return given.length === 0 ? undefined : `(${given.join('; ')})`;
};

/** Text shown for a field that the service does not return. */
export const notGiven = 'not given by this service';

/** Text shown for missing data whose reason is in the notes. */
export const notShown = 'not shown, see the notes';

/** Formats a heading with its lines and their number. Writes `none` if there are no lines. */
export function block(title: string, lines: readonly string[] | undefined, total = lines?.length): string {
  if (lines === undefined) return `${title}: ${notShown}`;
  if (lines.length === 0) return `${title}: none`;
  const count = total === lines.length ? `${total}` : `${lines.length} of ${total}`;
  return `${title} (${count}):\n${lines.join('\n')}`;
}

/** Joins the parts into one line, separated by full stops. */
export const sentence = (...parts: readonly Word[]): string => parts.map(flat).filter(Boolean).join('. ');
