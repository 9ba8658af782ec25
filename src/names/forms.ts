import type { Match, NamedRecord } from './match.ts';
import { normalise } from './normalise.ts';
import { type Ranked, rank } from './rank.ts';

const fewestLetters = 3;

const rankEntries = (text: string, entries: readonly NamedRecord[]): Promise<Ranked<NamedRecord>> =>
  rank(text, entries, ({ name, names, detail }) => ({ names: [name, ...names], about: [detail] }));

/** Records whose names have each word in another case of it, or in the other script: for what is called so nowhere. */
export async function matchForms(text: string, entries: readonly NamedRecord[]): Promise<readonly Match[]> {
  // A letter or two stand in any name.
  if (normalise(text).length < fewestLetters) return [];
  const { items, fit } = await rankEntries(text, entries);
  return fit === 'names' ? items.map((entry) => ({ entry, fit: 'words' })) : [];
}

/** Records that the words describe or resemble, best first. */
export const resembling = async (text: string, entries: readonly NamedRecord[]) =>
  (await rankEntries(text, entries)).items;
