/**
 * Cyrillic transcriptions of foreign names by their sound: `Hale` becomes `Хейл`, `Whitmore` becomes `Уитмор`. Maps a
 * group of Latin letters to its Cyrillic spellings, most likely first. `-` stands for no letter.
 */
const spellings: Readonly<Record<string, string>> = {
  ...{
    a: 'а э е',
    ai: 'ей эй ай',
    ay: 'ей эй ай',
    ae: 'э е эй',
    au: 'о ау',
    aw: 'о',
    al: 'ол ал эл о',
    alk: 'ок олк',
  },
  ...{
    e: 'е э и',
    ea: 'и е эй э иа',
    ee: 'и',
    ei: 'ей ай и эй',
    ey: 'и ей эй',
    eu: 'ю ой',
    ew: 'ю у',
    eo: 'ео ио и о',
  },
  ...{
    i: 'и ы',
    ia: 'иа ия ья',
    ie: 'и ай ие',
    io: 'ио ьо',
    igh: 'ай',
    y: 'и ай й ы',
    ya: 'я',
    yu: 'ю',
    yo: 'йо е',
    you: 'я ю',
  },
  ...{
    o: 'о а',
    oa: 'о оу',
    oe: 'о оу е',
    oi: 'ой',
    oy: 'ой',
    oo: 'у о',
    ou: 'у оу ау а',
    ow: 'оу ау о',
    ough: 'о оу аф ау',
  },
  ...{ u: 'а у ю', ue: 'у ю', ui: 'у и', ur: 'ер ур', ir: 'ер ир', er: 'ер эр р', or: 'ор ер' },
  ...{
    b: 'б',
    c: 'к с',
    ch: 'ч ш к х',
    ck: 'к',
    d: 'д',
    dg: 'дж',
    f: 'ф',
    g: 'г дж ж',
    gh: 'г ф -',
    h: 'х г -',
  },
  ...{
    j: 'дж й ж',
    k: 'к',
    kh: 'х',
    kn: 'н',
    l: 'л',
    m: 'м',
    mc: 'мак',
    n: 'н',
    p: 'п',
    ph: 'ф',
    qu: 'кв',
    q: 'к',
    r: 'р',
  },
  ...{
    s: 'с з',
    sc: 'ск с',
    sch: 'ш ск щ',
    sh: 'ш',
    shch: 'щ',
    t: 'т',
    tch: 'ч',
    th: 'т з с ф',
    tz: 'ц',
    ts: 'ц тс',
  },
  ...{ v: 'в ф', w: 'у в', wa: 'уо ва уэ', wh: 'у в', wr: 'р', x: 'кс з', z: 'з ц', zh: 'ж', dj: 'дж' },
};
/** Cyrillic spellings of a vowel before a consonant and another vowel: `Kane`, `Price`. */
const long: Readonly<Record<string, string>> = { a: 'ей эй', i: 'ай', o: 'оу', u: 'ю у', e: 'и', y: 'ай' };
const isLong = (word: string, at: number) =>
  /^.(?:[bcdfgklmnprstvxz]|th|ch|st|ng|nd|ld)[aeiouy]/.test(word.slice(at));
/** Checks whether the letter at an index is a silent `e`: `Hale`, `Blakely`, `James`. */
const isSilent = (word: string, at: number) =>
  word[at] === 'e' && at > 1 && !/[aeiou]/.test(word[at - 1] ?? '');
const longestGroup = 4;
/** Maximum number of letters of a word that are compared. Nearly all names are shorter. */
const maxWordLength = 24;

const latinOf = (word: string) => word.toLowerCase().slice(0, maxWordLength);
/** Removes the second of two equal consonants, because writers double them inconsistently. */
const withoutDoubleConsonants = (word: string) => word.replace(/([^аеиоуыэюя])\1/g, '$1');
const cyrillicOf = (word: string) =>
  withoutDoubleConsonants(word.toLowerCase().replaceAll('ё', 'е').replace(/[ьъ]/g, '')).slice(
    0,
    maxWordLength,
  );

interface Spelling {
  readonly length: number;
  readonly written: readonly string[];
}

/** Returns the letter groups that start at an index with their spellings, longest first. */
function groupsAt(word: string, at: number): Spelling[] {
  const found: Spelling[] = [];
  for (let length = longestGroup; length > 0; length -= 1) {
    const group = word.slice(at, at + length);
    if (group.length < length) continue;
    const [letter = ''] = group;
    // Treat a double consonant like a single one, because it is pronounced the same.
    if (length === 2 && group[1] === letter && /[^aeiou]/.test(letter)) {
      found.push({ length, written: listed(spellings[letter]) });
      continue;
    }
    const written = [
      ...(length === 1 && isLong(word, at) ? listed(long[group]) : []),
      ...listed(spellings[group]),
      ...(length === 1 && isSilent(word, at) ? [''] : []),
    ];
    if (written.length > 0) found.push({ length, written });
  }
  return found;
}

