import type { AccessLevel } from '../state/entities/access.ts';
import type { Block, Field, FieldFormat, ObjectClass, ObjectType } from '../state/entities/object-types.ts';
import { sampleId } from '../state/ids.ts';
import { idsByKey, type Seeding, sysNameOf } from './build.ts';
import { dictionaryId } from './dictionaries.ts';
import { kinds } from './kinds.ts';
import { userId } from './users.ts';

type FieldRow = readonly [key: string, name: string, format: FieldFormat, more?: Partial<Field>];

/** All fields. The key is also the tag, unless `more` removes the tag. */
const fields: readonly FieldRow[] = [
  ['CaseNumber', 'Номер дела / Case number', 'Text', { isRequired: true, externalId: 'EXT-CASE-NUMBER' }],
  ['Court', 'Суд / Court', 'Dictionary', { dictionaryId: dictionaryId('Court') }],
  ['Judge', 'Судья / Judge', 'Text'],
  ['ClaimAmount', 'Цена иска / Claim amount', 'Number', { externalId: 'EXT-AMOUNT' }],
  ['Direction', 'Направление / Direction', 'Dictionary', { dictionaryId: dictionaryId('Direction') }],
  ['SecondLawyer', 'Второй юрист / Second lawyer', 'User'],
  ['InternalCode', 'Внутренний код / Internal code', 'Text', { tag: undefined }],
  ['Grounds', 'Основание иска / Grounds', 'Text'],
  ['FiledOn', 'Дата подачи / Filed on', 'Date', { defaultsToToday: true }],
  ['StatementOfClaim', 'Исковое заявление / Statement of claim', 'Document'],
  ['CourtLink', 'Карточка на сайте суда / Court page', 'Hyperlink'],
  ['Keywords', 'Ключевые слова / Keywords', 'Text', { isMulti: true }],
  ['ClaimItem', 'Требование / Claim', 'Text'],
  ['ClaimItemAmount', 'Сумма требования / Amount claimed', 'Number'],
  ['ClaimItemAccepted', 'Признано / Accepted', 'Boolean'],
  ['AppealUntil', 'Срок обжалования / Appeal until', 'Date'],
  ['NextHearing', 'Следующее заседание / Next hearing', 'DateTime'],
  ['Simplified', 'Упрощённое производство / Simplified procedure', 'Boolean'],
  ['SettlementLimit', 'Предел уступок / Settlement limit', 'Number'],
  ['Strategy', 'Позиция / Strategy', 'Text'],
  ['CourtUid', 'УИД / Unique case id', 'Text'],
  [
    'District',
    'Судебный участок / Court district',
    'Dictionary',
    { dictionaryId: dictionaryId('CourtDistrict') },
  ],
  ['Practitioner', 'Управляющий / Practitioner', 'Participant'],
  ['Procedure', 'Процедура / Procedure', 'Text'],
  ['RegistryClosesOn', 'Закрытие реестра / Registry closes on', 'Date'],
  ['AuditPeriod', 'Проверяемый период / Period audited', 'Text'],
  ['AuditAmount', 'Доначислено / Amount assessed', 'Number'],
  ['WritNumber', 'Номер листа / Writ number', 'Text'],
  ['Recovered', 'Взыскано / Recovered', 'Number'],
  ['PolicyNumber', 'Номер полиса / Policy number', 'Text', { isRequired: true, externalId: 'EXT-POLICY' }],
  ['LossDate', 'Дата убытка / Date of loss', 'Date'],
  ['LossAmount', 'Сумма убытка / Amount of loss', 'Number'],
  ['Inspected', 'Осмотр проведён / Inspected', 'Boolean'],
  ['ContractNumber', 'Номер договора / Contract number', 'Text'],
  ['ContractAmount', 'Сумма договора / Contract amount', 'Number'],
  ['PaymentDate', 'Дата оплаты / Payment date', 'Date'],
  ['Paid', 'Оплачено / Paid', 'Boolean'],
  ['MainCase', 'Основное дело / Main case', 'Object'],
  ['CounterpartyINN', 'ИНН контрагента / Counterparty INN', 'Text', { externalId: 'EXT-INN' }],
  ['ClaimSentOn', 'Претензия направлена / Sent on', 'Date', { defaultsToToday: true }],
  ['ReplyUntil', 'Ответить до / Reply until', 'Date'],
];

