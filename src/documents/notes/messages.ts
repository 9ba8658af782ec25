import type { Worded } from '../../contract/language.ts';

export const fileMessages = {
  renamed: {
    en: 'The file name ends in .{ending}, but the content is of another type ({kind}): it was read as this type.',
    ru: 'Имя файла оканчивается на .{ending}, но по содержимому это файл другого вида ({kind}): так он и прочитан.',
  },
  tooLong: {
    en: 'The text is longer than {characters} characters: the rest is left out.',
    ru: 'В файле больше {characters} {characters|знака|знаков|знаков}: остальное опущено.',
  },
  tooManyParts: {
    en: 'The file has {total} parts; the first {pages} were read.',
    ru: 'Всего частей в файле: {total}, прочитаны первые {pages}.',
  },
  noWords: { en: 'The file contains no text.', ru: 'Текста в файле нет.' },
  otherCharset: {
    en: 'The file declares the charset {stated}, in which its text is unreadable: it was read as {charset}.',
    ru: 'В файле указана кодировка {stated}, но текст в ней не читается: он прочитан в кодировке {charset}.',
  },
  drawing: {
    en: 'The file is a drawing: only its text is read.',
    ru: 'Это рисунок: прочитаны только надписи на нём.',
  },
  hiddenFromReaders: {
    en: 'Some text is invisible to people who open the file: it is marked [hidden: …].',
    ru: 'Часть текста не видна тем, кто открывает файл: она помечена [hidden: …].',
  },
  hiddenOnPage: {
    en: 'Some text is invisible on the page: it is marked [hidden: …].',
    ru: 'Часть текста не видна на странице: она помечена [hidden: …].',
  },
  comments: {
    en: 'The file has {comments} comments, marked [comment by NAME: …].',
    ru: 'Примечаний в файле: {comments}. В тексте они показаны так: [comment by ИМЯ: …].',
  },
  macros: {
    en: 'The file has macros, which are never run.',
    ru: 'В файле есть макросы; при чтении они не запускаются.',
  },
  endsEarly: {
    en: 'The file is cut off: its end is missing.',
    ru: 'Файл обрывается: его окончания нет.',
  },
} as const satisfies Record<string, Worded>;

export const mailMessages = {
  signatureUnchecked: { en: 'The signature was not checked.', ru: 'Подпись не проверялась.' },
  signedMessage: {
    en: 'The message is digitally signed. The signature was not checked.',
    ru: 'Письмо подписано электронной подписью; подпись не проверялась.',
  },
  signedOrEncrypted: {
    en: 'The message is digitally signed or encrypted. Signatures were not checked.',
    ru: 'Письмо подписано электронной подписью или зашифровано; подпись не проверялась.',
  },
  signedAttachment: {
    en: 'An attachment is a digital signature or a signed file. Signatures were not checked.',
    ru: 'Одно из вложений — электронная подпись или подписанный файл; подписи не проверялись.',
  },
  lostLetters: {
    en: 'Some characters are lost, because the message does not declare their charset.',
    ru: 'Кодировка части символов в письме не указана: эти символы потеряны.',
  },
  unnamedCharset: {
    en: 'The message does not declare its charset: it was read as {charset}, which may be wrong.',
    ru: 'Кодировка в письме не указана: оно прочитано как {charset}, возможно, неверно.',
  },
  attachmentsListed: {
    en: 'The message has {count} attachments; the first {listed} are listed.',
    ru: 'Вложений в письме: {count}, перечислены первые {listed}.',
  },
  packed: {
    en: 'An attachment (winmail.dat) contains content packed by Outlook, including files: read it by its number.',
    ru: 'Во вложении winmail.dat — данные, упакованные программой Outlook, в том числе файлы. Чтобы увидеть их, запросите это вложение по его номеру.',
  },
  plainTextDiffers: {
    en: 'The message has two different texts. This is the HTML text, which mail programs show. The other one is the last of the listed files: read it by its number.',
    ru: 'В письме два текста, и они различаются. Здесь показан текст HTML, который видят в почтовых программах; другой — последнее из вложений. Чтобы увидеть его, запросите это вложение по его номеру.',
  },
  textInside: {
    en: 'The text of the message is in a separate file, the first of the listed files.',
    ru: 'Текст письма — в отдельном файле, это первое из вложений.',
  },
} as const satisfies Record<string, Worded>;

