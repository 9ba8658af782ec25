/** Cyrillic letters, and the Latin letters that look like them, in the same order. */
const cyrillic = 'авекмнорстухіјѕ';
const latin = 'abekmhopctyxijs';
const toLatin = new Map([...cyrillic].map((letter, index) => [letter, latin[index] ?? letter]));
const toCyrillic = new Map([...latin].map((letter, index) => [letter, cyrillic[index] ?? letter]));

/** Returns the letter of the other alphabet that looks the same. Returns undefined if there is none. */
export const lookAlikeOf = (letter: string): string | undefined =>
  toLatin.get(letter) ?? toCyrillic.get(letter);

const invisible = /\p{Cf}/gu;
const accented = /\p{Script=Latin}/gu;
const apostrophes = /['’‘ʼ`´]/gu;
const punctuation = /[^\p{L}\p{N}]+/gu;

/** Maximum length of a name. NFKC can expand one character to a whole phrase. */
const maxLength = 500;

/**
 * Normalizes a string for comparison, not for display. Removes differences in letter case, spaces, quotes, dashes,
 * other punctuation, `ё`, and letters that look alike in Cyrillic and Latin.
 */
export const normalise = (text: string): string => replaceEach(plain(text), toLatin);

/** Lowercases a string and replaces `ё` and look-alike letters. All other characters stay. */
export const foldLetters = (text: string): string =>
  replaceEach(text.toLowerCase().replaceAll('ё', 'е'), toLatin);

/** Removes invisible characters, replaces typographic variants (NFKC), and cuts the string to `maxLength`. */
export const apartFromMarks = (text: string) =>
  text.slice(0, maxLength).normalize('NFKC').slice(0, maxLength).replace(invisible, '');

/** Works like `normalise` and finds the same words, but does not replace look-alike letters. */
export function plain(text: string): string {
  return apartFromMarks(text)
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(apostrophes, '')
    .replace(accented, (letter) => letter.normalize('NFD').replace(/\p{M}/gu, ''))
    .replace(punctuation, ' ')
    .trim();
}

/** Replaces every letter whose lower case is in the map. A capital letter is replaced by a capital one. */
const replaceEach = (text: string, letters: ReadonlyMap<string, string>) =>
  Array.from(text, (letter) => {
    const lower = letter.toLowerCase();
    const other = letters.get(lower);
    return other === undefined ? letter : lower === letter ? other : other.toUpperCase();
  }).join('');

/** Legal forms of companies, each with its spellings. */
const forms: Readonly<Record<string, readonly string[]>> = {
  llc: [
    'ооо',
    'ooo',
    'общество с ограниченной ответственностью',
    'llc',
    'l l c',
    'limited liability company',
  ],
  jsc: ['ао', 'ao', 'акционерное общество', 'jsc', 'joint stock company'],
  pjsc: ['пао', 'pao', 'публичное акционерное общество', 'pjsc'],
  njsc: ['нао', 'непубличное акционерное общество'],
  ojsc: ['оао', 'oao', 'открытое акционерное общество', 'ojsc'],
  cjsc: ['зао', 'zao', 'закрытое акционерное общество', 'cjsc'],
  sole: ['ип', 'индивидуальный предприниматель', 'sole trader'],
  ano: ['ано', 'автономная некоммерческая организация'],
  fgup: ['фгуп'],
  gup: ['гуп'],
  mup: ['муп'],
  hoa: ['тсж', 'товарищество собственников жилья'],
  coop: ['пк', 'производственный кооператив'],
  ltd: ['ltd', 'limited'],
  plc: ['plc', 'public limited company'],
  inc: ['inc', 'incorporated'],
  corp: ['corp', 'corporation'],
  llp: ['llp', 'limited liability partnership'],
  lp: ['lp', 'limited partnership'],
  gmbh: ['gmbh'],
};
const spellings = Object.entries(forms)
  .flatMap(([form, words]) => words.map((word) => ({ form, words: normalise(word).split(' ') })))
  // Longest first, because the spelling of a public joint-stock company contains that of a joint-stock company.
  .sort((left, right) => right.words.length - left.words.length);

/** A normalized company name without its legal form. */
export interface CompanyName {
  /** Name without its legal form. If it has none, the whole name. */
  readonly bare: string;
  readonly form: string | undefined;
}

/** Splits a company name into name and legal form. @param name normalized name */
export function splitLegalForm(name: string): CompanyName {
  const words = name.split(' ');
  for (const { form, words: spelling } of spellings) {
    if (spelling.length >= words.length) continue;
    const isAt = (place: number) => spelling.every((word, index) => words[place + index] === word);
    const place = [0, words.length - spelling.length].find(isAt);
    if (place === undefined) continue;
    return { bare: words.toSpliced(place, spelling.length).join(' '), form };
  }
  return { bare: name, form: undefined };
}

/** Words that introduce a number, such as `case no`. */
export const leadIn: ReadonlySet<string> = new Set(
  'судебное арбитражное дело дела делу деле объект номер case matter object number no n'
    .split(' ')
    .map(normalise),
);

/** Removes the words that introduce a number: `дело № 2-1234` → `2-1234`. @param name normalized name */
export function withoutLeadIn(name: string): string {
  const words = name.split(' ');
  const start = words.findIndex((word) => !leadIn.has(word));
  return start < 1 ? name : words.slice(start).join(' ');
}

const formWords = new Set(spellings.filter(({ words }) => words.length === 1).map(({ words }) => words[0]));
export const isFormWord = (word: string) => formWords.has(normalise(word));

/**
 * Converts a word that mixes Cyrillic and Latin letters to one script: to Cyrillic if all its Latin letters have
 * look-alikes, otherwise to Latin as far as possible.
 */
export function inOneScript(word: string): string {
  if (!isLatin(word) || !isCyrillic(word)) return word;
  const allCyrillic = replaceEach(word, toCyrillic);
  return isLatin(allCyrillic) ? replaceEach(word, toLatin) : allCyrillic;
}

/** Returns a word in both scripts if each letter looks the same in both. */
export function inEitherScript(word: string): string[] {
  const one = inOneScript(word);
  const other = replaceEach(one, isCyrillic(one) ? toLatin : toCyrillic);
  return isLatin(other) && isCyrillic(other) ? [one] : [...new Set([one, other])];
}

const isLatin = (text: string) => /\p{Script=Latin}/u.test(text);
export const isCyrillic = (text: string) => /\p{Script=Cyrillic}/u.test(text);
