import type { Participant } from '../state/entities/participants.ts';
import { idsByKey, type Seeding } from './build.ts';
import { legalFormId } from './dictionaries.ts';
import { kinds } from './kinds.ts';

interface CompanyRow {
  readonly key: string;
  readonly name: string;
  readonly form?: string;
  /**
   * Russian tax number. The tax office 0000 does not exist. `kpp` is the registration code, `ogrn` the state number.
   */
  readonly inn?: string;
  readonly kpp?: string;
  readonly ogrn?: string;
  readonly contact?: Participant['contact'];
  readonly more?: Partial<Participant>;
}

const longName = `Общество с ограниченной ответственностью «${'Очень длинное наименование '.repeat(8)}`
  .slice(0, 249)
  .concat('»');

const companies: readonly CompanyRow[] = [
  {
    key: 'northbridge',
    name: 'Northbridge Ltd',
    form: 'Ltd',
    contact: {
      email: 'northbridge@example.com',
      emailMain: 'northbridge@example.com',
      phone: '020 7946 0200',
      phoneMain: '020 7946 0200',
      site: 'https://northbridge.example.com',
      address: '4 Dock Road, Eastmoor',
    },
    more: { ledesClientId: 'NB-001', attributes: { Segment: 'Opponent' } },
  },
  {
    key: 'vector',
    name: 'ООО «Вектор»',
    form: 'ООО',
    inn: '0000001011',
    kpp: '000001001',
    ogrn: '1200010000013',
    contact: {
      email: 'vector@example.org',
      emailMain: 'vector@example.org',
      phone: '+7 495 000-11-11, +7 495 000-11-12 доб. 12',
      phoneMain: '+74950001111',
      site: 'https://vector.example.org',
      address: 'г. Энск, ул. Полевая, д. 1',
    },
    more: { attributes: { Segment: 'Ключевой клиент', Tags: ['поставка', 'логистика'] } },
  },
  {
    key: 'bridge',
    name: 'АО «Северный мост»',
    form: 'АО',
    inn: '0000002022',
    kpp: '000001001',
    ogrn: '1210010000023',
    contact: { email: 'severny-most@example.org', phone: '8 (495) 000-22-22' },
  },
  {
    key: 'romashka',
    name: 'ООО «Ромашка» / Romashka LLC',
    form: 'ООО',
    inn: '0000003033',
    kpp: '000043001',
    ogrn: '1220010000033',
    contact: { email: 'romashka@example.org', phone: '+7 495 000-33-33' },
  },
  {
    key: 'delta',
    name: 'Delta Corp.',
    form: 'Corp.',
    contact: {
      email: 'delta@example.com',
      phone: '(212) 555-0142',
      emailMain: 'delta@example.com',
    },
    more: { ledesClientId: 'DELTA-7' },
  },
  {
    key: 'harbour',
    name: 'Harbour Light Lines LLC',
    form: 'LLC',
    contact: { email: 'harbour@example.com', phone: '(212) 555-0117' },
  },
  {
    key: 'lutik',
    name: 'ООО «Лютик»',
    form: 'ООО',
    inn: '0000004044',
    kpp: '000001001',
    ogrn: '1230010000043',
    contact: { email: 'lutik@example.org', phone: '+7 495 000-44-44' },
  },
  {
    key: 'vectorBranch',
    name: 'ООО «Вектор», филиал в Заречье',
    form: 'ООО',
    inn: '0000001011',
    kpp: '0000AB001',
    ogrn: '1200010000013',
    contact: { email: 'vector-zarechye@example.org' },
  },
  {
    key: 'haven',
    name: 'АО «Тихая пристань» / Quiet Haven Insurance',
    form: 'АО',
    inn: '0000005055',
    kpp: '000001001',
    ogrn: '1240010000053',
    contact: { email: 'haven@example.org', phone: '+7 495 000-55-55' },
  },
  {
    key: 'quill',
    name: 'Quill & Partners LLP',
    form: 'LLP',
    contact: { email: 'quill@example.com', phone: '020 7946 0310' },
  },
  {
    key: 'birch',
    name: 'ТСЖ «Берёзка»',
    form: 'ТСЖ',
    inn: '0000006066',
    kpp: '000001001',
    ogrn: '1250010000063',
  },
  { key: 'kuznetsov', name: 'ИП Кузнецов А. В.', form: 'ИП', inn: '000000101111', ogrn: '322000000010111' },
  { key: 'petrov', name: 'ИП Петров П. П.', form: 'ИП', inn: '000000202222', ogrn: '322000000020228' },
  // The check digit is wrong on purpose, because the service stores any number.
  { key: 'typo', name: 'ООО «Опечатка»', form: 'ООО', inn: '0000001012', kpp: '000001001' },
  { key: 'truck', name: 'ООО «🚚 Быстрый груз»', form: 'ООО', inn: '0000007077', kpp: '000001001' },
  { key: 'spaces', name: '  Leading Spaces Ltd', form: 'Ltd' },
  { key: 'long', name: longName, form: 'ООО', inn: '0000008088', kpp: '000001001' },
  {
    key: 'courtRu',
    name: 'Арбитражный суд Энской области',
    contact: { address: 'г. Энск, пл. Правосудия, д. 2' },
  },
  { key: 'courtEn', name: 'Eastmoor Commercial Court', contact: { address: '1 Court Square, Eastmoor' } },
];

