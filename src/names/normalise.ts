/** Letters of the Cyrillic alphabet, and the Latin ones that look like them. */
const cyrillic = 'авекмнорстухіјѕ';
const latin = 'abekmhopctyxijs';
const toLatin = new Map([...cyrillic].map((letter, index) => [letter, latin[index] ?? letter]));
const toCyrillic = new Map([...latin].map((letter, index) => [letter, cyrillic[index] ?? letter]));

/** A letter of the other alphabet that looks the same; undefined where there is none. */
export const twinOf = (letter: string): string | undefined => toLatin.get(letter) ?? toCyrillic.get(letter);

const invisible = /\p{Cf}/gu;
const accented = /\p{Script=Latin}/gu;
const apostrophes = /['’‘ʼ`´]/gu;
const punctuation = /[^\p{L}\p{N}]+/gu;

/** Characters of a text that are looked at: names are shorter, and some characters stand for a whole sentence. */
const maxLength = 500;

/**
 * The words of a text, without what people write differently: case, spaces, quotes, dashes, other punctuation, `ё`, and
 * letters that look alike in Cyrillic and Latin. Not for showing.
 */
export const normalise = (text: string): string => replaceEach(plain(text), toLatin);

/** The text letter by letter, without regard to case, `ё` and look-alike letters; all else stays. */
export const foldLetters = (text: string): string =>
  replaceEach(text.toLowerCase().replaceAll('ё', 'е'), toLatin);

/** The text without invisible characters and typographic variants of others. */
export const apartFromMarks = (text: string) =>
  text.slice(0, maxLength).normalize('NFKC').slice(0, maxLength).replace(invisible, '');

/** As `normalise`, in the scripts in which it is written: the same words in the same order. */
export function plain(text: string): string {
  return apartFromMarks(text)
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(apostrophes, '')
    .replace(accented, (letter) => letter.normalize('NFD').replace(/\p{M}/gu, ''))
    .replace(punctuation, ' ')
    .trim();
}

/** Each letter by its lower case, in the case in which it stands. */
const replaceEach = (text: string, letters: ReadonlyMap<string, string>) =>
  Array.from(text, (letter) => {
    const lower = letter.toLowerCase();
    const other = letters.get(lower);
    return other === undefined ? letter : lower === letter ? other : other.toUpperCase();
  }).join('');

/** Legal forms by what they mean, each as people write it. */
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
  // The longest first: a public joint-stock company is no joint-stock company.
  .sort((left, right) => right.words.length - left.words.length);

/** A normalised name of a company apart from its legal form. */
export interface CompanyName {
  /** Without the form; the whole where nothing else is left. */
  readonly bare: string;
  readonly form: string | undefined;
}

/** @param name normalised */
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

/** Words before a number that say what it is the number of. */
export const leadIn: ReadonlySet<string> = new Set(
  'судебное арбитражное дело дела делу деле объект номер case matter object number no n'
    .split(' ')
    .map(normalise),
);

/** @param name normalised; `дело № 2-1234` → `2-1234` */
export function withoutLeadIn(name: string): string {
  const words = name.split(' ');
  const start = words.findIndex((word) => !leadIn.has(word));
  return start < 1 ? name : words.slice(start).join(' ');
}

const formWords = new Set(spellings.filter(({ words }) => words.length === 1).map(({ words }) => words[0]));
/** Whether the word is a legal form and nothing else. */
export const isFormWord = (word: string) => formWords.has(normalise(word));

/** The word in the script that most of its letters may belong to, where it mixes two. */
export function inOneScript(word: string): string {
  if (!isLatin(word) || !isCyrillic(word)) return word;
  const allCyrillic = replaceEach(word, toCyrillic);
  return isLatin(allCyrillic) ? replaceEach(word, toLatin) : allCyrillic;
}

/** The ways to write a word of which every letter may be of either script: one, where it holds letters that may not. */
export function inEitherScript(word: string): string[] {
  const one = inOneScript(word);
  const other = replaceEach(one, isCyrillic(one) ? toLatin : toCyrillic);
  return isLatin(other) && isCyrillic(other) ? [one] : [...new Set([one, other])];
}

const isLatin = (text: string) => /\p{Script=Latin}/u.test(text);
export const isCyrillic = (text: string) => /\p{Script=Cyrillic}/u.test(text);
