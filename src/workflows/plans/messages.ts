import type { Worded } from '../../contract/language.ts';

export const tableWords = {
  plan: {
    en: 'Plan {id}: {rows} rows, {possible} can be carried out, {asked} need confirmation',
    ru: 'План {id}: всего строк — {rows}, можно выполнить — {possible}, требуют подтверждения — {asked}',
  },
  act: {
    en: 'Act {id}: {done} of {rows} rows done{readBack}{agreed}',
    ru: 'Выполнение {id}: выполнено строк — {done} из {rows}{readBack}{agreed}',
  },
  readBack: {
    en: ' and read back, so no further read is needed',
    ru: ' и проверено повторным запросом, перечитывать не нужно',
  },
  known: {
    en: 'Act {id}: {known} of {rows} rows have an outcome',
    ru: 'Выполнение {id}: известен исход {known} из {rows} {rows|строки|строк|строк}',
  },
  agreed: { en: '; a human agreed to it', ru: '; пользователь это подтвердил' },
  asks: { en: 'asks: {classes}', ru: 'требует подтверждения: {classes}' },
  loses: { en: 'loses {value}', ru: 'будет потеряно: {value}' },
  lossUnread: {
    en: 'the values that would be lost could not be read',
    ru: 'не удалось выяснить, что будет потеряно',
  },
  dayOff: {
    en: '{day} is a day off; the next working day is {next}',
    ru: '{day} — нерабочий день, следующий рабочий — {next}',
  },
  past: { en: '{moment} is in the past', ru: '{moment} уже в прошлом' },
  newDatePast: { en: 'The new date is in the past', ru: 'Новая дата уже прошла' },
  notifies: { en: 'notifies {people}', ru: 'получат уведомление: {people}' },
  notified: {
    en: 'notified, as the service reports: {people}',
    ru: 'уведомлены (по данным системы): {people}',
  },
  accepted: { en: 'the service accepted the notification', ru: 'система приняла уведомление' },
  maybeNotified: {
    en: 'it is unknown whether people were notified',
    ru: 'неизвестно, отправлены ли уведомления',
  },
  nobodyNotified: { en: 'nobody was notified', ru: 'уведомлений не было' },
  like: { en: 'exists already: {names}', ru: 'уже есть: {names}' },
  responsible: { en: 'responsible: {names}', ru: 'ответственные: {names}' },
  nobody: { en: 'nobody', ru: 'никто' },
  openTasks: {
    en: 'open tasks in the case, {count}: {names}',
    ru: 'открытые задачи в деле ({count}): {names}',
  },
  nextEvent: { en: 'next event in the case: {event}', ru: 'следующее событие в деле: {event}' },
  openInCase: { en: 'Open tasks in the case: {count}', ru: 'Открытых задач в деле: {count}' },
  eventInCase: { en: 'Next event in the case: {event}', ru: 'Следующее событие в деле: {event}' },
  andMore: { en: '{names} and {count} more', ru: '{names} и ещё {count}' },
  relatedUnread: {
    en: 'not all open tasks, events and similar records could be read',
    ru: 'удалось прочитать не все открытые задачи, события и похожие записи',
  },
  sharedReason: { en: 'reason of {rows}: {text}', ru: 'причина для {rows}: {text}' },
  allRows: { en: 'all rows', ru: 'всех строк' },
  someRows: { en: 'rows {rows}', ru: 'строк {rows}' },
  reason: { en: 'reason: {text}', ru: 'причина: {text}' },
  mine: { en: '`mine` in sql: {name}', ru: '`mine` в sql: {name}' },
  undoes: { en: 'undoes row {row}', ru: 'отменяет строку {row}' },
  source: { en: 'source: {text}', ru: 'источник: {text}' },
  cannot: { en: 'CANNOT {code}: {why}', ru: 'НЕВЫПОЛНИМО ({code}): {why}' },
  sameAs: { en: 'as row {row}', ru: 'как строка {row}' },
  id: { en: 'id {id}', ru: 'id {id}' },
  others: { en: 'also changed: {names}', ru: 'также изменилось: {names}' },
} as const satisfies Record<string, Worded>;

export const stateWords = {
  done: { en: 'done and confirmed by reading', ru: 'сделано и проверено повторным запросом' },
  unverified: {
    en: 'done according to the service, not confirmed by reading',
    ru: 'сделано, как сообщает система, но повторным запросом не подтверждено',
  },
  'not kept': {
    en: 'NOT SAVED, although the service reported success',
    ru: 'НЕ СОХРАНЕНО, хотя система сообщила об успехе',
  },
  refused: { en: 'REFUSED, nothing was done', ru: 'ОТКАЗ, ничего не сделано' },
  'changed meanwhile': {
    en: 'CHANGED MEANWHILE, nothing was done',
    ru: 'ЗАПИСЬ ЗА ЭТО ВРЕМЯ ИЗМЕНИЛАСЬ, ничего не сделано',
  },
  unknown: { en: 'OUTCOME UNKNOWN', ru: 'ИСХОД НЕИЗВЕСТЕН' },
  'left out': { en: 'left out', ru: 'исключено' },
  'not possible': { en: 'cannot be carried out, as the plan said', ru: 'невыполнимо, как и указано в плане' },
  'not tried': { en: 'NOT TRIED', ru: 'НЕ ВЫПОЛНЯЛОСЬ' },
} as const satisfies Record<string, Worded>;

