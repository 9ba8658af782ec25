import type { Worded } from '../../contract/language.ts';

/** Notes on queries, and on sorted and counted lists. */
export const queryMessages = {
  topAlone: {
    en: 'Documents in folders may be missing: this service lists only documents outside folders. Limit scope to a few cases.',
    ru: 'Документов из папок может не хватать: система перечисляет только лежащие наверху. Сузьте scope до нескольких дел.',
  },
  noFolders: {
    en: 'This service does not return the document folder of some cases.',
    ru: 'Система не сообщает папку документов некоторых дел.',
  },
  emptyTable: {
    en: '{why} The table {table} is empty here, so results based on it are wrong.',
    ru: '{why} Таблица {table} здесь пуста: что ответ говорит о ней, неверно.',
  },
  requests: {
    en: '{count} requests; their data is kept for a minute.',
    ru: 'Запросов: {count}; прочитанное хранится минуту.',
  },
  planOnly: {
    en: 'Only the plan was requested: to run the query, call again without `plan`.',
    ru: 'Был запрошен только план: повторите вызов без `plan`.',
  },
  tooDear: {
    en: 'The query was not run: it may send at most {limit} requests. Narrow the scope, add AND conditions on stage, status or other list columns to WHERE, or leave out card columns.',
    ru: 'Не выполнено: отправляется не больше {limit} {limit|запроса|запросов|запросов}. Сузьте scope, добавьте в WHERE через AND условия на stage, status и другие столбцы списков или уберите поля карточек.',
  },
  rowsShown: {
    en: '{some} of {all} rows are shown: use LIMIT and OFFSET, or aggregate.',
    ru: 'Показано строк: {some} из {all}. Используйте LIMIT и OFFSET или агрегаты.',
  },
  noRows: {
    en: 'Nothing found: = compares texts letter by letter; LIKE ignores case, ё and look-alike letters.',
    ru: 'Ничего не найдено: = сравнивает тексты буква в букву; LIKE не различает регистр, ё и похожие буквы.',
  },
  noSuchWords: {
    en: 'No table, column or card field that the signed-in user may see has these words in its name or title. They may occur in values: search these with LIKE in query_records.',
    ru: 'Ни у одной видимой вам таблицы, столбца или поля карточки нет таких слов в имени и названии. Слова могут быть в значениях: их сравнивает LIKE в query_records.',
  },
  wordsMissing: {
    en: 'No name, title or listed value contains: {words}.',
    ru: 'Нет ни в именах, ни в названиях, ни в перечисленных значениях: {words}.',
  },
  idsLeftOut: {
    en: '* leaves out ids: select them by name, such as {columns}.',
    ru: '* не показывает id: выберите их по имени, например {columns}.',
  },
  wholeDays: {
    en: 'A date without a time means midnight: later times on that day do not match. For whole days compare date(…) of {columns}.',
    ru: 'Дата без времени означает полночь: более поздние моменты этого дня не подходят. Для целых дней сравнивайте date(…) от {columns}.',
  },
  byCodes: {
    en: 'ORDER BY {terms} sorts texts by character codes, capitals first. For alphabetical order select each column by name, and give an expression a name with AS.',
    ru: 'ORDER BY {terms} сортирует тексты по кодам символов, сначала заглавные. Для алфавитного порядка выберите каждый столбец по имени, а выражению дайте имя через AS.',
  },
  moreOfWords: {
    en: 'Not all {table} with these words were read: pass more words.',
    ru: 'Прочитано не всё, что подходит этим словам ({table}): добавьте слов.',
  },
  sameRows: {
    en: 'This service returns the same rows of {table} for each case: case_id may be wrong.',
    ru: 'Система даёт одни и те же строки {table} для каждого дела: case_id может быть неверным.',
  },
  placeless: {
    en: '{count} rows of {table} belong to none of the cases that were read: case_id is NULL there.',
    ru: 'Строки {table}, которых нет ни в одном из прочитанных дел: {count}; case_id у них NULL.',
  },
  notGiven: {
    en: 'This service does not return: {columns} (NULL here).',
    ru: 'Система не сообщает: {columns} (здесь NULL).',
  },
  entriesNotGiven: {
    en: 'This service does not return: {field} of {parent}. No rows here does not mean that there are none.',
    ru: 'Система не сообщает: {field} ({parent}). Отсутствие строк не значит, что их нет.',
  },
  withheld: {
    en: 'Withheld: {column} of {some} of {all} records (the signed-in user has no permission to see it): NULL there does not mean empty.',
    ru: 'Не показано: {column} у {some} из {all} {all|записи|записей|записей} (у вас нет права это видеть): NULL там не значит «пусто».',
  },
  times: { en: 'Times: {zone}.', ru: 'Время: {zone}.' },
} as const satisfies Record<string, Worded>;
