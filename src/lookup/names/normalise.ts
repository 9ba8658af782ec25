/** Letters of the Cyrillic alphabet, and the Latin ones that look like them. */
const cyrillic = 'авекмнорстухіјѕ';
const latin = 'abekmhopctyxijs';
const toLatin = new Map([...cyrillic].map((letter, index) => [letter, latin[index] ?? letter]));
const toCyrillic = new Map([...latin].map((letter, index) => [letter, cyrillic[index] ?? letter]));

const invisible = /\p{Cf}/gu;
const accented = /\p{Script=Latin}/gu;
const apostrophes = /['’‘ʼ`´]/gu;
const punctuation = /[^\p{L}\p{N}]+/gu;

/**
 * The words of a text, without what people write differently: case, spaces, quotes, dashes, other punctuation, `ё`, and
 * letters that look alike in Cyrillic and Latin. Not for showing.
 */
export function normalise(text: string): string {
  const words = text
    .normalize('NFKC')
    .replace(invisible, '')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(apostrophes, '')
    .replace(accented, (letter) => letter.normalize('NFD').replace(/\p{M}/gu, ''))
    .replace(punctuation, ' ')
    .trim();
  return replaceEach(words, toLatin);
}

const replaceEach = (text: string, letters: ReadonlyMap<string, string>) =>
  Array.from(text, (letter) => letters.get(letter) ?? letter).join('');

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
const leadIn = new Set(
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

/** Shorter parts are in too many names. */
const fewestLetters = 4;
const mostParts = 6;

/**
 * What to ask a search by part of a name for, best first: parts of the text that everybody writes the same way, since
 * the service knows nothing of what `normalise` ignores. The later ones find what is misspelt elsewhere in the text.
 */
export function searchParts(text: string): string[] {
  const words = text
    .normalize('NFKC')
    .replace(invisible, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !isFormWord(word));
  const numbers = words.flatMap((word) => word.match(/\d{3,}/g) ?? []);
  // A year is the same in many numbers.
  const best = byLength(numbers.filter((number) => !/^(?:19|20)\d\d$/.test(number)));
  const names = byLength(words.filter((word) => !/\d/.test(word)));
  const sure = byLength(names.flatMap((word) => word.split(/[её]/i)));
  const parts = [
    ...best,
    ...sure.filter((part) => part.length >= fewestLetters).slice(0, 1),
    ...names.slice(0, 2).flatMap(inOneScript),
    ...names.filter((word) => word.length > 4).flatMap(endsOf),
    ...numbers,
    ...words.slice(0, 1),
  ];
  return [...new Set(parts)].slice(0, mostParts);
}

const endsOf = (word: string) => {
  const letters = Array.from(word);
  return [letters.slice(0, 4).join(''), letters.slice(-4).join('')];
};
const byLength = (words: readonly string[]) => words.toSorted((left, right) => right.length - left.length);

const formWords = new Set(spellings.filter(({ words }) => words.length === 1).map(({ words }) => words[0]));
const isFormWord = (word: string) => formWords.has(normalise(word));

/** The word in the script that most of its letters may belong to, where it mixes two. */
function inOneScript(word: string): string[] {
  const lower = word.toLowerCase();
  const isLatin = /\p{Script=Latin}/u.test(lower);
  const isCyrillic = /\p{Script=Cyrillic}/u.test(lower);
  if (!isLatin || !isCyrillic) return [word];
  const allCyrillic = replaceEach(lower, toCyrillic);
  return /\p{Script=Latin}/u.test(allCyrillic) ? [replaceEach(lower, toLatin)] : [allCyrillic];
}
