import { followsInRussian } from '../texts/letters.ts';

/** Pairs of letters that make up most of what is written in English. */
const pairs = (text: string) => new Set(text.match(/\S\S/gu));
const english = pairs(
  'acadagaialamanaparasatayauavbebablblbobybucacechckclcocrctcudaddededidodsduedearecedeeefelemeneperesevex' +
    'fafefifofrffgegrgahahehihoiaicidieigilimininioirisitivkekildlaldleliloltlylsmamemimompmbnancndnengninonsntnuny' +
    'obocodofokolomonooopororosotouowpapepiplpoprpurarardrereririrorsrtrusasescsesishsisosspstsusytatetethtitotrtstutytw' +
    'uauctudugulumunupurusutvevivowawewhwiwoyaryoysyeixpekerncrmourmseaslesllhr',
);

/**
 * A page is judged by its pairs when it has so many. Prose in either language has more than eight of ten known ones,
 * names have six; letters in any other order have fewer than the least, and what is believed against the font has most.
 */
const enoughPairs = 60;
const leastKnown = 0.45;
const mostKnown = 0.7;
/** Of all signs, where they stand for no character; of letters, where no language of the documents has them. */
const lostShare = 0.1;
const oddShare = 0.15;

/** Replaced, private, unassigned; signs that fonts of symbols use for bullets and ticks are left out. */
const lost = /[\ufffd\p{Cn}\p{Cc}]|(?![\uf020-\uf0ff])\p{Co}/gu;
/** Latin and other letters that only phoneticians write, and scripts that are nobody's here. */
const odd =
  /[\u0180-\u019f\u01a2-\u01ae\u01b1-\u0217\u021c-\u0258\u025a-\u02ff\u0370-\u0385\u03d0-\u03ff\u0460-\u0481\u0500-\u052f\u13a0-\u167f]/gu;

const countOf = (text: string, sign: RegExp) => text.match(sign)?.length ?? 0;

/**
 * Whether the letters of a page decode to nonsense, as those of fonts do that say wrongly or not at all which characters
 * they draw. Tables of figures, codes, addresses and lists of names are no nonsense.
 * @param unknown how many of the letters the font names no character for: programs that recognise scans write fonts for
 * which that is said of every letter, though each is right
 */
export function isGlyphSoup(text: string, unknown = 0): boolean {
  const signs = countOf(text, /\S/gu);
  if (signs === 0) return false;
  if (countOf(text, lost) / signs > lostShare) return true;
  const share = knownPairs(text);
  if (unknown / signs > lostShare && !(share !== undefined && share > mostKnown)) return true;
  const letters = countOf(text, /\p{L}/gu);
  if (letters < 20) return false;
  if (countOf(text, odd) / letters > oddShare) return true;
  // Cyrillic letters of an old code page that were taken for those of Western Europe.
  if (countOf(text, /[À-ÿ]/gu) / letters > 0.5) return true;
  return hasMixedWords(text) || (share !== undefined && share < leastKnown);
}

/** Words of two alphabets: one that looks like another now and then is a slip or a trick. */
function hasMixedWords(text: string): boolean {
  const words = text.match(/\p{L}{4,}/gu) ?? [];
  const mixed = words.filter((word) => /[a-z]/iu.test(word) && /[а-яё]/iu.test(word));
  return mixed.length >= 5 && mixed.length / words.length > 0.25;
}

/** The share of pairs of letters that are usual in the language of their word; undefined where there are too few. */
function knownPairs(text: string): number | undefined {
  let [known, all] = [0, 0];
  for (const [word] of text.matchAll(/(?<![\p{L}\p{N}])(?:[a-z]+|[а-яё]+)(?![\p{L}\p{N}])/giu)) {
    // Abbreviations and codes are no words.
    if (word.length < 3 || (word.length <= 6 && word === word.toUpperCase())) continue;
    const lower = word.toLowerCase().replaceAll('ё', 'е');
    const isKnown = /[a-z]/.test(lower) ? isEnglish : followsInRussian;
    for (let at = 0; at + 1 < lower.length; at += 1) {
      all += 1;
      if (isKnown(lower.charAt(at), lower.charAt(at + 1))) known += 1;
    }
  }
  return all >= enoughPairs ? known / all : undefined;
}

const isEnglish = (first: string, second: string) => english.has(first + second);
