import type { Match, NamedRecord } from '../match.ts';
import { type Ranked, rank } from '../rank.ts';
import { normalise } from './normalise.ts';

const minLetters = 3;

const rankEntries = (text: string, entries: readonly NamedRecord[]): Promise<Ranked<NamedRecord>> =>
  rank(text, entries, ({ name, names, detail }) => ({ names: [name, ...names], about: [detail] }));

/** Finds records that contain each word, possibly in another inflection or script. */
export async function matchForms(text: string, entries: readonly NamedRecord[]): Promise<readonly Match[]> {
  // Reject one or two letters, because they occur in almost any name.
  if (normalise(text).length < minLetters) return [];
  const { items, fit } = await rankEntries(text, entries);
  return fit === 'names' ? items.map((entry) => ({ entry, fit: 'words' })) : [];
}

/** Returns the records whose names or codes match or resemble the words, best first. */
export const resembling = async (text: string, entries: readonly NamedRecord[]) =>
  (await rankEntries(text, entries)).items;