interface PersonRow {
  readonly key: string;
  /** Last, first and middle name. */
  readonly names: readonly [string, string, string?];
  readonly inn?: string;
  readonly english?: true;
  readonly contact?: Participant['contact'];
  readonly person?: Partial<NonNullable<Participant['individual']>>;
}

const people: readonly PersonRow[] = [
  {
    key: 'smith',
    names: ['Smith', 'Jane'],
    english: true,
    contact: { email: 'jane.smith@example.com', emailMain: 'jane.smith@example.com', phone: '020 7946 0421' },
    person: { dateOfBirth: '1984-05-17T00:00:00.000Z', jobTitle: 'Site engineer' },
  },
  {
    key: 'ivanova',
    names: ['Иванова', 'Мария', 'Сергеевна'],
    inn: '000000303333',
    contact: { email: 'm.ivanova@example.org', phone: '+7 495 000-21-21', phoneMain: '+74950002121' },
    person: { ssn: '000-000-101 04', dateOfBirth: '1979-11-02T00:00:00.000Z' },
  },
  { key: 'ivanov1', names: ['Иванов', 'Иван'], inn: '000000404444' },
  { key: 'ivanov2', names: ['Иванов', 'Иван'], inn: '000000505555' },
  { key: 'elkina', names: ['Ёлкина', 'Алёна', 'Фёдоровна'], inn: '000000606666' },
  {
    key: 'obrien',
    names: ["O'Brien", 'Siobhán'],
    english: true,
    contact: { email: 'obrien@example.test', phone: '(212) 555-0178' },
  },
  { key: 'judge', names: ['Строгов', 'Лев', 'Маркович'], person: { jobTitle: 'Судья' } },
  {
    key: 'expert',
    names: ['Whitcombe', 'Alan'],
    english: true,
    contact: { email: 'a.whitcombe@example.com' },
    person: { jobTitle: 'Structural engineer' },
  },
  { key: 'practitioner', names: ['Ремнёв', 'Олег', 'Ильич'], inn: '000000707777' },
  { key: 'bailiff', names: ['Дозорова', 'Нина', 'Петровна'], person: { jobTitle: 'Судебный пристав' } },
  { key: 'judgeEn', names: ['Marlow', 'Edith'], english: true, person: { jobTitle: 'Judge' } },
];

/** Employer of each person. */
const employers: Record<string, string> = {
  smith: 'northbridge',
  expert: 'quill',
  judge: 'courtRu',
  judgeEn: 'courtEn',
};

export const participantId = idsByKey(
  kinds.participant,
  [...companies, ...people].map(({ key }) => key),
);

/** Fills companies and individuals. */
export function seedParticipants(seeding: Seeding): void {
  seeding.world.participants.insert(
    ...companies.map((row, index) => buildCompany(seeding, row, index + 1)),
    ...people.map((row, index) => buildPerson(seeding, row, companies.length + index + 1)),
  );
}

function buildCompany(seeding: Seeding, row: CompanyRow, number: number): Participant {
  return {
    ...seeding.entity(kinds.participant, number, 300 - number, 30),
    name: row.name,
    type: 'Company',
    company: {
      name: row.name,
      ...(row.inn ? { idNumber: row.inn } : {}),
      ...(row.kpp ? { kpp: row.kpp } : {}),
      ...(row.ogrn ? { ogrn: row.ogrn } : {}),
      ...(row.form ? { legalFormId: legalFormId(row.form) } : {}),
    },
    contact: { ...row.contact },
    attributes: {},
    ...structuredClone(row.more),
  };
}

function buildPerson(seeding: Seeding, row: PersonRow, number: number): Participant {
  const [lastName, firstName, middleName] = row.names;
  const employer = employers[row.key];
  return {
    ...seeding.entity(kinds.participant, number, 300 - number, 30),
    name: (row.english ? [firstName, lastName] : [lastName, firstName, middleName]).filter(Boolean).join(' '),
    type: 'Individual',
    individual: {
      lastName,
      firstName,
      ...(middleName ? { middleName } : {}),
      ...(employer ? { companyId: participantId(employer) } : {}),
      ...row.person,
    },
    contact: { ...row.contact },
    ...(row.inn ? { inn: row.inn } : {}),
    attributes: {},
  };
}
