import { notesOfList, whyMissing } from '../partial.ts';
import type { Hunted } from './search-records.ts';

/**
 * What the reader of found records should know about them.
 * @param what the records in words, in the plural: 'participants'
 */
export function huntNotes(what: string, hunted: Hunted<unknown> | undefined): string[] {
  if (hunted === undefined) return [];
  const isSimilar = hunted.fit === 'similar';
  return [
    ...(isSimilar ? [`No ${what} fit all the words: those shown are similar, and may be others.`] : []),
    ...(hunted.failure === undefined ? [] : [whyMissing(`some of the ${what}`, hunted.failure)]),
    ...notesOfList(what, hunted),
  ];
}

/** Whether records may be missing that the words mean. */
export const isPartial = (hunted: Hunted<unknown> | undefined) =>
  hunted === undefined || hunted.isCut || hunted.hasMoved || hunted.failure !== undefined;

const shownTried = 3;

/** What was looked for, for whoever gets nothing: the next words to try are others. */
export function triedText(what: string, { tried }: Hunted<unknown>): string {
  const shown = tried.slice(0, shownTried).map((part) => JSON.stringify(part));
  const rest = tried.length - shown.length;
  return `${what} asked for: ${shown.join(', ')}${rest > 0 ? ` and ${rest} parts of that` : ''}`;
}
