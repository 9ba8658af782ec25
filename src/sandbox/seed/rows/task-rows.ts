import type { FieldValues } from '../../state/entities/entity.ts';
import type { When } from '../build.ts';

/** Rarely used properties of a task. */
interface More {
  /** Key of the task, to which `parent` of another row refers. */
  readonly key?: string;
  readonly parent?: string;
  readonly type?: string;
  readonly description?: string;
  /** Keys of documents. */
  readonly documents?: readonly string[];
  readonly attributes?: FieldValues;
}

/**
 * `who` lists logins and, with a leading `#`, groups, separated by spaces. `state` is status and priority. `due` is
 * null if there is no due date.
 */
export type TaskRow = readonly [
  caseKey: string | null,
  name: string,
  who: string,
  due: When | null,
  state: string,
  more?: More,
];

export const taskRows: readonly TaskRow[] = [
  [
    'smith',
    'Prepare bundle',
    'anna',
    0,
    'InProgress High',
    {
      key: 'bundle',
      description: 'Two copies for the court, one for counsel.',
      documents: ['smithClaim', 'smithBundle'],
      attributes: { Billable: true, Hours: 3.5 },
    },
  ],
  ['smith', 'Draft witness statement', 'john', 'other', 'New Normal', { documents: ['smithExpert'] }],
  ['smith', 'Send settlement offer', 'oleg', -8, 'New Urgent', { documents: ['smithSettlement'] }],
  // This task is assigned only to a group, so a filter by one of its members does not find it.
  ['smith', 'Prepare for hearing', '#Litigation', 7, 'New High', { type: 'Meeting' }],
  ['smith', 'Call client', 'anna kate', 2, 'New Normal', { type: 'Call' }],
  ['smith', 'Review contract', 'kate', -30, 'Done Normal', { documents: ['smithContract'] }],
  ['smith', 'Conflict check', 'oleg', -115, 'Done High'],
  ['smith', 'File defence', 'john', -72, 'Cancelled Low'],

  [
    'vector',
    'Подготовиться к заседанию',
    'ivan',
    0,
    'InProgress Urgent',
    { key: 'session', documents: ['vectorClaim', 'vectorDefence'], attributes: { Billable: true } },
  ],
  ['vector', 'Направить документы в суд', 'oleg', 'other', 'New High', { key: 'send', parent: 'session' }],
  ['vector', 'Оплатить госпошлину', 'accountant', 'other', 'InReview High', { key: 'fee', parent: 'send' }],
  ['vector', 'Подготовить отзыв', 'maria', -10, 'InProgress High', { key: 'reply', parent: 'fee' }],
  ['vector', 'Проверить контрагента', 'kate', 8, 'New Low', { parent: 'reply' }],
  ['vector', 'Подать апелляцию', '#Litigation', 25, 'New Normal', { type: 'Deadline' }],
  ['vector', 'Подготовить иск', 'ivan', -90, 'Done High', { documents: ['vectorClaim'] }],

  ['delta', 'Prepare for hearing', 'john', 0, 'InProgress High'],
  ['delta', 'Prepare bundle', 'kate', 'other', 'New Normal', { documents: ['deltaReport', 'deltaClaim'] }],
  ['delta', 'Draft witness statement', 'anna', -9, 'InReview High'],
  ['delta', 'Call client', 'john', 7, 'New Normal', { type: 'Call' }],
  ['delta', 'Send settlement offer', 'john head', -40, 'Cancelled Normal', { type: 'Approval' }],

  ['lutik', 'Подготовить отзыв', 'maria', 'other', 'New Normal'],
  ['lutik', 'Оплатить госпошлину', 'accountant', -68, 'Done Normal'],
  ['lutik', 'Подать апелляцию', 'maria', 14, 'New High', { type: 'Deadline' }],
  ['latin', 'Подать апелляцию', 'ivan', 11, 'New Urgent', { type: 'Deadline' }],
  ['latin', 'Направить документы в суд', 'oleg', -10, 'InProgress Normal'],
  ['harbourObrien', 'File defence', 'john', 1, 'New Normal'],
  ['harbourObrien', 'Conflict check', 'anna', -58, 'Done Normal'],
  ['harbourObrien', 'Call client', 'john', -2, 'InProgress Low', { type: 'Call' }],
  ['ivanova', 'Подготовиться к заседанию', 'maria', 0, 'New High'],
  ['ivanova', 'Распределить судебное дело СОЮ', 'head', -74, 'Done Normal'],
  ['ivanova', 'Направить документы в суд', 'oleg', -5, 'New Normal', { documents: ['ivanovaReport'] }],
  ['ivanov', 'Подать апелляцию', 'ivan', -1, 'InReview High', { type: 'Deadline' }],
  ['ivanov', 'Распределить судебное дело СОЮ', 'head', -149, 'Done Low'],
  ['noParties', 'Распределить судебное дело СОЮ', 'oleg', 1, 'New Normal'],
  ['inquiry', 'Проверить контрагента', 'head', 'other', 'InProgress High', { description: 'Не разглашать.' }],
  ['inquiry', 'Согласовать договор', 'head', -12, 'New High', { type: 'Approval' }],

  ['romashkaInsolvency', 'Направить документы в суд', 'ivan', 9, 'New High'],
  [
    'romashkaInsolvency',
    'Проверить контрагента',
    'oleg',
    -50,
    'Done Normal',
    { documents: ['romashkaList'] },
  ],
  ['harbourInsolvency', 'Conflict check', 'anna', -7, 'InProgress High'],
  ['harbourInsolvency', 'Call client', 'anna', 'other', 'New Low', { type: 'Call' }],
  ['vectorAudit', 'Направить документы в суд', 'maria', 12, 'New Normal', { documents: ['auditAct'] }],
  ['vectorAudit', 'Согласовать договор', 'accountant', -3, 'InReview Normal', { type: 'Approval' }],
  ['quillAudit', 'Call client', 'anna', -200, 'Done Low', { type: 'Call' }],
  [
    'petrovWrit',
    'Распределить исполнительное производство',
    'oleg',
    -160,
    'Done Normal',
    { documents: ['lutikWrit'] },
  ],
  ['petrovWrit', 'Направить документы в суд', 'oleg', 0, 'New Normal'],
  ['northbridgeWrit', 'Распределить исполнительное производство', 'john', -300, 'Done Normal'],
  ['warehouse', 'Проверить контрагента', 'maria', 'other', 'InProgress Urgent', { documents: ['fireAct'] }],
  ['warehouse', 'Согласовать договор', '#Contracts', 10, 'New Normal', { type: 'Approval' }],
  ['warehouse', 'Call client', 'kate', -11, 'New Normal', { type: 'Call' }],
  ['millLane', 'Review contract', 'anna', 3, 'New Normal', { documents: ['millReport'] }],
  ['millLane', 'Call client', 'anna', 0, 'New High', { type: 'Call' }],
  ['road', 'Проверить контрагента', 'kate', -280, 'Done Low'],

  ['supply', 'Согласовать договор', 'maria nowork', -245, 'Done Normal', { documents: ['supplyContract'] }],
  ['supply', 'Согласовать договор', 'maria', 6, 'InReview Normal', { documents: ['supplyAmendment'] }],
  ['engagement', 'Review contract', 'anna', -117, 'Done High', { documents: ['engagementLetter'] }],
  ['expertise', 'Согласовать договор', 'ivan #Contracts', 1, 'InReview High', { type: 'Approval' }],
  ['expertise', 'Оплатить госпошлину', 'accountant', 14, 'New Low'],
  ['lease', 'Review contract', 'kate', 3, 'InProgress Normal', { documents: ['lease'] }],
  ['lease', 'Call client', 'blocked', -15, 'New Low', { type: 'Call' }],
  ['services', 'Согласовать договор', 'nowork', 4, 'New Normal'],
  ['bridgeClaim', 'Подготовить претензию', 'ivan', -128, 'Done High', { documents: ['bridgeLetter'] }],
  ['bridgeClaim', 'Удостовериться в доставке претензии', 'oleg', -120, 'Done Normal'],
  [
    'bridgeClaim',
    'Принять решение по итогам претензионного этапа',
    'head',
    -97,
    'Done Normal',
    { type: 'Approval' },
  ],
  ['letter', 'Подготовить ответ на претензию', 'john', -14, 'InProgress Normal'],
  ['inspection', 'Направить документы в суд', 'oleg', null, 'New Low'],
  ['oldMill', 'Conflict check', 'anna', -368, 'Done Normal'],
  ['elkina', 'Подготовиться к заседанию', 'maria', -210, 'Done Normal'],
  // Tasks without a case.
  [null, 'Conflict check', 'anna', 1, 'New Normal'],
  [null, 'Проверить контрагента', 'newcomer', 0, 'New Low', { description: 'Учебное задание.' }],
  [null, 'Call client', '#Litigation #Contracts', null, 'New Normal', { type: 'Call' }],
];
