import type { AnswerFact } from './answers.ts';

const months = {
  en: 'january february march april may june july august september october november december'.split(' '),
  ru: 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(' '),
};

/**
 * Returns patterns for the usual ways to write a date, also as part of a list: `5, 6 and 10 March`.
 * @param day date, as `2026-03-05`
 */
export function writtenDay(day: string): readonly RegExp[] {
  const [, month = 1, date = 1] = day.split('-').map(Number);
  const [english = '', russian = ''] = [months.en[month - 1], months.ru[month - 1]];
  const short = `${english.slice(0, 3)}(?:${english.slice(3)}|t)?\\.?`;
  const number = `(?<!\\d)0?${date}`;
  const others = '(?:(?:,| and| и)+ \\d{1,2})*';
  return [
    new RegExp(day),
    new RegExp(`${number}(?:st|nd|rd|th)?${others}(?: of)? ${short}`),
    new RegExp(`(?<!\\d )${short} 0?${date}(?!\\d)`),
    new RegExp(`${number}(?:-?(?:го|е))?${others} ${russian.slice(0, 3)}`),
    new RegExp(`${number}[./]0?${month}(?!\\d)`),
  ];
}

/** Returns patterns for the usual ways to write an amount, with any separators. */
export function writtenAmount(amount: number): readonly RegExp[] {
  const [whole = '', part] = String(amount).split('.');
  const groups = whole.replace(/\B(?=(?:\d{3})+$)/g, '[ ,.]?');
  const end = part === undefined ? '(?![\\d])' : `[.,]${part}`;
  const millions = amount / 1_000_000;
  const spoken = String(millions).replace('.', '[.,]');
  return [
    new RegExp(`(?<![\\d])${groups}${end}`),
    ...(millions >= 0.1 && Number.isInteger(amount / 10_000)
      ? [new RegExp(`(?<![\\d.,])${spoken}0? ?(?:m|млн)`)]
      : []),
    ...(Number.isInteger(amount / 1000)
      ? [new RegExp(`(?<![\\d.,])${amount / 1000} ?(?:k(?![a-z])|тыс|thousand)`)]
      : []),
  ];
}

const words: Readonly<Record<number, string>> = {
  0: 'ноль|нет|none|no|zero|ни одн',
  1: 'один|одн|one',
  2: 'два|две|двух|двое|two|both',
  3: 'три|трех|трое|three',
  4: 'четыре|four',
  5: 'пять|five',
  6: 'шесть|six',
  7: 'семь|seven',
  8: 'восемь|eight',
  9: 'девять|nine',
  10: 'десять|ten',
};

/** Returns patterns for the ways to write a small number. */
export const writtenCount = (count: number): readonly RegExp[] => [
  new RegExp(`(?<![\\d.,:/-])${count}(?![\\d:/]|[.,]\\d)`),
  ...(words[count] === undefined ? [] : [new RegExp(`(?<![a-zа-я])(?:${words[count]})`)]),
];

const latin: Readonly<Record<string, string>> = Object.fromEntries(
  'а:a б:b в:v г:g д:d е:e ж:zh з:z и:i й:i к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:kh ц:ts ч:ch ш:sh щ:shch ъ: ы:y ь: э:e ю:yu я:ya'
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);

/** English surnames as Russian answers spell them. */
const cyrillic: Readonly<Record<string, string>> = {
  hale: 'хейл',
  petrova: 'петров',
  winters: 'уинтерс',
  ashby: 'эшби',
};

/** Returns spellings of a surname in both alphabets that match all its cases. */
export function namedPerson({ LastName }: { readonly LastName: string }): AnswerFact {
  const name = LastName.toLowerCase().replaceAll('ё', 'е');
  const stem = name.length > 4 ? name.replace(/(?:а|ая|ий|ой)$/, '') : name;
  return [stem, [...stem].map((letter) => latin[letter] ?? letter).join(''), cyrillic[name] ?? stem];
}

/** Returns a fact that matches the full name or number of a case. Used for cases that an answer must not mention. */
export const exactCase = ({ Name, Number: number }: any): AnswerFact =>
  [Name, number].filter((text) => text !== undefined && text !== null && text !== '');

/** Returns a fact that matches the name or number of a case, or the first word of its name without a legal form. */
export function namedCase(card: any): AnswerFact {
  const [first = ''] = card.Name.replace(/^(?:ООО|АО|ИП|ТСЖ) /, '').split(/[ ,]/);
  return [...[exactCase(card)].flat(), first];
}

/** Words of an assistant that reports a failure or refusal. */
export const saysNo: AnswerFact = [
  /не могу|не удалось|отклон|отказ|нельзя|невозможно|не умею|нет (?:так|возможност|инструмент|доступ|прав|операци|функци)|не (?:поддерж|предусмотр|отправл|выполн|удал|получ|внес|сдела|доступ)/,
  /cannot|cant|declin|reject|refus|could ?n[o']?t|unable|not able|not possible|no (?:tool|way|operation|access|permission)|not (?:sent|done|deleted|supported|available|allowed|permitted)|nothing (?:was|has been)|did ?n[o']?t|have ?n[o']?t|was ?n[o']?t|isnt|don'?t have/,
];
