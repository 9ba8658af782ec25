import type { Worded } from '../../contract/language.ts';

export const queryMessages = {
  topAlone: {
    en: 'Documents in folders may be missing: this service lists only documents outside folders. Limit scope to a few cases.',
    ru: 'Документов из папок может не хватать: система перечисляет только документы вне папок. Ограничьте scope несколькими делами.',
  },
  noFolders: {
    en: 'This service does not return the document folder of some cases.',
    ru: 'Для некоторых дел система не сообщает папку документов.',
  },
  emptyTable: {
    en: '{why} The table {table} is empty here, so results based on it are wrong.',
    ru: '{why} Таблица {table} здесь пуста, поэтому результаты по ней неверны.',
  },
  listMissing: {
    en: '{why} Records that only this list contains are missing here, so results may be wrong.',
    ru: '{why} Записей, которые есть только в этом списке, здесь нет, поэтому результаты могут быть неверны.',
  },
  requests: {
    en: 'The query sent {count} requests; their data is cached for a minute.',
    ru: 'Отправлено запросов: {count}; полученные данные хранятся минуту.',
  },
  planOnly: {
    en: 'Only the plan was requested: to run the query, call again without `plan`.',
    ru: 'Запрошен только план: чтобы выполнить запрос, повторите вызов без `plan`.',
  },
  tooDear: {
    en: 'The query was not run: it may send at most {limit} requests. Narrow the scope, add AND conditions on stage, status or other list columns to WHERE, or leave out card columns.',
    ru: 'Запрос не выполнен: он может отправить системе не больше {limit} {limit|запроса|запросов|запросов}. Сузьте scope, добавьте в WHERE через AND условия на stage, status и другие столбцы списков или уберите столбцы с полями карточек.',
  },
  rowsShown: {
    en: '{some} of {all} rows are shown: use LIMIT and OFFSET, or aggregate.',
    ru: 'Показано строк: {some} из {all}. Используйте LIMIT и OFFSET или агрегаты.',
  },
  noRows: {
    en: 'Nothing found: = compares texts letter by letter; LIKE ignores case, ё and look-alike letters.',
    ru: 'Ничего не найдено: = требует точного совпадения; LIKE не различает регистр, е и ё и похожие буквы.',
  },
  noSuchWords: {
    en: 'No table, column or card field that the signed-in user may see has these words in its name or title. They may occur in values: search these with LIKE in query_records.',
    ru: 'Таблиц, столбцов и полей карточек с такими словами в имени или названии среди доступных вам нет. Слова могут встречаться в значениях: ищите их через LIKE в query_records.',
  },
  wordsMissing: {
    en: 'No name, title or listed value contains: {words}.',
    ru: 'Этих слов нет ни в именах, ни в названиях, ни в перечисленных значениях: {words}.',
  },
  idsLeftOut: {
    en: '* leaves out ids: select them by name, such as {columns}.',
    ru: 'Столбцы id в * не входят: укажите их по именам, например {columns}.',
  },
  wholeDays: {
    en: 'A date without a time means midnight: later times on that day do not match. For whole days compare date(…) of {columns}.',
    ru: 'Дата без времени означает полночь: более позднее время того же дня не подходит. Чтобы сравнивать целые дни, используйте date(…) для {columns}.',
  },
  byCodes: {
    en: 'ORDER BY {terms} sorts texts by character codes, capitals first. For alphabetical order select each column by name, and give an expression a name with AS.',
    ru: 'ORDER BY {terms} сортирует тексты по кодам символов, сначала заглавные. Для алфавитного порядка укажите каждый столбец по имени, а выражению дайте имя через AS.',
  },
  moreOfWords: {
    en: 'Too many {table} contain these words, so not all of them were read: add words to narrow the search.',
    ru: 'Прочитаны не все записи с этими словами ({table}): добавьте слова.',
  },
  sameRows: {
    en: 'This service returns the same rows of {table} for each case: case_id may be wrong.',
    ru: 'Система возвращает одни и те же строки {table} для каждого дела: case_id может быть неверным.',
  },
  placeless: {
    en: '{count} rows of {table} belong to none of the cases that were read: case_id is NULL there.',
    ru: 'Строки {table} ({count}) не относятся ни к одному из прочитанных дел: case_id у них — NULL.',
  },
  notGiven: {
    en: 'This service does not return: {columns} (NULL here).',
    ru: 'Система не сообщает: {columns} (здесь NULL).',
  },
  several: {
    en: 'Some cells contain several values, joined by "; ", so sums and comparisons of these columns are wrong. Query the table in parentheses, which has a row for each value: {columns}.',
    ru: 'В некоторых ячейках несколько значений через «; », поэтому суммы и сравнения по этим столбцам неверны. Запросите таблицу в скобках: там у каждого значения своя строка: {columns}.',
  },
  entriesNotGiven: {
    en: 'This service does not return: {field} of {parent}. The table {table} is empty here, which does not mean that there are none: results based on it are wrong.',
    ru: 'Система не передаёт поле «{field}» ({parent}). Таблица {table} здесь пуста, но это не значит, что таких записей нет: результаты по ней неверны.',
  },
  someNotGiven: {
    en: 'This service does not return {field} of {some} of {all} {parent}: {table} has no rows for them, which does not mean that there are none.',
    ru: 'Система не передаёт поле «{field}» для {some} из {all} {all|записи|записей|записей} ({parent}): строк о них в {table} нет, но это не значит, что их не было.',
  },
  someNull: {
    en: 'This service does not return {field} of {some} of {all} {table}: there, {columns} is NULL and may have a value.',
    ru: 'Система не передаёт поле «{field}» для {some} из {all} {all|записи|записей|записей} ({table}): {columns} у них — NULL, хотя значение может быть.',
  },
  withheld: {
    en: 'Withheld: {column} of {some} of {all} records (the signed-in user has no permission to see it): NULL there does not mean empty.',
    ru: 'Не показано: {column} у {some} из {all} {all|записи|записей|записей} (у вас нет прав на просмотр): NULL там не значит «пусто».',
  },
  times: { en: 'Times: {zone}.', ru: 'Время: {zone}.' },
} as const satisfies Record<string, Worded>;
