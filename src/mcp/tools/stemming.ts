import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as russian } from '@orama/stemmers/russian';

/** Words of a text in Latin or Cyrillic letters. */
export const termsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** What says nothing about what is wanted. */
const empty = new Set(
  'a an the of to for in on at by with and or is are be i me my we our it its this that these please need want how do can как мне мой моя мое мои нам наш и или в во на по с со к ко у о об от до из за для это этот эта эти надо нужно можно хочу пожалуйста все всё бы же ли что'.split(
    ' ',
  ),
);

/**
 * What the forms of a word have in common, by the Snowball algorithm of its script.
 * @returns undefined for words that say nothing
 */
export function stem(term: string): string | undefined {
  const word = term.toLowerCase().replaceAll('ё', 'е');
  if (empty.has(word)) return undefined;
  return /[а-я]/.test(word) ? russian(word) : english(word);
}
