import type { DocumentUnit } from '../../contract/features/documents/document-reader.ts';
import type { Worded } from '../../contract/language.ts';

type OfUnits = Readonly<Record<DocumentUnit, Worded>>;

/** Names of the units of documents. The English ones begin a sentence; the Russian ones are used inside a sentence. */
export const unitNames: OfUnits = {
  page: { en: 'Page', ru: 'страница' },
  sheet: { en: 'Sheet', ru: 'лист' },
  slide: { en: 'Slide', ru: 'слайд' },
  part: { en: 'Part', ru: 'часть' },
};

export const unitPlurals: OfUnits = {
  page: { en: 'Pages', ru: 'страницы' },
  sheet: { en: 'Sheets', ru: 'листы' },
  slide: { en: 'Slides', ru: 'слайды' },
  part: { en: 'Parts', ru: 'части' },
};

/** Names of units before one or several numbers. */
export const unitsBefore: OfUnits = {
  page: { en: 'page', ru: 'страницы' },
  sheet: { en: 'sheet', ru: 'листы' },
  slide: { en: 'slide', ru: 'слайды' },
  part: { en: 'part', ru: 'части' },
};

export const documentMessages = {
  ofFile: { en: 'File {number}: {note}', ru: 'Файл {number}: {note}' },
  printed: {
    en: 'The file itself cannot be read in this way, so this is a PDF that the service made from it. Its pages may differ from those of the file.',
    ru: 'Сам файл так прочитать нельзя, поэтому показан PDF, который сделала из него система. Его страницы могут не совпадать со страницами файла.',
  },
  escaped: {
    en: 'A backslash before [, ] or == is not in the document: it distinguishes the document’s own characters from marks such as [hidden: …].',
    ru: 'Обратная косая черта перед [, ] и == добавлена здесь, в документе её нет: так знаки самого документа отличаются от пометок вида [hidden: …].',
  },
  rest: {
    en: "{what} shown. To continue call again with pages: '{next}'{also}.",
    ru: "Показано: {what}. Чтобы читать дальше, повторите вызов с pages: '{next}'{also}.",
    inCard: {
      en: '{what} shown. Ask the assistant for the others.',
      ru: 'Показано: {what}. Остальное запросите у ассистента.',
    },
  },
  onePlace: { en: '{unit} {place} of {total} is', ru: '{unit} {place} из {total}' },
  places: { en: '{units} {places} of {total} are', ru: '{units} {places} из {total}' },
  pages: { en: '{some} of {total} pages are', ru: '{some} из {total} {total|страницы|страниц|страниц}' },
  orFind: {
    en: ', or with `find` for passages with certain words',
    ru: ' или с `find`, чтобы найти отрывки с нужными словами',
  },
  asPages: { en: " and as: 'pages'", ru: " и as: 'pages'" },
  asPictures: {
    en: 'Shown as pictures, because text does not convey their content: {unit} {numbers}.',
    ru: 'Как изображения показаны {unit} {numbers}: их содержание нельзя передать текстом.',
  },
  picturesElsewhere: {
    en: 'Not shown, because text does not convey their content; use read_document: {unit} {numbers}.',
    ru: 'Не показаны {unit} {numbers}: их содержание нельзя передать текстом. Откройте их через read_document.',
    inCard: {
      en: 'Not shown here, because text does not convey their content: {unit} {numbers}.',
      ru: 'Здесь не показаны {unit} {numbers}: их содержание нельзя передать текстом.',
    },
  },
  notAllWords: {
    en: 'No passage contains all {asked} words: these contain {held} of them.',
    ru: 'Ни в одном отрывке нет сразу всех слов запроса ({asked}): в показанных их {held}.',
  },
  morePassages: {
    en: '{total} passages contain the words, {shown} are shown: pass more words in `find`, or limit `pages`.',
    ru: 'Отрывков с этими словами: {total}, показано {shown}. Добавьте слова в `find` или ограничьте `pages`.',
    inCard: {
      en: '{total} passages contain the words, {shown} are shown.',
      ru: 'Отрывков с этими словами: {total}, показано {shown}.',
    },
  },
  notSearched: {
    en: 'Not searched, because they are pictures: {unit} {numbers}. To look at them, pass `pages` without `find`.',
    ru: 'По изображениям поиск не выполнялся: {unit} {numbers}. Чтобы посмотреть их, передайте `pages` без `find`.',
    inCard: {
      en: 'Not searched, because they are pictures: {unit} {numbers}.',
      ru: 'По изображениям поиск не выполнялся: {unit} {numbers}.',
    },
  },
  notCompared: {
    en: 'Not compared, because they are pictures: {unit} {numbers}. Look at them with read_document.',
    ru: 'Изображения не сравнивались: {unit} {numbers}. Посмотрите их через read_document.',
    inCard: {
      en: 'Not compared, because they are pictures: {unit} {numbers}.',
      ru: 'Изображения не сравнивались: {unit} {numbers}.',
    },
  },
  someSearched: {
    en: '{some} of {all} documents of the case were searched. The text lists the others with the reasons.',
    ru: 'Поиск выполнен в документах дела: {some} из {all}. Остальные перечислены в тексте с указанием причин.',
  },
  chooseDocument: {
    en: 'To read one, call again with `document`; to search all of them, with `find`.',
    ru: 'Чтобы прочитать один из них, повторите вызов с `document`; чтобы искать во всех — с `find`.',
    inCard: {
      en: 'Ask the assistant to read one of them.',
      ru: 'Попросите ассистента прочитать один из них.',
    },
  },
  otherWords: {
    en: 'The text may use other words: try them, or read the pages.',
    ru: 'В тексте это может быть сказано другими словами: попробуйте их или прочитайте страницы.',
    inCard: { en: 'The text may use other words.', ru: 'В тексте это может быть сказано другими словами.' },
  },
} as const satisfies Record<string, Worded>;
