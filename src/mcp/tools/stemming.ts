/** Words of a text in Latin or Cyrillic letters. */
export const termsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** What says nothing about what is wanted. */
const empty = new Set(
  'a an the of to for in on at by with and or is are be i me my we our it its this that these please need want how do can как мне мой моя мое мои нам наш и или в во на по с со к ко у о об от до из за для это этот эта эти надо нужно можно хочу пожалуйста все всё бы же ли что'.split(
    ' ',
  ),
);

/** Endings of Russian nouns, adjectives and verbs, longest first. */
const russianEnding =
  /(?:ировать|ывать|ивать|овать|аться|иться|ываем|[еа]ни(?:ями|ях|ям|ем|е|я|ю|й|и)|ить|ать|ять|еть|уть|ите|ай|яй|айте|ишь|ешь|ами|ями|ого|его|ому|ему|ыми|ими|ешь|ов|ев|ей|ах|ях|ам|ям|ом|ем|ую|юю|ая|яя|ое|ее|ые|ие|ый|ий|ой|ы|и|а|я|у|ю|е|о|ь|й)$/;

const englishEnding = /(?:ies|ing|ed|es|s|e|y)$/;

/** Shorter ones are other words. */
const minStem = 3;

/**
 * What the forms of a word have in common, as far as a search needs it: it is applied to both sides, so it has to be the
 * same more than right.
 * @returns undefined for words that say nothing
 */
export function stem(term: string): string | undefined {
  const word = term.toLowerCase().replaceAll('ё', 'е');
  if (empty.has(word)) return undefined;
  const ending = /[а-я]/.test(word) ? russianEnding : englishEnding;
  const short = word.replace(ending, '');
  return short.length >= minStem ? short : word;
}