export const officeMessages = {
  lastLaidOut: {
    en: 'Page numbers follow the page breaks saved in the file: another program may break pages differently.',
    ru: 'Страницы указаны по последней вёрстке документа: другая программа может разбить его иначе.',
  },
  noPages: {
    en: 'The file does not say where its pages begin: it is divided into parts of about a page or two.',
    ru: 'В файле не указано, где начинаются страницы: он разделён на части примерно по одной-две страницы.',
  },
  tracked: {
    en: 'Pending tracked changes: {insertions} {insertions|insertion|insertions} as [+…+], {deletions} {deletions|deletion|deletions} as [-…-], by {authors} {authors|author|authors}{dates}.',
    ru: 'Исправления, не принятые и не отклонённые: {insertions} {insertions|вставка|вставки|вставок} в виде [+…+], {deletions} {deletions|удаление|удаления|удалений} в виде [-…-], {authors} {authors|автор|автора|авторов}{dates}.',
  },
  trackedOn: { en: ', on {day}', ru: ', {day}' },
  trackedFrom: { en: ', from {first} to {last}', ru: ', с {first} по {last}' },
  struck: {
    en: 'Some text is struck through: it is marked [struck: …].',
    ru: 'Часть текста зачёркнута: она помечена [struck: …].',
  },
  pictures: {
    en: 'The document contains {pictures} pictures, which are not in the text.',
    ru: 'В файле {pictures} {pictures|изображение|изображения|изображений}: в текст они не вошли.',
  },
  symbols: {
    en: '{symbols} characters in symbol fonts are unknown: they are shown as □.',
    ru: 'Неизвестных знаков из символьных шрифтов: {symbols}. Вместо них показано □.',
  },
  merged: {
    en: 'Some table cells are merged: ← marks a cell that belongs to the one before it, ↑ to the one above.',
    ru: 'Часть ячеек таблиц объединена: знаком ← помечена ячейка, объединённая с предыдущей, знаком ↑ — с верхней.',
  },
  embedded: {
    en: 'The document contains {count} pictures or embedded files, listed as attachments. Their text is not included here.',
    ru: 'В файле {count} {count|изображение или встроенный файл|изображения или встроенных файла|изображений или встроенных файлов}: они перечислены как вложения, их текст сюда не вошёл.',
  },
  embeddedPictures: {
    en: 'The document contains {count} pictures, listed as attachments. Their text is not included here.',
    ru: 'В файле {count} {count|изображение|изображения|изображений}: они перечислены как вложения, надписи с них в текст не вошли.',
  },
  outside: {
    en: 'The document refers to {outside} external files or addresses, which are never fetched.',
    ru: 'Ссылок на внешние файлы и адреса: {outside}. Они не загружаются.',
  },
  hiddenSlides: {
    en: '{hidden} slides are hidden: they begin with [hidden: the whole slide].',
    ru: 'Скрытых слайдов: {hidden}. Они начинаются с [hidden: …].',
  },
  speakerNotes: {
    en: '{notes} slides have speaker notes, shown as [notes: …].',
    ru: 'Слайдов с заметками докладчика: {notes}. Заметки помечены [notes: …].',
  },
  formulas: {
    en: '{formulas} cells are formulas: they show the values saved in the file.',
    ru: 'Ячеек с формулами: {formulas}. Показаны значения, сохранённые в файле.',
  },
  unknownFormulas: {
    en: '{unknown} formulas have no value: the file was never calculated.',
    ru: 'Формул без значения: {unknown}. Файл ни разу не пересчитывали.',
  },
  hiddenCells: {
    en: '{hidden} sheets, rows, columns or cells are hidden: they are marked [hidden: …].',
    ru: 'Скрытых листов, строк, столбцов и ячеек: {hidden}. Они помечены [hidden: …].',
  },
  perhapsHidden: {
    en: 'A conditional format may hide {cells} cells: its condition was not evaluated, so they are not marked.',
    ru: 'Условное форматирование может скрывать ячейки ({cells}): условие не вычислялось, поэтому эти ячейки не помечены.',
  },
  oldWord: {
    en: 'The file is in the Word format before 2007 (DOC): headings, list numbers, tracked changes and hidden text are not marked; download_document_pdf may show its layout.',
    ru: 'Это формат Word до 2007 года (DOC): заголовки, номера списков, исправления и скрытый текст не помечены; вид документа может показать download_document_pdf.',
  },
  oldSheets: {
    en: 'The file is in the Excel format before 2007 (XLS): its charts, pictures, headers and footers are not read.',
    ru: 'Это формат Excel до 2007 года (XLS): диаграммы, рисунки и колонтитулы не прочитаны.',
  },
  notesAtEnd: {
    en: 'Footnotes and endnotes are at the end of the text.',
    ru: 'Обычные и концевые сноски приведены в конце.',
  },
} as const satisfies Record<string, Worded>;

export const pdfMessages = {
  encrypted: {
    en: 'The PDF is encrypted but opens without a password.',
    ru: 'PDF зашифрован, но открывается без пароля.',
  },
  signed: {
    en: 'The PDF is signed ({signatures}); nobody has verified the signature.',
    ru: 'PDF подписан (подписей: {signatures}); подлинность подписей не проверялась.',
  },
  form: {
    en: 'The PDF is an XFA form, and its pages do not show the content of the form.',
    ru: 'PDF — форма XFA; её содержимое на страницах не показано.',
  },
  shortened: {
    en: 'Lines that repeat on every page are shown only on the first.',
    ru: 'Строки, которые повторяются на каждой странице, приведены только на первой.',
  },
  onPage: { en: 'Page {numbers}', ru: 'Страница {numbers}' },
  onPages: { en: 'Pages {numbers}', ru: 'Страницы {numbers}' },
  soup: {
    en: '{where}: the text decodes to nonsense, so a picture is shown instead.',
    ru: '{where}: текст читается как бессмысленный набор знаков, поэтому вместо него показано изображение.',
  },
  picture: {
    en: '{where}: a scan or drawing whose text is not in the file.',
    ru: '{where}: скан или рисунок без текста.',
  },
  recognised: {
    en: '{where}: the text was recognised automatically (OCR) in a scan and may be wrong.',
    ru: '{where}: текст скана распознан автоматически и может содержать ошибки.',
  },
  hidden: {
    en: '{where}: text marked as hidden is invisible on the page.',
    ru: '{where}: текст с пометкой hidden на странице не виден.',
  },
  layers: {
    en: '{where}: there was no time to check whether layers hide some of the text.',
    ru: '{where}: не хватило времени проверить, не скрывают ли слои часть текста.',
  },
  damaged: { en: '{where}: damaged, not read.', ru: '{where}: данные повреждены и не прочитаны.' },
  pagesLeft: {
    en: '{left} more pages were not read: request them by their numbers.',
    ru: 'Не прочитано страниц: {left}. Запросите их по номерам.',
  },
} as const satisfies Record<string, Worded>;
