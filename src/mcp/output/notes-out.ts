import type { CallToolResult } from '@modelcontextprotocol/server';
import { type WordsInCard, wordsKey } from '../../contract/features/card.ts';
import type { Language } from '../../contract/language.ts';
import { inLanguage, type Note } from '../../contract/worded.ts';

export const notesIn = (language: Language, notes: readonly Note[]): string[] =>
  notes.map((note) => inLanguage(note, language));

/** Returns the notes in both languages, so that a card can choose its user's language. */
export function wordsForCard(notes: readonly Note[]): Pick<CallToolResult, '_meta'> {
  const words: WordsInCard = notes
    .filter((note) => typeof note === 'object')
    .filter(({ en, ru, inCard }) => en !== ru || inCard !== undefined);
  return words.length > 0 ? { _meta: { [wordsKey]: words } } : {};
}
