import type { Worded } from '../../contract/language.ts';
import { type Note, worded } from '../../contract/worded.ts';
import { partPhrases, searchMessages } from '../messages.ts';
import { notesOfList, type PartName, partWords, whyMissing } from '../partial.ts';
import type { SearchResult } from './search-records.ts';

/** Returns the notes about a search. @param what the records, in the plural: 'participants' */
export function searchNotes(what: PartName, result: SearchResult<unknown> | undefined): Note[] {
  if (result === undefined) return [];
  const isSimilar = result.fit === 'similar';
  return [
    ...(isSimilar ? [onlySimilar(what)] : []),
    ...(result.failure === undefined ? [] : [whyMissing(someOf(what), result.failure)]),
    ...notesOfList(what, result),
  ];
}

/** Returns the note that the found records are only similar. */
export const onlySimilar = (what: PartName): Worded =>
  worded(searchMessages.onlySimilar, { what: partWords(what) });

export const someOf = (what: PartName): Worded => worded(partPhrases.someOf, { what: partWords(what) });

/** Checks whether the result may lack matching records. */
export const isPartial = (result: SearchResult<unknown> | undefined) =>
  result === undefined || result.isCut || result.hasMoved || result.failure !== undefined;

const shownTried = 3;

/** Describes the searches that were made, so that the user can choose other words. */
export function searchedText(what: string, { tried }: SearchResult<unknown>): string {
  const shown = tried.slice(0, shownTried).map((part) => JSON.stringify(part));
  const rest = tried.length - shown.length;
  return `${what} by ${shown.join(', ')}${rest > 0 ? ` and ${rest} other parts of these words` : ''}`;
}
