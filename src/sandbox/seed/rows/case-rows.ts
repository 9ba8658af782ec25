import type { AccessLevel } from '../../state/entities/access.ts';

/** Data of one sample object. `cases.ts` resolves keys to ids and numbers of days to dates. */
export interface CaseRow {
  readonly key: string;
  readonly name: string;
  /** Number that does not depend on the current year, so that quotations stay correct. */
  readonly number: string;
  readonly type: string;
  readonly folder?: string;
  readonly project?: string;
  readonly who?: string;
  readonly client?: string;
  readonly stage?: string;
  /** Days since the creation, and since the last change. */
  readonly age: readonly [created: number, changed: number];
  readonly isArchived?: true;
  readonly description?: string;
  /** `Role:participant`, separated by spaces. */
  readonly parties?: string;
  /**
   * Values by field key. Dates are `When` values, links are keys of records, and dictionary values are system names.
   */
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly payments?: readonly string[];
  readonly related?: readonly string[];
  readonly access?: Readonly<Record<string, AccessLevel>>;
  readonly blockAccess?: Readonly<Record<string, Readonly<Record<string, AccessLevel>>>>;
}

const litigation = { type: 'CommercialLitigation' } as const;
const generalCourt = { type: 'GeneralJurisdictionCase', folder: 'zarechye' } as const;

