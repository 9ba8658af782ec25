import type { Dictionary, DictionaryValue } from '../state/entities/dictionaries.ts';
import { sampleId } from '../state/ids.ts';
import { idsByKey, namedRows, type Seeding, sysNameOf } from './build.ts';
import { kinds } from './kinds.ts';

const rolesInCase = [
  'Истец / Claimant',
  'Ответчик / Defendant',
  'Третье лицо / Third party',
  'Заявитель / Applicant',
  'Кредитор / Creditor',
  'Должник / Debtor',
  'Представитель / Counsel',
  'Судья / Judge',
  'Суд / Court',
  'Эксперт / Expert',
  'Свидетель / Witness',
  'Арбитражный управляющий / Insolvency practitioner',
  'Судебный пристав / Bailiff',
  'Страхователь / Insured',
  'Выгодоприобретатель / Beneficiary',
  'Аварийный комиссар / Adjuster',
];

const taskTypes = [
  'Задача / Task',
  'Звонок / Call',
  'Встреча / Meeting',
  'Согласование / Approval',
  'Срок / Deadline',
];
const taskStatuses = [
  'Новая / New',
  'В работе / In progress',
  'На проверке / In review',
  'Выполнена / Done',
  'Отменена / Cancelled',
];
const taskPriorities = ['Низкий / Low', 'Обычный / Normal', 'Высокий / High', 'Срочный / Urgent'];
const workingStatuses = ['Работает / Working', 'Отпуск / Vacation'];
const calendars = ['Firm', 'Суды / Courts'];
const eventTypes = [
  'Судебное заседание / Hearing',
  'Предварительное заседание / Preliminary hearing',
  'Процессуальный срок / Procedural deadline',
  'Встреча / Meeting',
  'Переговоры / Negotiation',
  'Осмотр / Inspection',
  'Мониторинг / Monitoring',
  'Звонок / Call',
];

const legalForms = [
  ['ООО', 'OOO'],
  ['АО', 'AO'],
  ['ПАО', 'PAO'],
  ['НАО', 'NAO'],
  ['ИП', 'IP'],
  ['АНО', 'ANO'],
  ['ФГУП', 'FGUP'],
  ['ГУП', 'GUP'],
  ['МУП', 'MUP'],
  ['ТСЖ', 'TSZH'],
  ['ПК', 'PK'],
  ['Адвокатское бюро', 'LawOffice'],
  ['LLC', 'LLC'],
  ['Ltd', 'Ltd'],
  ['PLC', 'PLC'],
  ['Inc.', 'Inc'],
  ['Corp.', 'Corp'],
  ['LLP', 'LLP'],
  ['LP', 'LP'],
  ['GmbH', 'GmbH'],
  ['Sole trader', 'SoleTrader'],
] as const;

/** Names that a task may have, in Russian and in English. */
const taskNames = [
  'Подготовить претензию',
  'Подготовить ответ на претензию',
  'Удостовериться в доставке претензии',
  'Принять решение по итогам претензионного этапа',
  'Распределить судебное дело СОЮ',
  'Распределить исполнительное производство',
  'Подготовить иск',
  'Подготовить отзыв',
  'Оплатить госпошлину',
  'Подать апелляцию',
  'Подготовиться к заседанию',
  'Согласовать договор',
  'Направить документы в суд',
  'Проверить контрагента',
  'Review contract',
  'Conflict check',
  'Prepare bundle',
  'Call client',
  'Draft witness statement',
  'File defence',
  'Prepare for hearing',
  'Send settlement offer',
  'Забрать копии в канцелярии',
];

const documentTypes = [
  'Исковое заявление / Statement of claim',
  'Отзыв / Defence',
  'Претензия / Letter before claim',
  'Ответ на претензию / Reply to claim',
  'Договор / Contract',
  'Дополнительное соглашение / Amendment',
  'Доверенность / Power of attorney',
  'Определение / Order',
  'Решение / Judgment',
  'Исполнительный лист / Writ',
  'Мировое соглашение / Settlement',
  'Заключение эксперта / Expert report',
  'Платёжное поручение / Payment order',
  'Акт сверки / Reconciliation',
  'Протокол / Minutes',
  'Переписка / Correspondence',
];

const stages = [
  'Претензия',
  'Судебный процесс',
  '1-я инстанция',
  'Апелляция',
  'Кассация',
  'Исполнительное производство',
  'Закрыто',
  'Intake',
  'Pre-action',
  'Pleadings',
  'Disclosure',
  'Trial',
  'Appeal',
  'Enforcement',
  'Closed',
  'FNOL',
  'Investigation',
  'Evaluation',
  'Negotiation',
  'Settlement',
];

const courts = [
  'Суды Энской области / Courts of Ensk region',
  'Арбитражный суд Энской области / Ensk Commercial Court',
  'Энский районный суд / Ensk District Court',
  'Courts of Eastmoor',
  'Eastmoor Commercial Court',
  'Eastmoor County Court',
  'Упразднённый суд / Abolished court',
];
const parentCourt: Record<number, number> = { 2: 1, 3: 1, 5: 4, 6: 4, 7: 1 };

/** More values than fit on one page, to show that this list has no pages. */
const districts = Array.from(
  { length: 101 },
  (_, index) => `Судебный участок № ${index + 1} / District ${index + 1}`,
);

