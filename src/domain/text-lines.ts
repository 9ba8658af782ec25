type Word = string | undefined | false;

/** Words of a record on one line: line breaks in them would look like further lines. */
const flat = (words: Word | readonly Word[]) =>
  [words].flat().filter(Boolean).join(' ').replace(/\s+/g, ' ').trim();

/** A line of a list: the parts that there are, between bars. */
export const line = (...parts: readonly (Word | readonly Word[])[]): string =>
  `- ${parts.map(flat).filter(Boolean).join(' | ')}`;

/** In place of what an answer of the service has no field for. */
export const notGiven = 'not given by this service';

/** Why, the notes say. */
export const notShown = 'not shown, see the notes';

/** A heading with its lines, how many there are in all, or that there are none. */
export function block(title: string, lines: readonly string[] | undefined, total = lines?.length): string {
  if (lines === undefined) return `${title}: ${notShown}`;
  if (lines.length === 0) return `${title}: none`;
  const count = total === lines.length ? `${total}` : `${lines.length} of ${total}`;
  return `${title} (${count}):\n${lines.join('\n')}`;
}

/** One sentence of what there is, on one line. */
export const sentence = (...parts: readonly Word[]): string => parts.map(flat).filter(Boolean).join('. ');