/** A deleted field that a duplicate rule still names. */
const deletedField = sampleId(kinds.field, 999);

type BlockRow = readonly [key: string, name: string, kind: Block['kind'], fields: readonly string[]];

const blocks: readonly BlockRow[] = [
  [
    'Summary',
    'АС | Сводная информация о деле / Case summary',
    'Single',
    ['CaseNumber', 'Court', 'Judge', 'ClaimAmount', 'Direction', 'SecondLawyer', 'InternalCode'],
  ],
  [
    'ClaimInformation',
    'Информация об иске / Claim information',
    'Single',
    ['Grounds', 'FiledOn', 'StatementOfClaim', 'CourtLink', 'Keywords'],
  ],
  ['Claims', 'Требования / Claims', 'Multi', ['ClaimItem', 'ClaimItemAmount', 'ClaimItemAccepted']],
  ['Payments', 'Оплаты / Payments', 'Table', ['ContractNumber', 'ContractAmount', 'PaymentDate', 'Paid']],
  ['Deadlines', 'Сроки / Deadlines', 'Single', ['AppealUntil', 'NextHearing', 'Simplified']],
  ['Confidential', 'Конфиденциально / Confidential', 'Single', ['SettlementLimit', 'Strategy']],
  ['GeneralCourt', 'СОЮ | Сведения о деле / General court details', 'Single', ['CourtUid', 'District']],
  ['Insolvency', 'Банкротство / Insolvency', 'Single', ['Practitioner', 'Procedure', 'RegistryClosesOn']],
  ['Audit', 'Проверка / Audit', 'Single', ['AuditPeriod', 'AuditAmount']],
  ['Enforcement', 'Исполнение / Enforcement', 'Single', ['WritNumber', 'Recovered']],
  [
    'Policy',
    'Полис и убыток / Policy and loss',
    'Single',
    ['PolicyNumber', 'LossDate', 'LossAmount', 'Inspected'],
  ],
  [
    'ContractTerms',
    'Условия договора / Contract terms',
    'Single',
    ['ContractNumber', 'ContractAmount', 'PaymentDate', 'Paid', 'MainCase'],
  ],
  ['ClaimLetter', 'Претензия / Letter of claim', 'Single', ['CounterpartyINN', 'ClaimSentOn', 'ReplyUntil']],
];

export const classId = idsByKey(kinds.objectClass, ['Case', 'Contract']);
export const fieldId = idsByKey(
  kinds.field,
  fields.map(([key]) => key),
);
export const blockId = idsByKey(
  kinds.block,
  blocks.map(([key]) => key),
);

interface TypeRow {
  readonly name: string;
  readonly classKey: 'Case' | 'Contract';
  readonly blocks: readonly string[];
  readonly duplicateRule?: readonly string[];
  /** Access levels on the blocks of new objects, by login and block key, for users who may not fill these blocks. */
  readonly blockAccess?: Readonly<Record<string, Readonly<Record<string, AccessLevel>>>>;
  readonly isDeleted?: true;
}

