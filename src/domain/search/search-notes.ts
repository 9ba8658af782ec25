import type { Worded } from '../../contract/language.ts';
import { type Note, worded } from '../../contract/worded.ts';
import { partPhrases, searchMessages } from '../messages.ts';
import { notesOfList, type PartName, partWords, whyMissing } from '../partial.ts';
import type { Hunted } from './search-records.ts';

/**
 * What the reader of found records should know about them.
 * @param what the records in words, in the plural: 'participants'
 */
export function huntNotes(what: PartName, hunted: Hunted<unknown> | undefined): Note[] {
  if (hunted === undefined) return [];
  const isSimilar = hunted.fit === 'similar';
  return [
    ...(isSimilar ? [onlySimilar(what)] : []),
    ...(hunted.failure === undefined ? [] : [whyMissing(someOf(what), hunted.failure)]),
    ...notesOfList(what, hunted),
  ];
}

/** That what is shown may be something else. */
export const onlySimilar = (what: PartName): Worded =>
  worded(searchMessages.onlySimilar, { what: partWords(what) });

export const someOf = (what: PartName): Worded => worded(partPhrases.someOf, { what: partWords(what) });

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
