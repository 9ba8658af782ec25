import type { FieldValues } from '../../state/entities/entity.ts';
import type { CalendarEvent } from '../../state/entities/work.ts';
import type { When } from '../build.ts';

/** Rarely used properties of an event. */
interface More {
  /** `user:login`, `participant:key` or an address, separated by spaces. */
  readonly attendees?: string;
  readonly location?: string;
  readonly reminder?: CalendarEvent['reminder'];
  readonly calendar?: 'Courts';
  readonly description?: string;
  readonly attributes?: FieldValues;
}

/**
 * `time` has one of three forms: start and length in hours (`10:00 1.5`), `all day`, or `21:00 all day` for a day that
 * begins on the previous evening in UTC.
 */
export type EventRow = readonly [
  caseKey: string | null,
  name: string,
  type: string,
  when: When,
  time: string,
  more?: More,
];

export const eventRows: readonly EventRow[] = [
  [
    'smith',
    'Smith v. Northbridge Ltd: disclosure hearing',
    'Hearing',
    0,
    '10:00 1.5',
    {
      calendar: 'Courts',
      location: 'Eastmoor Commercial Court, room 4',
      reminder: { value: 1, unit: 'Hour' },
      attendees: 'user:anna user:john participant:expert clerk@example.org',
      attributes: { CourtRoom: '4', Remote: false },
    },
  ],
  [
    'smith',
    'Smith: meeting with the client',
    'Meeting',
    'other',
    '13:00 1',
    { attendees: 'user:anna participant:smith', location: 'Office, room 2' },
  ],
  [
    'smith',
    'Settlement talks with Northbridge',
    'Negotiation',
    7,
    '09:00 2',
    { attendees: 'user:anna user:head participant:northbridge' },
  ],
  ['smith', 'First case conference', 'PreliminaryHearing', -30, '10:00 1', { calendar: 'Courts' }],
  ['smith', 'Reply to defence is due', 'ProceduralDeadline', -21, 'all day'],
  [
    'vector',
    'Вектор — Северный мост: судебное заседание',
    'Hearing',
    'other',
    '10:00 1',
    {
      calendar: 'Courts',
      location: 'Арбитражный суд Энской области, зал 12',
      reminder: { value: 1, unit: 'Day' },
      attendees: 'user:ivan participant:vector participant:judge vector@example.org',
      attributes: { CourtRoom: '12', Remote: true },
    },
  ],
  ['vector', 'Созвон со свидетелем', 'Call', 0, '08:30 0.5', { attendees: 'user:ivan participant:ivanova' }],
  ['vector', 'Срок подачи письменных пояснений', 'ProceduralDeadline', 8, 'all day'],
  [
    'vector',
    'Вектор: предварительное заседание',
    'PreliminaryHearing',
    -25,
    '11:00 1',
    { calendar: 'Courts' },
  ],
  [
    'vector',
    'Обновление карточки суда',
    'Monitoring',
    -4,
    '06:00 0.25',
    { description: 'Новое уведомление' },
  ],
  [
    'delta',
    'Delta v. Romashka: trial, day 1',
    'Hearing',
    8,
    '10:00 5',
    { calendar: 'Courts', attendees: 'user:john user:anna' },
  ],
  ['delta', 'Delta: trial preparation', 'Meeting', 0, '14:00 1', { attendees: 'user:john user:kate' }],
  [
    'delta',
    'Delta: call with counsel',
    'Call',
    'other',
    '09:00 0.5',
    { attendees: 'user:john participant:quill' },
  ],
  ['delta', 'Delta: pre-trial review', 'PreliminaryHearing', -14, '10:00 2', { calendar: 'Courts' }],
  ['lutik', 'Лютик: заседание в упрощённом порядке', 'Hearing', 3, '12:00 1', { calendar: 'Courts' }],
  [
    'lutik',
    'Лютик: переговоры',
    'Negotiation',
    -3,
    '12:00 1',
    { attendees: 'user:maria participant:kuznetsov' },
  ],
  ['latin', 'Апелляция: судебное заседание', 'Hearing', 13, '10:00 1', { calendar: 'Courts' }],
  ['latin', 'Срок апелляционной жалобы', 'ProceduralDeadline', 12, 'all day'],
  ['harbourObrien', 'Harbour: defence is due', 'ProceduralDeadline', 4, 'all day'],
  [
    'harbourObrien',
    'Harbour: video call',
    'Call',
    -2,
    '15:00 0.5',
    { attendees: 'user:john obrien@example.test' },
  ],
  [
    'ivanova',
    'Залив квартиры: судебное заседание',
    'Hearing',
    1,
    '09:30 1',
    { calendar: 'Courts', attendees: 'user:maria participant:ivanova' },
  ],
  [
    'ivanova',
    'Осмотр квартиры',
    'Inspection',
    -40,
    '12:00 2',
    { attendees: 'participant:expert participant:birch' },
  ],
  ['ivanov', 'Иванов: апелляционное заседание', 'Hearing', 9, '14:00 1', { calendar: 'Courts' }],
  ['noParties', 'Первичная консультация', 'Meeting', 'other', '11:00 1', { attendees: 'user:oleg' }],
  ['inquiry', 'Расследование: беседа', 'Meeting', 0, '16:00 1', { attendees: 'user:head' }],
  [
    'romashkaInsolvency',
    'Собрание кредиторов',
    'Meeting',
    10,
    '11:00 3',
    { attendees: 'user:ivan participant:practitioner' },
  ],
  ['romashkaInsolvency', 'Закрытие реестра требований', 'ProceduralDeadline', 20, 'all day'],
  [
    'romashkaInsolvency',
    'Заседание о введении наблюдения',
    'Hearing',
    -70,
    '10:00 1',
    { calendar: 'Courts' },
  ],
  [
    'harbourInsolvency',
    'Creditors’ call',
    'Call',
    -6,
    '10:00 1',
    { attendees: 'user:anna participant:delta' },
  ],
  // This day in Moscow time begins and ends at 21:00 UTC, so it is on two UTC dates.
  ['vectorAudit', 'Выездная проверка: день инспекции', 'Inspection', 4, '21:00 all day'],
  ['vectorAudit', 'Срок возражений на акт', 'ProceduralDeadline', 5, 'all day'],
  ['quillAudit', 'Final meeting with the inspector', 'Meeting', -172, '10:00 1'],
  [
    'petrovWrit',
    'Выезд с приставом',
    'Inspection',
    'other',
    '07:00 3',
    { attendees: 'user:oleg participant:bailiff' },
  ],
  ['northbridgeWrit', 'Payment received', 'Monitoring', -165, 'all day'],
  ['warehouse', 'Осмотр склада', 'Inspection', -38, '09:00 4', { attendees: 'user:maria participant:truck' }],
  [
    'warehouse',
    'Переговоры о выплате',
    'Negotiation',
    2,
    '13:00 1',
    { attendees: 'user:maria participant:haven' },
  ],
  [
    'millLane',
    'Mill Lane: second inspection',
    'Inspection',
    0,
    '11:00 2',
    { attendees: 'user:anna participant:expert' },
  ],
  ['road', 'ДТП: выплата произведена', 'Monitoring', -156, 'all day'],
  ['supply', 'Сверка расчётов', 'Meeting', 6, '10:00 1', { attendees: 'user:maria user:accountant' }],
  ['engagement', 'Fee review', 'Meeting', -26, '15:00 0.5', { attendees: 'user:anna participant:quill' }],
  [
    'expertise',
    'Передача материалов эксперту',
    'Meeting',
    1,
    '08:00 0.5',
    { attendees: 'user:ivan participant:expert' },
  ],
  ['lease', 'Rent is due', 'ProceduralDeadline', 3, 'all day'],
  ['bridgeClaim', 'Истёк срок ответа на претензию', 'ProceduralDeadline', -98, 'all day'],
  ['letter', 'Reply from Romashka is due', 'ProceduralDeadline', -185, 'all day'],
  ['oldMill', 'Judgment handed down', 'Hearing', -190, '10:00 1', { calendar: 'Courts' }],
  ['elkina', 'Ёлкина: судебное заседание', 'Hearing', -209, '10:00 1', { calendar: 'Courts' }],
  ['oldInsolvency', 'Завершение производства', 'Hearing', -125, '10:00 1', { calendar: 'Courts' }],
  // Events without a case.
  [
    null,
    'Планёрка',
    'Meeting',
    'other',
    '06:30 0.5',
    { attendees: 'user:head user:anna user:ivan user:maria user:john' },
  ],
  [
    null,
    'Training for newcomers',
    'Meeting',
    7,
    '12:00 2',
    { attendees: 'user:newcomer user:head', location: 'Online' },
  ],
  [null, 'День рождения бюро', 'Meeting', 15, 'all day'],
];