interface DictionaryRow {
  readonly name: string;
  readonly values: readonly string[];
  /** Kind of the records that this dictionary lists. Its values have the ids of these records. */
  readonly valueKind?: string;
  readonly parents?: Record<number, number>;
  readonly disabled?: readonly number[];
}

const dictionaries: readonly DictionaryRow[] = [
  { name: 'Наименование задачи / Task name', values: taskNames, disabled: [taskNames.length] },
  { name: 'Тип документа / Document type', values: documentTypes },
  { name: 'Приоритет задачи / Task priority', values: taskPriorities, valueKind: kinds.taskPriority },
  { name: 'Статус задачи / Task status', values: taskStatuses, valueKind: kinds.taskStatus },
  { name: 'Стадия / Stage', values: stages },
  { name: 'Направление / Direction', values: ['Входящее дело / Incoming', 'Исходящее дело / Outgoing'] },
  { name: 'Суд / Court', values: courts, parents: parentCourt, disabled: [7] },
  { name: 'Судебный участок / Court district', values: districts },
];

export const roleId = idsByKey(kinds.roleInCase, rolesInCase.map(sysNameOf));
export const taskTypeId = idsByKey(kinds.taskType, taskTypes.map(sysNameOf));
export const taskStatusId = idsByKey(kinds.taskStatus, taskStatuses.map(sysNameOf));
export const taskPriorityId = idsByKey(kinds.taskPriority, taskPriorities.map(sysNameOf));
export const workingStatusId = idsByKey(kinds.workingStatus, workingStatuses.map(sysNameOf));
export const calendarId = idsByKey(kinds.calendar, calendars.map(sysNameOf));
export const eventTypeId = idsByKey(kinds.eventType, eventTypes.map(sysNameOf));
export const legalFormId = idsByKey(
  kinds.legalForm,
  legalForms.map(([name]) => name),
);
export const dictionaryId = idsByKey(
  kinds.dictionary,
  dictionaries.map(({ name }) => sysNameOf(name)),
);

/** Dictionary values are numbered in thousands: value 5 of dictionary 2 is 2005. */
const valueNumber = (dictionary: number, value: number) => dictionary * 1000 + value;

/** Ids of all values by dictionary id and system name. */
const valueIds = new Map(
  dictionaries.flatMap(({ name, values }, index) =>
    values.map((value, place) => [
      `${dictionaryId(sysNameOf(name))} ${sysNameOf(value)}`,
      sampleId(kinds.dictionaryValue, valueNumber(index + 1, place + 1)),
    ]),
  ),
);

/** Returns the id of a dictionary's value by its system name: `valueId(dictionaryId('DocumentType'), 'Defence')`. */
export function valueId(dictionary: string | undefined, value: string): string {
  const id = valueIds.get(`${dictionary} ${value}`);
  if (id === undefined) throw new Error(`sample data name ${value}, which no value of ${dictionary} is`);
  return id;
}

/** Fills the small lists: roles, types, statuses, priorities, calendars, legal forms and dictionaries. */
export function seedDictionaries(seeding: Seeding): void {
  const { world } = seeding;
  world.rolesInCase.insert(...namedRows(seeding, kinds.roleInCase, rolesInCase));
  world.taskTypes.insert(...namedRows(seeding, kinds.taskType, taskTypes, true));
  world.taskStatuses.insert(...namedRows(seeding, kinds.taskStatus, taskStatuses, true));
  world.taskPriorities.insert(...namedRows(seeding, kinds.taskPriority, taskPriorities, true));
  world.workingStatuses.insert(...namedRows(seeding, kinds.workingStatus, workingStatuses, true));
  world.eventTypes.insert(...namedRows(seeding, kinds.eventType, eventTypes));
  const firm = [world.settings.defaultCalendar, ...calendars.slice(1)];
  world.calendars.insert(...namedRows(seeding, kinds.calendar, firm));
  const forms = namedRows(
    seeding,
    kinds.legalForm,
    legalForms.map(([name]) => name),
  );
  world.legalForms.insert(
    ...forms.map((form, index) => ({ ...form, sysName: legalForms[index]?.[1] ?? '' })),
  );
  world.dictionaries.insert(...dictionaries.map((row, index) => buildDictionary(seeding, row, index + 1)));
}

function buildDictionary(seeding: Seeding, row: DictionaryRow, number: number): Dictionary {
  const isSystem = row.valueKind !== undefined;
  const values = row.values.map((name, index): DictionaryValue => {
    const parent = row.parents?.[index + 1];
    return {
      ...seeding.entity(
        row.valueKind ?? kinds.dictionaryValue,
        isSystem ? index + 1 : valueNumber(number, index + 1),
      ),
      name,
      sysName: sysNameOf(name),
      isSystem,
      order: index + 1,
      ...(parent ? { parentId: sampleId(kinds.dictionaryValue, valueNumber(number, parent)) } : {}),
      ...(row.disabled?.includes(index + 1) ? { isDisabled: true } : {}),
    };
  });
  const [entity] = namedRows(seeding, kinds.dictionary, [row.name], true);
  return { ...(entity as Dictionary), ...seeding.entity(kinds.dictionary, number), values };
}
