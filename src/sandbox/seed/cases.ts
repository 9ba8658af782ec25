import type { FieldValues } from '../state/entities/entity.ts';
import type { FieldFormat } from '../state/entities/object-types.ts';
import type { CaseObject } from '../state/entities/objects.ts';
import { sampleId } from '../state/ids.ts';
import { idsByKey, type Seeding, type When } from './build.ts';
import { blockId, fieldByKey, fieldId, typeHasBlock, typeId } from './classes-and-types.ts';
import { roleId, valueId } from './dictionaries.ts';
import { folderId, projectId } from './folders.ts';
import { kinds } from './kinds.ts';
import { participantId } from './participants.ts';
import { archivedRows } from './rows/archived-rows.ts';
import { type CaseRow, disputes } from './rows/case-rows.ts';
import { contracts } from './rows/contract-rows.ts';
import { proceedings } from './rows/proceeding-rows.ts';
import { userId } from './users.ts';

const rows = [...disputes, ...proceedings, ...contracts, ...archivedRows];

export const caseId = idsByKey(
  kinds.object,
  rows.map(({ key }) => key),
);

/** Returns the id of a case's root document folder. Folder and case have the same number in their ids. */
export const documentFolderId = (key: string) =>
  sampleId(kinds.document, rows.findIndex((row) => row.key === key) + 1);

/** Keys of all cases in the order of their numbers. */
export const caseKeys: readonly string[] = rows.map(({ key }) => key);

/** Adds objects: cases, contracts and claims. `documentId` resolves documents in their fields. */
export function seedCases(seeding: Seeding, documentId: (key: string) => string): void {
  for (const [index, row] of rows.entries())
    seeding.world.objects.insert(buildCase(seeding, row, index + 1, documentId));
}

function buildCase(
  seeding: Seeding,
  row: CaseRow,
  number: number,
  documentId: (key: string) => string,
): CaseObject {
  return {
    ...seeding.entity(kinds.object, number, ...row.age),
    name: row.name,
    number: row.number,
    description: row.description ?? '',
    typeId: typeId(row.type),
    ...(row.folder ? { folderId: folderId(row.folder) } : {}),
    ...(row.project ? { projectId: projectId(row.project) } : {}),
    ...(row.who ? { responsibleId: userId(row.who) } : {}),
    ...(row.client ? { clientId: participantId(row.client) } : {}),
    ...(row.stage ? { stage: row.stage } : {}),
    isArchived: row.isArchived ?? false,
    documentFolderId: sampleId(kinds.document, number),
    version: 1 + (number % 4),
    fields: buildFields(seeding, row, documentId),
    tables: row.payments ? { [blockId('Payments')]: row.payments.map((key) => caseId(key)) } : {},
    participants: buildParties(row.parties),
    relatedIds: (row.related ?? []).map((key) => caseId(key)),
    access: byUser(row.access, (level) => level),
    blockAccess: byUser(row.blockAccess, (levels) =>
      Object.fromEntries(Object.entries(levels).map(([key, level]) => [blockId(key), level])),
    ),
  };
}

function buildFields(seeding: Seeding, row: CaseRow, documentId: (key: string) => string): FieldValues {
  const hasNumber = row.fields && typeHasBlock(row.type, 'Summary');
  const given = { ...(hasNumber ? { CaseNumber: row.number } : {}), ...row.fields };
  const convert = (key: string, item: unknown): unknown => {
    if (Array.isArray(item)) return item.map((part) => convert(key, part));
    const { format } = fieldByKey(key);
    if (item !== null && format === 'Date') return seeding.day(seeding.offset(item as When));
    // A date-time field is the time of a hearing, so it is on a working day.
    if (item !== null && format === 'DateTime') return seeding.day(seeding.workday(item as When), '10:00');
    return typeof item === 'string' ? linked(key, item, documentId) : item;
  };
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [fieldId(key), convert(key, value)]));
}

function buildParties(parties = ''): CaseObject['participants'] {
  return parties
    .split(/\s+/)
    .filter((party) => party !== '')
    .map((party) => {
      const [role = '', key = ''] = party.split(':');
      return { participantId: participantId(key), roleId: roleId(role) };
    });
}

/** Resolves a key or system name in a row to an id, by the format of the field. Returns other texts unchanged. */
function linked(key: string, text: string, documentId: (key: string) => string): string {
  const field = fieldByKey(key);
  const meanings: Partial<Record<FieldFormat, (text: string) => string>> = {
    Dictionary: (value) => valueId(field.dictionaryId, value),
    User: userId,
    Participant: participantId,
    Document: documentId,
    Object: caseId,
  };
  return meanings[field.format]?.(text) ?? text;
}

function byUser<T, Result>(
  given: Readonly<Record<string, T>> | undefined,
  convert: (value: T) => Result,
): Record<string, Result> {
  return Object.fromEntries(
    Object.entries(given ?? {}).map(([login, value]) => [userId(login), convert(value)]),
  );
}