const types: readonly TypeRow[] = [
  {
    name: 'Арбитражное дело / Commercial litigation',
    classKey: 'Case',
    blocks: ['Summary', 'ClaimInformation', 'Claims', 'Payments', 'Deadlines', 'Confidential'],
    duplicateRule: ['Number'],
    blockAccess: { kate: { ClaimInformation: 'View', Confidential: 'None' } },
  },
  {
    name: 'Дело СОЮ / General-jurisdiction case',
    classKey: 'Case',
    blocks: ['Summary', 'GeneralCourt', 'Claims', 'Deadlines'],
  },
  {
    name: 'Банкротство / Bankruptcy',
    classKey: 'Case',
    blocks: ['Summary', 'Insolvency', 'Deadlines'],
    duplicateRule: ['Name', 'Number'],
  },
  {
    name: 'Налоговая проверка / Tax audit',
    classKey: 'Case',
    blocks: ['Audit', 'Deadlines'],
    duplicateRule: ['Number', deletedField],
  },
  { name: 'Исполнительное производство / Enforcement', classKey: 'Case', blocks: ['Enforcement'] },
  {
    name: 'Страховой случай / Insurance claim',
    classKey: 'Case',
    blocks: ['Policy', 'Deadlines'],
    duplicateRule: [fieldId('PolicyNumber')],
  },
  { name: 'Договор / Contract', classKey: 'Contract', blocks: ['ContractTerms'] },
  {
    name: 'Претензия / Pre-trial claim',
    classKey: 'Contract',
    blocks: ['ClaimLetter'],
    duplicateRule: ['Number', fieldId('CounterpartyINN')],
  },
  { name: 'Корреспонденция / Correspondence', classKey: 'Contract', blocks: [], isDeleted: true },
];

export const typeId = idsByKey(
  kinds.objectType,
  types.map(({ name }) => sysNameOf(name)),
);

/** Checks whether the type with a system name has a block. */
export const typeHasBlock = (type: string, block: string) =>
  types.some(({ name, blocks: keys }) => sysNameOf(name) === type && keys.includes(block));

/** Fills object classes and types with their blocks and fields. */
export function seedClassesAndTypes(seeding: Seeding): void {
  const { world, entity } = seeding;
  const classes: ObjectClass[] = [
    {
      ...entity(kinds.objectClass, 1),
      name: 'Дело / Case',
      sysName: 'Case',
      isSystem: true,
      section: 'Cases',
      icon: 'case',
    },
    {
      ...entity(kinds.objectClass, 2),
      name: 'Договор и претензия / Contract and claim',
      sysName: 'Contract',
      isSystem: false,
      section: 'Contracts',
      icon: 'contract',
    },
  ];
  world.objectClasses.insert(...classes);
  for (const [index, row] of types.entries())
    world.objectTypes.insert({
      ...entity(kinds.objectType, index + 1),
      name: row.name,
      sysName: sysNameOf(row.name),
      isSystem: false,
      objectClassId: classId(row.classKey),
      status: row.isDeleted ? 'Deleted' : 'Active',
      blocks: row.blocks.map(buildBlock),
      ...(row.duplicateRule ? { duplicateRule: [...row.duplicateRule] } : {}),
      ...(row.blockAccess ? { blockAccess: buildBlockAccess(row.blockAccess) } : {}),
    });
}

function buildBlockAccess(rows: NonNullable<TypeRow['blockAccess']>): ObjectType['blockAccess'] {
  const byBlock = (levels: Readonly<Record<string, AccessLevel>>) =>
    Object.fromEntries(Object.entries(levels).map(([key, level]) => [blockId(key), level]));
  return Object.fromEntries(Object.entries(rows).map(([login, levels]) => [userId(login), byBlock(levels)]));
}

function buildBlock(key: string): Block {
  const row = blocks.find(([name]) => name === key);
  if (!row) throw new Error(`sample data name the block ${key}, which does not exist`);
  const [, name, kind, fieldKeys] = row;
  return { id: blockId(key), name, tag: key, kind, fields: fieldKeys.map(fieldByKey) };
}

/** Returns the field with a key. */
export function fieldByKey(key: string): Field {
  const row = fields.find(([name]) => name === key);
  if (!row) throw new Error(`sample data name the field ${key}, which does not exist`);
  const [, name, format, more] = row;
  const { tag, ...field } = { id: fieldId(key), tag: key, name, format, ...more };
  return tag === undefined ? field : { ...field, tag };
}
