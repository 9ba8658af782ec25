import type { PlayRequest } from '../request.ts';
import { englishCards } from './english-cards.ts';
import { englishChanges } from './english-changes.ts';
import { englishLookups } from './english-lookups.ts';
import { russianChanges } from './russian-changes.ts';
import { russianLookups } from './russian-lookups.ts';
import { series } from './series.ts';

/** Requests in both languages: look-ups, single changes and series of changes. */
export const playRequests: readonly PlayRequest[] = [
  ...russianLookups,
  ...russianChanges,
  ...englishLookups,
  ...englishChanges,
  ...englishCards,
  ...series,
];

/**
 * Returns a request by its id.
 * @throws Error if there is no such request
 */
export function requestWithId(id: string): PlayRequest {
  const found = playRequests.find((request) => request.id === id);
  if (found === undefined) throw new Error(`There is no request ${id}. See \`--play list\`.`);
  return found;
}
