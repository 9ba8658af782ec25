import { inWords, type Speaking } from './server-words.ts';

/** What the server says within the text of a document, which it writes in English alone, in the words of the reader. */

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

/** Within each the parts in brackets are handed on. */
const sentences: readonly (readonly [pattern: RegExp, russian: (...parts: string[]) => string])[] = [
  [
    /^(Page|Sheet|Slide|Part) (\S+) of (\d+)(: .*)?$/,
    (unit, some, all, label = '') => `${capital(units[unit.toLowerCase()] ?? '')} ${some} из ${all}${label}`,
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

/** None is longer; what is may be anybody's. */
const longest = 600;

export function inDocumentWords(text: string, reader: Speaking): string {
  if (reader.language === 'ru' && text.length <= longest)
    for (const [pattern, russian] of sentences) {
      const found = pattern.exec(text);
      if (found) return russian(...found.slice(1));
    }
  return inWords(text, reader);
}