export const planMessages = {
  source: { en: 'Source: {source}', ru: 'Источник: {source}' },
  page: { en: 'p. {page}', ru: 'с. {page}' },
  passage: { en: '“{passage}”', ru: '«{passage}»' },
  planned: {
    en: 'Nothing was sent. Call apply_plan with plan {id} within 30 minutes.',
    ru: 'Ничего не отправлено. Вызовите apply_plan с plan {id} в течение 30 минут.',
  },
  warned: {
    en: 'Nothing was sent. Rows with warnings: {rows}. apply_plan carries them out too, unless `skip` names them. An explicit request of the user counts as the answer to a warning. Ask the user only about other warnings. Call apply_plan with plan {id} within 30 minutes.',
    ru: 'Ничего не отправлено. Строки с предупреждениями: {rows}. apply_plan выполнит и их, если они не указаны в `skip`. Прямая просьба пользователя считается ответом на предупреждение, спрашивайте только об остальных. Вызовите apply_plan с plan {id} в течение 30 минут.',
  },
  nothingPossible: {
    en: 'Nothing was sent, and no row can be carried out. Correct the rows and plan them again.',
    ru: 'Ни одну строку плана выполнить нельзя, поэтому ничего не отправлено. Исправьте строки и составьте план заново.',
  },
  asks: {
    en: 'apply_plan itself asks a human once about the whole plan, so do not ask before: {count} rows need confirmation.',
    ru: 'apply_plan сам один раз запросит у пользователя подтверждение всего плана, заранее спрашивать не нужно: подтверждение требуется для {count} {count|строки|строк|строк}.',
  },
  cannot: {
    en: 'Rows that cannot be carried out: {rows}. apply_plan leaves them out.',
    ru: 'Строки, которые нельзя выполнить: {rows}. apply_plan их пропустит.',
  },
  noUndo: {
    en: 'Rows that cannot be undone: {rows}.',
    ru: 'Строки, выполнение которых нельзя отменить: {rows}.',
  },
  told: {
    en: 'Rows that notify people: {rows}. Notifications cannot be taken back.',
    ru: 'Строки, о которых люди получат уведомления: {rows}. Отозвать уведомления нельзя.',
  },
  dates: {
    en: 'Rows with days off or past dates: {rows}.',
    ru: 'Строки с нерабочими днями или прошедшими датами: {rows}.',
  },
  like: {
    en: 'Rows that would create a record although a similar one already exists: {rows}.',
    ru: 'Строки, для которых уже есть похожая запись: {rows}.',
  },
  openTasks: {
    en: 'Rows that archive cases with open tasks: {rows}.',
    ru: 'Строки, которые отправляют в архив дела с открытыми задачами: {rows}.',
  },
  casesOnly: {
    en: 'The query read cases, not contracts, claims or other objects: the table objects has all of them.',
    ru: 'Прочитаны только дела, без договоров, претензий и других объектов: все они есть в таблице objects.',
  },
  notAtOnce: {
    en: 'The plan was not carried out yet, because {why}.',
    ru: 'План пока не выполнен: {why}.',
  },
  whyAsked: { en: 'a human must agree to it', ru: 'нужно подтверждение пользователя' },
  whyFinal: { en: 'some rows cannot be undone', ru: 'некоторые строки нельзя будет отменить' },
  whyLong: { en: 'it has more than {most} rows', ru: 'строк в плане больше {most}' },
  whyLike: { en: 'a similar record exists already', ru: 'похожая запись уже есть' },
  whyDoubt: {
    en: 'a query compares a column with a value that no record has',
    ru: 'запрос сравнивает столбец со значением, которого нет ни у одной записи',
  },
  whyMeaning: {
    en: 'a text in a query was read as another value',
    ru: 'текст в запросе прочитан как другое значение',
  },
  whyCannot: { en: 'some rows cannot be carried out', ru: 'часть строк нельзя выполнить' },
  dryRun: {
    en: 'This server runs with --dry-run and sends no changes, so this is only a plan.',
    ru: 'Этот сервер не отправляет изменений (--dry-run), поэтому это только план.',
  },
  undoable: {
    en: 'To undo it: call undo with act {id} within {hours} hours.',
    ru: 'Чтобы отменить, вызовите undo с act {id} в течение {hours} {hours|часа|часов|часов}.',
  },
  undoableInPart: {
    en: 'Some rows cannot be undone. To undo the others: call undo with act {id} within {hours} hours.',
    ru: 'Часть строк отменить нельзя. Чтобы отменить остальные, вызовите undo с act {id} в течение {hours} {hours|часа|часов|часов}.',
  },
  goOn: {
    en: '{count} rows were not tried. Call apply_plan with the same plan to continue: no row is carried out twice.',
    ru: 'Осталось невыполненных строк: {count}. Чтобы продолжить, вызовите apply_plan с тем же планом: ни одна строка не выполнится дважды.',
  },
  tooLate: {
    en: '{count} rows were not tried, and the plan is older than 30 minutes. Plan them again.',
    ru: 'Осталось невыполненных строк: {count}, но план составлен больше 30 минут назад. Составьте для них новый план.',
  },
  limited: {
    en: 'This user’s limit on the number of changes was reached. Wait {seconds} s first.',
    ru: 'Достигнут предел изменений для этого пользователя. Сначала подождите {seconds} с.',
  },
  lookAgain: {
    en: 'The outcome of some rows is unknown. Check the records before you plan them again.',
    ru: 'По некоторым строкам неизвестно, выполнены ли изменения. Проверьте записи, прежде чем снова включать эти строки в план.',
  },
  busy: {
    en: 'Another call is carrying out this plan now. This call did nothing. Call again in half a minute for the outcome.',
    ru: 'Этот план сейчас выполняет другой вызов, а этот ничего не сделал. Чтобы узнать исход, повторите вызов через полминуты.',
  },
  unverifiedUndo: {
    en: 'Reading cannot confirm that these rows were fully undone: {rows}.',
    ru: 'Повторный запрос не показывает, полностью ли отменены эти строки: {rows}.',
  },
} as const satisfies Record<string, Worded>;
