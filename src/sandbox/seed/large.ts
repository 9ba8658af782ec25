import type { CaseObject, Folder } from '../state/entities/objects.ts';
import type { Participant } from '../state/entities/participants.ts';
import { sampleId } from '../state/ids.ts';
import type { Seeding } from './build.ts';
import { classId, fieldId, typeId } from './classes-and-types.ts';
import { legalFormId, roleId } from './dictionaries.ts';
import { buildRootFolder } from './documents.ts';
import { kinds } from './kinds.ts';
import { userId } from './users.ts';

/** Number of additional records in the large set. */
const largeCounts = { participants: 10_000, cases: 3_000, folders: 300 } as const;

/** First number of additional records, far above those of the sample data. */
const base = 0x10_0000;
const topFolders = 120;
const secondFolders = 120;

const lastNames = [
  'Абрамов',
  'Воронцов',
  'Ёлкин',
  'Зимин',
  'Лугов',
  'Рощин',
  'Ясенев',
  'Ashdown',
  'Birch',
  'Marsh',
];
const firstNames = ['Андрей', 'Борис', 'Глеб', 'Фёдор', 'Юрий', 'Alice', 'Edith', 'Owen'];
const trades = [
  'Альфа-Снаб',
  'Берег',
  'Ельник',
  'Маяк',
  'Перевозчик',
  'Alder Freight',
  'Copperfield',
  'Westmoor',
];
const places = ['Архив', 'Договоры', 'Споры', 'Ёлочная', 'Claims', 'Disputes', 'Northern desk', 'Retail'];
const stages = ['Претензия', 'Судебный процесс', 'Исполнительное производство', 'Intake', 'Trial', 'Appeal'];
const lawyers = ['anna', 'ivan', 'maria', 'john'];

const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;
const padded = (number: number) => String(number).padStart(5, '0');

/** Adds the large set. It contains no random values, so every run creates the same records. */
export function seedLarge(seeding: Seeding): void {
  const { world } = seeding;
  const numbers = (count: number) => Array.from({ length: count }, (_item, index) => index);
  world.folders.insert(...numbers(largeCounts.folders).map((index) => buildFolder(seeding, index)));
  world.participants.insert(
    ...numbers(largeCounts.participants).map((index) => buildParticipant(seeding, index)),
  );
  const cases = numbers(largeCounts.cases).map((index) => buildCase(seeding, index));
  world.objects.insert(...cases);
  world.documents.insert(...cases.map(buildRootFolder));
}

/** Creates one of 300 folders on three levels: 120 at the top, one in each of these, and 60 on the third level. */
function buildFolder(seeding: Seeding, index: number): Folder {
  const isTop = index < topFolders;
  const parent = index - (index < topFolders + secondFolders ? topFolders : secondFolders);
  return {
    ...seeding.entity(kinds.folder, base + index, 380),
    name: `${pick(places, index)} ${padded(index + 1)}`,
    objectClassId: classId('Case'),
    ...(isTop ? {} : { parentId: sampleId(kinds.folder, base + parent) }),
  };
}

/** Creates two companies for each person. */
function buildParticipant(seeding: Seeding, index: number): Participant {
  const number = index + 1;
  const head = {
    ...seeding.entity(kinds.participant, base + index, 20 + (index % 340), 1 + (index % 19)),
    contact: {
      email: `contact-${padded(number)}@example.org`,
      phone: `+7 495 000-${String(index % 100).padStart(2, '0')}-${String((index >> 3) % 100).padStart(2, '0')}`,
    },
    attributes: {},
  };
  if (index % 3 === 2) {
    const [lastName, firstName] = [pick(lastNames, index >> 2), pick(firstNames, index)];
    const name = `${lastName} ${firstName} ${padded(number)}`;
    return { ...head, name, type: 'Individual', individual: { lastName, firstName }, inn: personInn(number) };
  }
  const name = `${pick(trades, index)} ${padded(number)}`;
  return {
    ...head,
    name: `ООО «${name}»`,
    type: 'Company',
    company: {
      name: `ООО «${name}»`,
      idNumber: companyInn(number),
      kpp: '000001001',
      legalFormId: legalFormId('ООО'),
    },
  };
}

function buildCase(seeding: Seeding, index: number): CaseObject {
  const number = index + 1;
  const party = (at: number) => sampleId(kinds.participant, base + (at % largeCounts.participants));
  const entity = seeding.entity(kinds.object, base + index, 20 + (index % 340), 1 + (index % 19));
  const caseNumber = `А40-${100_000 + number}/2026`;
  return {
    ...entity,
    name: `${pick(trades, index >> 1)} — ${pick(places, index)} ${padded(number)}`,
    number: caseNumber,
    description: '',
    typeId: typeId('CommercialLitigation'),
    folderId: sampleId(kinds.folder, base + (index % largeCounts.folders)),
    responsibleId: userId(pick(lawyers, index)),
    clientId: party(index * 3),
    stage: pick(stages, index),
    isArchived: index % 5 === 4,
    documentFolderId: sampleId(kinds.document, base + index),
    version: 1,
    fields: { [fieldId('CaseNumber')]: caseNumber, [fieldId('ClaimAmount')]: 1000 * number },
    tables: {},
    participants: [
      { participantId: party(index * 3), roleId: roleId('Claimant') },
      { participantId: party(index * 3 + 1), roleId: roleId('Defendant') },
    ],
    relatedIds: [],
    access: {},
    blockAccess: {},
  };
}

/** Returns a valid tax number of the non-existent tax office 0000, above those of the sample data. */
const companyInn = (number: number) => withCheck(`0000${50_000 + number}`, [2, 4, 10, 3, 5, 9, 4, 6, 8]);
const personInn = (number: number) => {
  const ten = withCheck(`0000${900_000 + number}`, [7, 2, 4, 10, 3, 5, 9, 4, 6, 8]);
  return withCheck(ten, [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]);
};

function withCheck(digits: string, weights: readonly number[]): string {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0);
  return `${digits}${(sum % 11) % 10}`;
}
