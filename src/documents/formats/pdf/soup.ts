import { followsInRussian } from '../texts/letters.ts';

/** Letter pairs that make up most of English text. */
const pairs = (text: string) => new Set(text.match(/\S\S/gu));
const english = pairs(
  'acadagaialamanaparasatayauavbebablblbobybucacechckclcocrctcudaddededidodsduedearecedeeefelemeneperesevex' +
    'fafefifofrffgegrgahahehihoiaicidieigilimininioirisitivkekildlaldleliloltlylsmamemimompmbnancndnengninonsntnuny' +
    'obocodofokolomonooopororosotouowpapepiplpoprpurarardrereririrorsrtrusasescsesishsisosspstsusytatetethtitotrtstutytw' +
    'uauctudugulumunupurusutvevivowawewhwiwoyaryoysyeixpekerncrmourmseaslesllhr',
);

/**
 * Minimum number of letter pairs for a decision, and limits for the share of known pairs. In English and Russian prose
 * the share is above 0.8, in names about 0.6. Below `minKnownShare` the text is nonsense. Above `validKnownShare` the
 * text is valid even if the font maps no characters.
 */
const minPairs = 60;
const minKnownShare = 0.45;
const validKnownShare = 0.7;
/** Maximum share of unmapped characters, and maximum share of unusual letters. */
const lostShare = 0.1;
const oddShare = 0.15;

/** Characters without meaning, except those of symbol fonts for bullets and ticks. */
const lost = /[\ufffd\p{Cn}\p{Cc}]|(?![\uf020-\uf0ff])\p{Co}/gu;
/** Letters of phonetic alphabets, and letters of scripts that these documents do not use. */
const odd =
  /[\u0180-\u019f\u01a2-\u01ae\u01b1-\u0217\u021c-\u0258\u025a-\u02ff\u0370-\u0385\u03d0-\u03ff\u0460-\u0481\u0500-\u052f\u13a0-\u167f]/gu;

const countOf = (text: string, sign: RegExp) => text.match(sign)?.length ?? 0;

/**
 * Checks whether the text of a page is nonsense, because a font maps its glyphs to wrong characters or to none. Tables
 * of figures, codes, addresses and lists of names do not count as nonsense.
 * @param unknown number of glyphs that the font does not map to a character. PDFium also counts every glyph in the
 * fonts of text recognition programs, although their text is correct.
 */
export function isNonsenseText(text: string, unknown = 0): boolean {
  const signs = countOf(text, /\S/gu);
  if (signs === 0) return false;
  if (countOf(text, lost) / signs > lostShare) return true;
  const share = knownPairs(text);
  if (unknown / signs > lostShare && !(share !== undefined && share > validKnownShare)) return true;
  const letters = countOf(text, /\p{L}/gu);
  if (letters < 20) return false;
  if (countOf(text, odd) / letters > oddShare) return true;
  // Text with mostly such letters is Cyrillic in an old code page that was decoded as Western European.
  if (countOf(text, /[À-ÿ]/gu) / letters > 0.5) return true;
  return hasMixedWords(text) || (share !== undefined && share < minKnownShare);
}

/** Checks whether many words mix Latin and Cyrillic letters. A few such words are typing errors or tricks. */
function hasMixedWords(text: string): boolean {
  const words = text.match(/\p{L}{4,}/gu) ?? [];
  const mixed = words.filter((word) => /[a-z]/iu.test(word) && /[а-яё]/iu.test(word));
  return mixed.length >= 5 && mixed.length / words.length > 0.25;
}

/** Returns the share of common letter pairs; undefined if there are too few pairs. */
function knownPairs(text: string): number | undefined {
  let [known, all] = [0, 0];
  for (const [word] of text.matchAll(/(?<![\p{L}\p{N}])(?:[a-z]+|[а-яё]+)(?![\p{L}\p{N}])/giu)) {
    // Skip abbreviations and codes.
    if (word.length < 3 || (word.length <= 6 && word === word.toUpperCase())) continue;
    const lower = word.toLowerCase().replaceAll('ё', 'е');
    const isKnown = /[a-z]/.test(lower) ? isEnglish : followsInRussian;
    for (let at = 0; at + 1 < lower.length; at += 1) {
      all += 1;
      if (isKnown(lower.charAt(at), lower.charAt(at + 1))) known += 1;
    }
  }
  return all >= minPairs ? known / all : undefined;
}

const isEnglish = (first: string, second: string) => english.has(first + second);
