import { inWords, type ServerSentence, type Speaking } from './server-words.ts';

/** What the server says of documents in words of its own, in those of the reader. */

const units: Readonly<Record<string, string>> = {
  page: 'страница',
  sheet: 'лист',
  slide: 'слайд',
  part: 'часть',
};

/** Of which there are so many. */
const counted: Readonly<Record<string, string>> = {
  page: 'страниц',
  sheet: 'листов',
  slide: 'слайдов',
  part: 'частей',
};

const kinds: Readonly<Record<string, string>> = {
  'Word document': 'документ Word',
  'OpenDocument text': 'текст OpenDocument',
  'RTF text': 'текст RTF',
  'HTML page': 'страница HTML',
  'e-mail': 'письмо',
  presentation: 'презентация',
  spreadsheet: 'таблица',
  'electronic signature': 'электронная подпись',
};

const capital = (word: string) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;

const sentences: readonly ServerSentence[] = [
  [
    /^The file itself cannot be read that way: .+$/,
    () =>
      'Сам файл так прочитать нельзя: это PDF, который делает из него система. Страницы могут не совпадать.',
  ],
  [
    /^(Page|Sheet|Slide|Part)s? (\S+) of (\d+) (?:is|are) shown\..*$/,
    (unit, some, all) =>
      `Показано: ${units[unit.toLowerCase()]} ${some} из ${all}. Об остальном спросите ассистента.`,
  ],
  [
    /^(Page|Sheet|Slide|Part) (\S+) of (\d+)(: .*)?$/,
    (unit, some, all, label = '') => `${capital(units[unit.toLowerCase()] ?? '')} ${some} из ${all}${label}`,
  ],
  [
    /^No passage holds all (\d+) words: these hold (\d+) of them\.$/,
    (all, some) => `Все слова (${all}) вместе нигде не встречаются: в этих местах их ${some}.`,
  ],
  [
    /^(\d+) passages hold the words, (\d+) are shown: .+$/,
    (all, some) => `Мест с этими словами: ${all}, показано ${some}.`,
  ],
  [
    /^Not searched, since they are pictures: (\w+) ([\d,-]+)\. Look at them/,
    (unit, some) => `Не просмотрено, потому что это изображения: ${units[unit] ?? unit} ${some}.`,
  ],
  [
    /^As pictures, since their text does not say what they show: (\w+) (\S+)\.$/,
    (unit, some) => `Изображениями, потому что текст не передаёт содержания: ${units[unit] ?? unit} ${some}.`,
  ],
  [
    /^Other words may say the same: try them, or read the pages\.$/,
    () => 'То же может быть сказано другими словами: попробуйте их.',
  ],
  [/^No passage holds these words\.$/, () => 'Этих слов в документе нет.'],
  [/^\[a picture\]$/, () => '[изображение]'],
  [/^\[no text\]$/, () => '[без текста]'],
  [/^dated (.+)$/, (day) => `от ${day}`],
  [/^case: (.+)$/, (name) => `дело: ${name}`],
  [/^filed (\S+) by (.+)$/, (day, who) => `поступил ${day}, добавил(а) ${who}`],
  [/^filed (\S+)$/, (day) => `поступил ${day}`],
  [
    /^(.+), (\d+) (page|sheet|slide|part)s?$/,
    (kind, count, unit) => `${kinds[kind] ?? kind} (${counted[unit]}: ${count})`,
  ],
];

export const inDocumentWords = (text: string, reader: Speaking): string => inWords(text, reader, sentences);
