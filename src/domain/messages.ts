import type { Worded } from '../contract/language.ts';

type InBoth<Russian extends Readonly<Record<string, string>>> = {
  readonly [English in keyof Russian & string]: Worded;
};

/** Creates an object of messages in both languages. Its keys are the English texts. */
const inBoth = <const Russian extends Readonly<Record<string, string>>>(russian: Russian): InBoth<Russian> =>
  Object.fromEntries(Object.entries(russian).map(([en, ru]) => [en, { en, ru }])) as InBoth<Russian>;

/** Names for parts of answers, in the plural, and for data that some services do not return. */
export const partNames = inBoth({
  'case types': 'типы дел',
  'cases of the person': 'дела этого человека',
  'cases of participants': 'дела участников',
  'some cases of participants': 'некоторые дела участников',
  cases: 'дела',
  documents: 'документы',
  events: 'события',
  'non-working days': 'нерабочие дни',
  'other objects': 'другие объекты',
  'overdue tasks': 'просроченные задачи',
  participants: 'участники',
  parties: 'стороны',
  people: 'люди',
  'related cases': 'связанные дела',
  tasks: 'задачи',
  'task statuses': 'статусы задач',
  'one of the cases': 'одно из дел',
  'the client': 'клиент',
  'the type of the case': 'тип дела',
  'the record of the case': 'карточка дела',
  'the text of the document': 'текст документа',
  users: 'пользователи',
  'your user record': 'ваша учётная запись',
  status: 'статус',
  stage: 'стадия',
  'responsible user': 'ответственный',
  'roles of the party': 'роли стороны',
  'the status of the case': 'статус дела',
  'the stage of the case': 'его стадия',
  'the responsible user of the case': 'его ответственный',
  'the card fields of the case': 'поля его карточки',
  'the document folder of the case': 'папка его документов',
  'due dates of tasks': 'сроки задач',
  'responsible users of tasks': 'ответственные за задачи',
  'responsible users of cases': 'ответственные за дела',
  'statuses of tasks (closed tasks may be shown as open)':
    'статусы задач (закрытые могут быть показаны как открытые)',
  'priorities of tasks': 'приоритеты задач',
  'start dates of events': 'даты начала событий',
  'filing dates of documents': 'даты поступления документов',
  'creation date of the case': 'дата создания дела',
  'the cases to which events belong (events of the person’s cases may be missing)':
    'к каким делам относятся события (событий по делам этого человека может не хватать)',
  'attendees of events (some events may be missing)':
    'участники событий (некоторых событий может не хватать)',
  'attendees of some events (so these events may be missing here)':
    'участники некоторых событий (этих событий может не хватать)',
  'groups of the person (tasks of groups are missing)':
    'группы этого человека (задач, порученных группам, здесь нет)',
  'names of users (so users cannot be searched by name)':
    'имена пользователей (поэтому искать по имени нельзя)',
  'names of cases (so cases cannot be searched by name)': 'названия дел (поэтому искать по названию нельзя)',
  'numbers of cases (so cases cannot be searched by number)': 'номера дел (поэтому искать по номеру нельзя)',
  'cases of participants (so cases cannot be searched by party)':
    'дела участников (поэтому искать дела по стороне нельзя)',
  'some cases of participants (so cases of this party may be missing)':
    'некоторые дела участников (дел этой стороны может не хватать)',
  'cases of participants (so cases of this party cannot be found)':
    'дела участников (поэтому найти дела этой стороны нельзя)',
});

/** Phrases into which the name of a part is inserted. */
export const partPhrases = {
  namesOf: { en: 'names of {what}', ru: 'имена ({what})' },
  namesOfEach: { en: 'names of each {kind}', ru: 'имена (вид записей: {kind})' },
  someOf: { en: 'some of the {what}', ru: 'часть списка ({what})' },
  countOf: { en: '{some} of {all} records', ru: '{some} из {all} {all|записи|записей|записей}' },
} as const satisfies Record<string, Worded>;

export const failureCauses = {
  limited: { en: 'too many requests', ru: 'слишком много запросов' },
  missing: { en: 'not found', ru: 'не найдено' },
  noRoute: { en: 'nothing answers at this address', ru: 'по этому адресу ничего нет' },
  late: { en: 'no answer in time', ru: 'ответ не пришёл вовремя' },
  broken: { en: 'the connection failed', ru: 'не удалось соединиться' },
} as const satisfies Record<string, Worded>;

