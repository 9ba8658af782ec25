import type { Worded } from '../../contract/language.ts';

/** Notes on files of any format. */
export const fileMessages = {
  renamed: {
    en: 'Its name ends in .{ending}, but by its content it is another kind of file ({kind}): it was read as that.',
    ru: 'Имя файла оканчивается на .{ending}, но по содержимому это файл другого вида ({kind}): так он и прочитан.',
  },
  tooLong: {
    en: 'It is longer than {characters} characters: what comes after them is left out.',
    ru: 'Он длиннее {characters} {characters|знака|знаков|знаков}: всё, что после них, опущено.',
  },
  tooManyParts: {
    en: 'It has {total} parts, of which the first {pages} are read.',
    ru: 'Частей в нём {total}, прочитаны первые {pages}.',
  },
  noWords: { en: 'There are no words in it.', ru: 'Слов в нём нет.' },
  otherCharset: {
    en: 'It says that its letters are in the charset {stated}, which makes no words of them: they were read as {charset}.',
    ru: 'В нём указана кодировка {stated}, но слов в ней не получается: прочитан в кодировке {charset}.',
  },
  drawing: {
    en: 'It is a drawing: only its words are read.',
    ru: 'Это рисунок: прочитаны только слова в нём.',
  },
  hiddenFromReaders: {
    en: 'Some of its text is not seen by people who open it: it stands in [hidden: …].',
    ru: 'Часть текста не видна тем, кто открывает файл: она стоит в [hidden: …].',
  },
  hiddenOnPage: {
    en: 'Some of its text is not seen on the page: it stands as [hidden: …].',
    ru: 'Часть текста не видна на странице: она стоит в [hidden: …].',
  },
  comments: {
    en: 'It has {comments} comments, as [comment by NAME: …].',
    ru: 'В нём {comments} {comments|примечание|примечания|примечаний}: они стоят как [comment by ИМЯ: …].',
  },
  macros: {
    en: 'It has macros, which are never run.',
    ru: 'В нём есть макросы, они никогда не запускаются.',
  },
  endsEarly: {
    en: 'The file ends in the middle: what should follow is missing.',
    ru: 'Файл обрывается: того, что должно идти дальше, нет.',
  },
} as const satisfies Record<string, Worded>;

/** Notes on messages and signatures. */
export const mailMessages = {
  signatureUnchecked: { en: 'The signature was not checked.', ru: 'Подпись не проверялась.' },
  signedMessage: {
    en: 'The message is signed electronically: the signature was not checked.',
    ru: 'Письмо подписано электронной подписью: подпись не проверялась.',
  },
  signedOrEncrypted: {
    en: 'The message is signed or encrypted electronically: no signature was checked.',
    ru: 'Письмо подписано или зашифровано: подпись не проверялась.',
  },
  signedAttachment: {
    en: 'An attachment is an electronic signature or a signed file: no signature was checked.',
    ru: 'Одно из вложений — электронная подпись или подписанный файл: подписи не проверялись.',
  },
  lostLetters: {
    en: 'Some letters are in a charset that the message does not name: they are lost.',
    ru: 'Часть букв записана в кодировке, которую письмо не называет: они потеряны.',
  },
  unnamedCharset: {
    en: 'The message does not name the charset of its letters: they were read as {charset}, which may be wrong.',
    ru: 'Кодировка букв в письме не указана: оно прочитано как {charset}, это может быть неверно.',
  },
  attachmentsListed: {
    en: 'It has {count} attachments, of which the first {listed} are listed.',
    ru: 'Вложений в нём {count}, перечислены первые {listed}.',
  },
  packed: {
    en: 'An attachment (winmail.dat) holds what Outlook packed, files too: read it by its number.',
    ru: 'Во вложении (winmail.dat) лежит то, что упаковал Outlook, в том числе файлы: прочитайте его по номеру.',
  },
  plainTextDiffers: {
    en: 'The message has two texts that differ. This is its HTML, which mail programs show; the other is the last of the files inside: read it by its number.',
    ru: 'В письме два текста, и они различаются. Здесь HTML, который показывают почтовые программы; другой лежит последним среди вложенных файлов: прочитайте его по номеру.',
  },
  textInside: {
    en: 'The text of the message is a file of its own: the first of those inside.',
    ru: 'Текст письма — отдельный файл: первый из вложенных.',
  },
} as const satisfies Record<string, Worded>;

