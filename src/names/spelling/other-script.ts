/** Cyrillic letters, with their most common Latin spelling. Letters with similar sounds have the same spelling. */
const sounds: Readonly<Record<string, string>> = {
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ё: 'e', ж: 'zh', з: 'z', и: 'i', й: 'i', к: 'k' },
  ...{ л: 'l', м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'h', ц: 'ts' },
  ...{ ч: 'ch', ш: 'sh', щ: 'sh', ъ: '', ы: 'i', ь: '', э: 'e', ю: 'iu', я: 'ia', і: 'i', ї: 'i', є: 'e' },
};

/** Replacements by which different Latin spellings of one sound become equal. They are applied in this order. */
const sameSounds: readonly (readonly [RegExp, string])[] = [
  [/shch|sch/g, 'sh'],
  [/dge/g, 'dzh'],
  [/th/g, 't'],
  [/ck|c(?!h)/g, 'k'],
  [/kh/g, 'h'],
  [/ks/g, 'x'],
  [/tz/g, 'ts'],
  [/[jy][eo]/g, 'e'],
  [/[jy]/g, 'i'],
  [/w/g, 'v'],
  [/ph/g, 'f'],
  [/ie/g, 'e'],
  [/([a-z])\1+/g, '$1'],
];

/**
 * Returns a phonetic key of a word in Latin letters, by which words in both scripts can be compared: `Ivanov` equals
 * `Иванов`. All letters of the word must belong to one script.
 */
export function phoneticKeyOf(word: string): string {
  const latin = Array.from(word.toLowerCase(), (letter) => sounds[letter] ?? letter).join('');
  return sameSounds.reduce((text, [spelling, sound]) => text.replace(spelling, sound), latin);
}

const digraphs: readonly (readonly [string, string])[] = [
  ...([
    ['shch', 'щ'],
    ['sch', 'щ'],
    ['zh', 'ж'],
    ['kh', 'х'],
    ['ts', 'ц'],
    ['ch', 'ч'],
    ['sh', 'ш'],
  ] as const),
  ...([
    ['yu', 'ю'],
    ['ju', 'ю'],
    ['ya', 'я'],
    ['ja', 'я'],
    ['yo', 'ё'],
    ['x', 'кс'],
    ['w', 'в'],
    ['j', 'й'],
    ['y', 'ы'],
    ['c', 'к'],
    ['q', 'к'],
    ['h', 'х'],
  ] as const),
];
const cyrillicOf = new Map(
  Object.entries(sounds).flatMap(([letter, sound]): [string, string][] =>
    sound.length === 1 && !'ёйыэіїє'.includes(letter) ? [[sound, letter]] : [],
  ),
);
const spelled = new RegExp(`${digraphs.map(([latin]) => latin).join('|')}|[a-z]`, 'g');

/**
 * Returns the longest part of a word that has only one spelling in the other script, in that spelling. It is used as a
 * search term. Returns undefined if the part has fewer than three letters.
 */
export function inOtherScript(word: string): string | undefined {
  const lower = word.toLowerCase();
  const parts = /\p{Script=Cyrillic}/u.test(lower)
    ? // Split at letters that have several spellings in Latin.
      lower
        .split(/[йьъыэюяхщцжёе]|[^а-я]/)
        .map((part) => Array.from(part, (letter) => sounds[letter]).join(''))
    : lower
        .split(/[yj][aeou]?|e|i[ua]|[^a-z]/)
        .map((part) => part.replace(spelled, (latin) => letterFor(latin)));
  const [longest = ''] = parts.toSorted((left, right) => right.length - left.length);
  return longest.length < 3 ? undefined : longest;
}

const letterFor = (latin: string) =>
  digraphs.find(([spelling]) => spelling === latin)?.[1] ?? cyrillicOf.get(latin) ?? '';