const listed = (written = ''): readonly string[] =>
  written === '' ? [] : written.split(' ').map((one) => (one === '-' ? '' : one));

/** Checks whether a Cyrillic word may be the transcription of a Latin word. Both words are compared as a whole. */
export function isWrittenAs(latin: string, cyrillic: string): boolean {
  const [word, sound] = [latinOf(latin), cyrillicOf(cyrillic)];
  // For each index in the Latin word, the indexes in the Cyrillic word that can be reached together with it.
  const reached: Set<number>[] = Array.from({ length: word.length + 1 }, () => new Set());
  reached[0]?.add(0);
  for (let at = 0; at < word.length; at += 1) {
    const places = reached[at] as Set<number>;
    if (places.size === 0) continue;
    for (const { length, written } of groupsAt(word, at))
      for (const letters of written)
        for (const place of places)
          if (sound.startsWith(letters, place)) reached[at + length]?.add(place + letters.length);
  }
  return reached[word.length]?.has(sound.length) ?? false;
}

/** Maximum number of guesses that are used as search terms. Less likely guesses are dropped. */
const maxGuesses = 3;
/** Minimum length of a guess. Shorter guesses occur in too many names. */
const minGuessLength = 3;

/** Returns likely transcriptions of a word's beginning, most likely first. */
export function guessesInOtherScript(word: string): readonly string[] {
  const guesses = /\p{Script=Cyrillic}/u.test(word) ? inLatin(cyrillicOf(word)) : inCyrillic(latinOf(word));
  return guesses.filter((guess) => guess.length >= minGuessLength).slice(0, maxGuesses);
}

/** Latin letters that rarely transcribe a sound. */
const rareLetter = /^[cqy]$/;
/** Latin spellings of each Cyrillic sound, most likely first. */
const latinFor = [
  ...Object.entries(long).map(
    ([group, written]) => [group, listed(written).filter((sound) => sound.length > 1)] as const,
  ),
  ...Object.entries(spellings).map(([group, written]) => [group, listed(written)] as const),
]
  .flatMap(([group, written]) => written.map((sound, rank) => ({ group, sound, rank })))
  .filter(({ group, sound }) => group.length < 3 && sound !== '')
  .map((one) => ({ ...one, rank: one.rank + (rareLetter.test(one.group) ? 0.5 : 0) }))
  .toSorted((one, other) => one.rank - other.rank || one.group.length - other.group.length);

/** Returns how many spellings are tried: several for a vowel, one for a consonant. */
const branchingAt = (letter: string) => (/[aeiouy]|[аеиоуыэюя]/.test(letter) ? maxGuesses : 1);

/** Transcribes the beginning of a Cyrillic word, up to the consonant that follows its first vowel. */
function inLatin(word: string): string[] {
  const end = /^[^аеиоуыэюя]*[аеиоуыэюя]+й?[^аеиоуыэюя]?/.exec(word)?.[0].length ?? 0;
  return expand(end, (at) => {
    const isHalfVowel = /^у[аеиоыэ]/.test(word.slice(at));
    const fitting = latinFor.filter(
      ({ group, sound }) => word.startsWith(sound, at) && (!isHalfVowel || group.startsWith('w')),
    );
    const longest = Math.max(0, ...fitting.map(({ sound }) => sound.length));
    return fitting
      .filter(({ sound }) => sound.length === longest)
      .slice(0, branchingAt(word[at] ?? ''))
      .map(({ group }) => ({ text: group, length: longest }));
  });
}

function inCyrillic(word: string): string[] {
  const end = /^[^aeiouy]*[aeiouy]+[^aeiouy]?/.exec(word)?.[0].length ?? 0;
  return expand(end, (at) => {
    const groups = groupsAt(word, at);
    const group = isLong(word, at) ? groups.at(-1) : groups[0];
    const ways = group?.written.slice(0, branchingAt(word[at] ?? '')) ?? [];
    return ways.map((text) => ({ text, length: group?.length ?? 1 }));
  });
}

/** Maximum number of partial transcriptions that are extended. The least likely ones are dropped. */
const maxOpen = 27;

/** Returns all transcriptions that `step` builds for the beginning of a word, most likely first. */
function expand(
  end: number,
  step: (at: number) => readonly { readonly text: string; readonly length: number }[],
): string[] {
  let open = [{ text: '', at: 0, unlikely: 0 }];
  while (open.some(({ at }) => at < end))
    open = open
      .flatMap((one) =>
        one.at >= end
          ? [one]
          : step(one.at).map(({ text, length }, index) => ({
              text: one.text + text,
              at: one.at + length,
              unlikely: one.unlikely + index,
            })),
      )
      .toSorted((one, other) => one.unlikely - other.unlikely)
      .slice(0, maxOpen);
  return [...new Set(open.map(({ text }) => text))];
}
