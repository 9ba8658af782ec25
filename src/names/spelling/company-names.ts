import type { NamedRecord } from '../match.ts';
import { isFormWord, normalise, splitLegalForm } from './normalise.ts';

/** First words of names that companies share. They name no company without a further word. */
const sharedWords = new Set(
  (
    'the first new group company firm bank insurance trading international national royal united general ' +
    'торговый дом группа компаний компания фирма банк завод страховая управляющая юридическая строительная ' +
    'торговая транспортная производственная научный центр предприятие агентство бюро первый первая новый новая'
  )
    .split(' ')
    .map(normalise),
);

/** Minimum length of a word that distinguishes a company. */
const minLetters = 3;

/**
 * Checks whether a text is the first words of a company's name, without its legal form. A company whose name has no
 * legal form must be named in full: courts and ministries have none, and their first words are the same.
 */
export function isStartOfCompany(
  text: string,
  { names, aliases }: Pick<NamedRecord, 'names' | 'aliases'>,
): boolean {
  const asked = splitLegalForm(normalise(text));
  const own = [...names, ...aliases].map(splitLegalForm);
  const hasForm = own.some(({ form }) => form !== undefined && form === (asked.form ?? form));
  const isDistinctive = asked.bare
    .split(' ')
    .some((word) => word.length >= minLetters && /\p{L}/u.test(word) && !sharedWords.has(word));
  return hasForm && isDistinctive && own.some(({ bare }) => bare.startsWith(`${asked.bare} `));
}

/** Removes words for legal forms, such as `LLP`. */
export const withoutFormWords = (text: string): string =>
  text
    .split(/\s+/)
    .filter((word) => !isFormWord(word))
    .join(' ');