export const partialMessages = {
  switchedOff: {
    en: 'Not read: {what} (switched off by the operator).',
    ru: 'Не прочитано: {what} (отключено администратором).',
  },
  withheld: {
    en: 'Withheld: {what} (the signed-in user has no permission to see them).',
    ru: 'Не показано: {what} (у вас нет прав на просмотр).',
  },
  coded: { en: '{code}: {cause}', ru: '{code}: {cause}' },
  failed: { en: 'Not read: {what} ({code}).', ru: 'Не прочитано: {what} ({code}).' },
  failedForNow: {
    en: 'Not read: {what} ({code}; trying again later can help).',
    ru: 'Не прочитано: {what} ({code}; попробуйте позже).',
  },
  notGiven: { en: 'This service does not return: {what}.', ru: 'Система не сообщает: {what}.' },
  cut: {
    en: 'Not all {what} were read: narrow the request.',
    ru: 'Прочитано не всё: {what}. Уточните запрос.',
  },
  moved: {
    en: 'The list of {what} changed while it was read: entries may be missing.',
    ru: 'Список изменился, пока его читали: {what}. Некоторых записей может не хватать.',
  },
  cutTasks: {
    en: 'Not all tasks were read: tasks without a date or due before {day} may be missing.',
    ru: 'Прочитаны не все задачи: некоторых задач без срока или со сроком до {day} может не хватать.',
  },
  unchecked: {
    en: 'The filter {what} could not be checked for {records}: they do not contain this field.',
    ru: 'Условие {what} не проверено для {records}: нужных данных в них нет.',
  },
  ignored: {
    en: 'The service ignored {what}: {records} did not match and were left out.',
    ru: 'Система не учла условие {what}, поэтому записи, которые ему не соответствуют, убраны из ответа: {records}.',
  },
  unproven: {
    en: 'Nothing was found: {what}. The service may apply the filters of these lists incorrectly, so matching records may exist. To check, query the whole lists with query_records: use WHERE instead of scope.',
    ru: 'Не найдено: {what}. Возможно, система неправильно применяет к этим спискам условия отбора и нужные записи в ней есть. Чтобы проверить, сделайте выборку из полных списков через query_records: задайте условия в WHERE, а не в scope.',
    inCard: {
      en: 'Nothing was found: {what}. The service may apply the filters of these lists incorrectly, so matching records may exist.',
      ru: 'Не найдено: {what}. Возможно, система неправильно применяет к этим спискам условия отбора и нужные записи в ней есть.',
    },
  },
  unreadRows: {
    en: '{count} {count|record|records} of a list could not be read: the service returned no Id for {count|it|them}.',
    ru: 'Не удалось прочитать {count} {count|запись|записи|записей} списка: система не сообщает их Id.',
  },
  unknownZone: {
    en: 'The time zone of your user record is unknown: times are in {zone}. For another zone pass `time_zone`.',
    ru: 'Часовой пояс вашей учётной записи неизвестен: время указано для {zone}. Другой часовой пояс можно задать в `time_zone`.',
  },
  unclearStatuses: {
    en: 'For {which} of these tasks, this service does not say whether the work is finished: such tasks count as open.',
    ru: 'Система не сообщает, закрыты ли задачи с такими статусами ({which}): они считаются открытыми.',
  },
  oneStatus: { en: 'one status', ru: 'один статус' },
  statuses: { en: '{count} statuses', ru: '{count} {count|статус|статуса|статусов}' },
} as const satisfies Record<string, Worded>;

export const searchMessages = {
  onlyInWork: {
    en: 'This is the only active case that matches; {count} archived {count|case matches|cases match} too.',
    ru: 'Это единственное подходящее дело в работе; в архиве ещё {count} {count|подходящее|подходящих|подходящих}.',
  },
  onlySimilar: {
    en: 'No {what} match all the words: the {what} shown are only similar and may be the wrong ones.',
    ru: 'Записей, в которых есть все эти слова, нет ({what}): показаны похожие, нужных среди них может не быть.',
  },
  moreCases: {
    en: 'Not all cases were searched: narrow the request.',
    ru: 'Просмотрены не все дела: уточните запрос.',
  },
  moreToRead: {
    en: 'Only {some} of {all} candidate cases were read: narrow the request.',
    ru: 'Из дел, которые могут подойти ({all}), прочитано {some}. Уточните запрос.',
  },
  nameless: {
    en: 'The names of {records} could not be checked, because the service does not return these names.',
    ru: 'Имена не проверены для {records}: система их не сообщает.',
  },
  lookedThrough: {
    en: 'The service could not search by these words. casebridge itself searched {count} records, but not the remaining ones.',
    ru: 'По этим словам система искать не умеет. casebridge сам просмотрел {count} {count|запись|записи|записей}, но есть и другие.',
  },
} as const satisfies Record<string, Worded>;

/** Sentences about absent users, and about those whose absence is unknown. */
export const absenceMessages = {
  status: {
    en: '{name} is away: working status "{status}". The return date is unknown, because the user’s calendar has no all-day event for the absence.',
    ru: '{name} отсутствует: рабочий статус «{status}». До какого дня — неизвестно: в календаре нет события на весь день с упоминанием отпуска.',
  },
  both: {
    en: '{name} is away until {last}: working status "{status}". The days are inferred from the all-day event "{event}", {first} to {last}.',
    ru: '{name} отсутствует по {last}: рабочий статус «{status}». Даты предположительные — по событию на весь день «{event}», с {first} по {last}.',
  },
  later: {
    en: '{name} is away: working status "{status}". The name of the all-day event "{event}" suggests a leave from {first} to {last}. It is unknown how long the present absence lasts.',
    ru: '{name} отсутствует: рабочий статус «{status}». Событие на весь день «{event}» указывает на отпуск с {first} по {last}. До какого дня длится нынешнее отсутствие, неизвестно.',
  },
  event: {
    en: '{name} is away from {first} to {last}, inferred from the all-day event "{event}".',
    ru: '{name} отсутствует с {first} по {last} — предположительно, по событию на весь день «{event}».',
  },
  unchecked: {
    en: 'Absences were not checked, or only in part: {who}.',
    ru: 'Отсутствие не проверено или проверено не полностью: {who}.',
  },
} as const satisfies Record<string, Worded>;