/** Notes on text documents, spreadsheets and presentations. */
export const officeMessages = {
  lastLaidOut: {
    en: 'Pages are as the document was last laid out: another program may divide them otherwise.',
    ru: 'Страницы — по последней вёрстке документа: другая программа может разбить его иначе.',
  },
  noPages: {
    en: 'The file does not say where its pages begin: it is divided into parts of about a page or two.',
    ru: 'В файле не указано, где начинаются страницы: он разделён на части примерно по одной-две страницы.',
  },
  tracked: {
    en: 'Tracked changes that nobody accepted or rejected: {insertions} insertions as [+…+], {deletions} deletions as [-…-], of {authors} authors.',
    ru: 'Исправления, которые никто не принял и не отклонил: вставок {insertions}, они стоят как [+…+], удалений {deletions}, они стоят как [-…-]; авторов {authors}.',
  },
  trackedOf: {
    en: 'Tracked changes that nobody accepted or rejected stand as [+…+] and [-…-], of {authors} authors.',
    ru: 'Исправления, которые никто не принял и не отклонил, стоят как [+…+] и [-…-]; авторов {authors}.',
  },
  struck: {
    en: 'Some of its text is struck through: it stands as [struck: …].',
    ru: 'Часть текста зачёркнута: она стоит как [struck: …].',
  },
  pictures: {
    en: '{pictures} pictures stand in it, which are not in the text.',
    ru: 'В нём {pictures} {pictures|изображение|изображения|изображений}: в текст они не вошли.',
  },
  symbols: {
    en: '{symbols} signs of fonts of pictures are not known: □ stands for them.',
    ru: 'Неизвестных знаков из шрифтов с картинками: {symbols}. Вместо них стоит □.',
  },
  merged: {
    en: 'Some cells of tables are merged: ← stands in a cell that belongs to the one before it, ↑ to the one above.',
    ru: 'Часть ячеек таблиц объединена: ← стоит в ячейке, которая относится к предыдущей, ↑ — к верхней.',
  },
  embedded: {
    en: 'It has {count} pictures or embedded files, which are its attachments: their words are not in the text.',
    ru: 'В нём {count} {count|изображение или встроенный файл|изображения или встроенных файла|изображений или встроенных файлов}: это вложения, их слов в тексте нет.',
  },
  embeddedPictures: {
    en: 'It has {count} pictures, which are its attachments: their words are not in the text.',
    ru: 'В нём {count} {count|изображение|изображения|изображений}: это вложения, их слов в тексте нет.',
  },
  outside: {
    en: 'It refers to {outside} files or addresses outside, which are never fetched.',
    ru: 'Ссылок на файлы и адреса вне него: {outside}. Они никогда не загружаются.',
  },
  hiddenSlides: {
    en: '{hidden} slides are hidden: they begin with [hidden: the whole slide].',
    ru: 'Скрытых слайдов: {hidden}. Они начинаются с [hidden: …].',
  },
  speakerNotes: {
    en: '{notes} slides have speaker notes, shown as [notes: …].',
    ru: 'Слайдов с заметками докладчика: {notes}. Заметки стоят как [notes: …].',
  },
  formulas: {
    en: '{formulas} cells are formulas: they show the value that they had when the file was saved.',
    ru: 'Ячеек с формулами: {formulas}. Показаны значения на момент сохранения файла.',
  },
  unknownFormulas: {
    en: '{unknown} formulas have no value: the file was never worked out.',
    ru: 'Формул без значения: {unknown}. Файл ни разу не пересчитывали.',
  },
  hiddenCells: {
    en: '{hidden} sheets, rows, columns or cells are hidden: they stand as [hidden: …].',
    ru: 'Скрытых листов, строк, столбцов и ячеек: {hidden}. Они стоят как [hidden: …].',
  },
  perhapsHidden: {
    en: 'A conditional format may hide {cells} cells: its condition was not worked out, and they are not marked.',
    ru: 'Условное форматирование может скрывать ячейки ({cells}): условие не вычислялось, они не помечены.',
  },
  oldWord: {
    en: 'It is of the kind of Word before 2007 (DOC): headings, numbers of lists, tracked changes and hidden text are not told apart; download_document_pdf may show it as it looks.',
    ru: 'Это формат Word до 2007 года (DOC): заголовки, номера списков, исправления и скрытый текст в нём не различаются; как он выглядит, может показать download_document_pdf.',
  },
  oldSheets: {
    en: 'It is of the kind of Excel before 2007 (XLS): its charts, pictures, headers and footers are not read.',
    ru: 'Это формат Excel до 2007 года (XLS): диаграммы, рисунки и колонтитулы в нём не прочитаны.',
  },
  notesAtEnd: {
    en: 'Footnotes and endnotes stand at its end.',
    ru: 'Сноски и концевые сноски стоят в конце.',
  },
} as const satisfies Record<string, Worded>;

/** Notes on PDFs. */
export const pdfMessages = {
  encrypted: {
    en: 'The PDF is encrypted, and opens without a password.',
    ru: 'PDF зашифрован, но открывается без пароля.',
  },
  signed: {
    en: 'The PDF is signed ({signatures}); nobody has verified the signature.',
    ru: 'PDF подписан (подписей: {signatures}); подпись никто не проверял.',
  },
  form: {
    en: 'The PDF is a form of a kind (XFA) that its pages do not show.',
    ru: 'PDF — форма такого вида (XFA), который на страницах не виден.',
  },
  shortened: {
    en: 'Lines that are the same on each page are given on the first one alone.',
    ru: 'Строки, одинаковые на всех страницах, приведены только на первой.',
  },
  onPage: { en: 'Page {numbers}', ru: 'Страница {numbers}' },
  onPages: { en: 'Pages {numbers}', ru: 'Страницы {numbers}' },
  soup: {
    en: '{where}: the letters decode to nonsense, so there is no text but a picture.',
    ru: '{where}: буквы складываются в бессмыслицу, поэтому вместо текста — изображение.',
  },
  picture: {
    en: '{where}: a scan or drawing without its text.',
    ru: '{where}: скан или рисунок без текста.',
  },
  recognised: {
    en: '{where}: the text was recognised by a machine in a scan, and may be wrong.',
    ru: '{where}: текст распознан в скане автоматически и может содержать ошибки.',
  },
  hidden: {
    en: '{where}: what is marked as hidden is not seen on the page.',
    ru: '{where}: то, что помечено как hidden, на странице не видно.',
  },
  layers: {
    en: '{where}: there was no time to check whether layers hide some of the text.',
    ru: '{where}: не хватило времени проверить, не скрыта ли часть текста в слоях.',
  },
  damaged: { en: '{where}: damaged, not read.', ru: '{where}: повреждено, не прочитано.' },
  pagesLeft: {
    en: '{left} more pages were not read: ask for them by their numbers.',
    ru: 'Не прочитано страниц: {left}. Запросите их по номерам.',
  },
} as const satisfies Record<string, Worded>;
