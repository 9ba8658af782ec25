/** Inflectional endings of Russian, longest first, without those of surnames. */
const russianEnding =
  /(?:иями|ями|ами|иях|иям|ием|ией|ого|его|ому|ему|ыми|ими|ях|ах|ям|ам|ом|ем|ой|ей|ою|ею|ый|ий|ая|яя|ое|ее|ые|ие|ую|юю|ых|их|ым|им|ия|ию|ии|ы|и|а|я|у|ю|е|о|ь|й)$/;
const englishEnding = /(?:’?s|'s|es)$/;

/**
 * Minimum length of a stem in letters, because shorter stems match unrelated words. Russian allows three letters,
 * because first names have such short stems: `Анн-`.
 */
const minStem = { russian: 3, english: 4 };

/** Returns a word's stem. Returns the word itself if the stem would be too short. */
export function stemOf(word: string): string {
  const lower = word.toLowerCase();
  const isRussian = /\p{Script=Cyrillic}/u.test(lower);
  const { length } = lower.replace(isRussian ? russianEnding : englishEnding, '');
  return length >= (isRussian ? minStem.russian : minStem.english) ? word.slice(0, length) : word;
}