/** Open disputes in court. */
export const disputes: readonly CaseRow[] = [
  {
    ...litigation,
    key: 'smith',
    name: 'Smith v. Northbridge Ltd',
    number: 'CL-2026-000123',
    folder: 'commercialCourt',
    project: 'northbridge',
    who: 'anna',
    client: 'smith',
    stage: 'Disclosure',
    age: [120, 2],
    description: 'Unpaid work and a withheld bonus on the Eastmoor crossing project.',
    parties: 'Claimant:smith Defendant:northbridge Counsel:quill Court:courtEn Judge:judgeEn Expert:expert',
    fields: {
      Court: 'EastmoorCommercialCourt',
      Judge: 'E. Marlow',
      ClaimAmount: 1_250_000,
      Direction: 'Outgoing',
      SecondLawyer: 'john',
      InternalCode: 'NB/17-A',
      Grounds: 'Breach of a service contract.',
      FiledOn: -110,
      StatementOfClaim: 'smithClaim',
      CourtLink: 'https://court.example.org/CL-000123',
      Keywords: ['contract', 'bonus', 'withheld payment'],
      ClaimItem: ['Unpaid invoices', 'Bonus', 'Interest'],
      ClaimItemAmount: [900_000, 300_000, 50_000],
      ClaimItemAccepted: [true, false, false],
      AppealUntil: 45,
      NextHearing: 0,
      Simplified: false,
      SettlementLimit: 800_000,
      Strategy: 'Settle before trial if interest is conceded.',
    },
    payments: ['engagement', 'lease'],
    related: ['delta', 'letter'],
    access: { client1: 'View' },
  },
  {
    ...litigation,
    key: 'vector',
    name: 'ООО «Вектор» к АО «Северный мост»',
    number: 'А40-123456/2026',
    folder: 'commercial',
    project: 'vector',
    who: 'ivan',
    client: 'vector',
    stage: 'Судебный процесс',
    age: [95, 3],
    description: 'Взыскание задолженности по договору поставки № 17 и неустойки.',
    parties:
      'Claimant:vector Defendant:bridge ThirdParty:lutik Court:courtRu Judge:judge Witness:ivanova Counsel:quill',
    fields: {
      Court: 'EnskCommercialCourt',
      Judge: 'Строгов Л. М.',
      ClaimAmount: 4_300_000.5,
      Direction: 'Outgoing',
      SecondLawyer: 'maria',
      InternalCode: 'ВК-2',
      Grounds: 'Поставленный товар не оплачен в срок.',
      FiledOn: -90,
      StatementOfClaim: 'vectorClaim',
      CourtLink: 'https://sud.example.org/a40',
      Keywords: ['поставка', 'неустойка'],
      ClaimItem: ['Основной долг', 'Неустойка', 'Судебные расходы'],
      ClaimItemAmount: [3_800_000, 450_000.5, 50_000],
      ClaimItemAccepted: [true, false, false],
      AppealUntil: 30,
      NextHearing: 'other',
      SettlementLimit: 3_900_000,
      Strategy: 'Настаивать на неустойке в полном размере.',
    },
    payments: ['supply', 'expertise'],
    related: ['supply', 'bridgeClaim'],
    access: { client2: 'View' },
    blockAccess: { kate: { ClaimInformation: 'View', Confidential: 'None' } },
  },
  {
    ...litigation,
    key: 'delta',
    name: 'Delta v. Romashka',
    number: 'CL-2026-000124',
    folder: 'commercialCourt',
    who: 'john',
    client: 'delta',
    stage: 'Trial',
    age: [210, 5],
    description: 'Delivery of unfit packaging; counterclaim for storage.',
    parties: 'Claimant:delta Defendant:romashka Counsel:quill Court:courtEn Judge:judgeEn',
    fields: {
      Court: 'EastmoorCommercialCourt',
      ClaimAmount: 640_000,
      Direction: 'Incoming',
      SecondLawyer: 'anna',
      Grounds: 'Goods unfit for purpose.',
      FiledOn: -200,
      Keywords: ['packaging'],
      ClaimItem: ['Price of goods', 'Storage'],
      ClaimItemAmount: [600_000, 40_000],
      ClaimItemAccepted: [false, false],
      NextHearing: 8,
    },
    payments: ['engagement'],
    related: ['smith', 'letter'],
    access: { kate: 'View' },
  },
  {
    ...litigation,
    key: 'lutik',
    name: 'ООО «Лютик» к ИП Кузнецов А. В.',
    number: 'А41-22017/2026',
    folder: 'commercial',
    project: 'vector',
    who: 'maria',
    client: 'lutik',
    stage: '1-я инстанция',
    age: [80, 12],
    parties: 'Claimant:lutik Defendant:kuznetsov Court:courtRu',
    fields: { ClaimAmount: 310_000, Direction: 'Outgoing', FiledOn: -70, Simplified: true, AppealUntil: 15 },
    access: { kate: 'View', client2: 'View' },
  },
  {
    ...litigation,
    key: 'latin',
    name: 'Вектор против Ромашки (номер латиницей)',
    // The first letter is a Latin A. A search for the Cyrillic А must not find it.
    number: 'A40-654321/2026',
    folder: 'moscowAppeal',
    who: 'ivan',
    client: 'vector',
    stage: 'Апелляция',
    age: [260, 20],
    parties: 'Claimant:vectorBranch Defendant:romashka',
    fields: { Court: 'EnskCommercialCourt', ClaimAmount: 95_000, AppealUntil: 12 },
  },
  {
    ...litigation,
    key: 'harbourObrien',
    name: "Harbour Light Lines LLC v. O'Brien",
    number: '1:26-cv-01234',
    folder: 'london',
    who: 'john',
    client: 'harbour',
    stage: 'Pleadings',
    age: [60, 4],
    description: 'Cargo lost in transit.',
    parties: 'Claimant:harbour Defendant:obrien Witness:expert',
    fields: { ClaimAmount: 72_500, Direction: 'Outgoing', FiledOn: -55, Grounds: 'Lost cargo.' },
    access: { anna: 'View', oleg: 'View', client2: 'View' },
  },
  {
    ...litigation,
    key: 'empty',
    name: 'Пустая карточка',
    number: '',
    age: [14, 14],
    parties: 'Claimant:spaces',
  },
  {
    ...generalCourt,
    key: 'ivanova',
    name: 'Иванова против ТСЖ «Берёзка»',
    number: '2-1234/2026',
    who: 'maria',
    client: 'ivanova',
    stage: 'Судебный процесс',
    age: [75, 6],
    description: 'Залив квартиры.',
    parties: 'Claimant:ivanova Defendant:birch Expert:expert',
    fields: {
      Court: 'EnskDistrictCourt',
      ClaimAmount: 180_000,
      CourtUid: '00RS0001-02-2026-001234-56',
      District: 'District12',
      // The last instance has only its checkbox.
      ClaimItem: ['Ущерб', 'Моральный вред', null],
      ClaimItemAmount: [150_000, 30_000, null],
      ClaimItemAccepted: [false, false, false],
    },
  },
  {
    ...generalCourt,
    key: 'ivanov',
    name: 'Иванов И. против Иванова И.',
    number: '02-1234/2026',
    folder: 'moscow',
    who: 'ivan',
    client: 'ivanov1',
    stage: 'Апелляция',
    age: [150, 9],
    parties: 'Claimant:ivanov1 Defendant:ivanov2 Witness:elkina',
    fields: { Court: 'AbolishedCourt', ClaimAmount: 55_000, CourtUid: '00RS0002-02-2026-001234-11' },
  },
  {
    ...generalCourt,
    key: 'noParties',
    name: 'Обращение без сторон',
    number: '2-1300/2026',
    who: 'oleg',
    stage: 'Intake',
    age: [3, 2],
  },
  {
    ...generalCourt,
    key: 'inquiry',
    name: 'Внутреннее расследование',
    number: 'INT-2026-01',
    folder: 'restricted',
    who: 'head',
    stage: 'Investigation',
    age: [30, 7],
    description: 'Закрыто для помощников.',
    parties: 'ThirdParty:ivanova',
    access: { kate: 'None', nowork: 'None' },
  },
];
