/** Filters and order of case lists. */
import type { LegalCase } from '../../world.ts';
import { choice, flag, guid, int, list, moment, note, record, refuse, text } from '../contract.ts';
import { byId, byName, type Memory } from '../memory.ts';
import { plainId, readMoment } from '../wire.ts';
import { caseRowShape, typeOf } from './case-records.ts';

export const filter = record('FieldFilter', {
  FieldId: guid,
  FieldTag: text,
  IsEmpty: flag,
  SearchValues: list(text),
  BeginValue: text,
  EndValue: text,
});

export const common = {
  ObjectClassId: guid,
  ObjectTypeId: guid,
  ResponsibleId: note('Пользователь или группа', guid),
  ProjectId: guid,
  FolderId: guid,
  CreationDateFrom: moment,
  CreationDateTo: moment,
  LastChangeDateFrom: moment,
  LastChangeDateTo: moment,
  Filters: list(filter),
  IsFormattedTextEnabled: flag,
  Page: { ...int, fallback: 1 },
  PageSize: { ...int, fallback: 100, maximum: 100 },
};

interface Wanted {
  ObjectClassId?: string | null;
  ObjectTypeId?: string | null;
  ResponsibleId?: string | null;
  ProjectId?: string | null;
  FolderId?: string | null;
  CreationDateFrom?: Date | null;
  CreationDateTo?: Date | null;
  LastChangeDateFrom?: Date | null;
  LastChangeDateTo?: Date | null;
  Filters?: Filter[] | null;
  Page?: number | null;
  PageSize?: number | null;
}

interface Filter {
  FieldId?: string | null;
  FieldTag?: string | null;
  IsEmpty?: boolean | null;
  SearchValues?: string[] | null;
  BeginValue?: string | null;
  EndValue?: string | null;
}

/** Returns one page of rows. Throws if the page number is below the first, because the old database fails on it. */
export const paged = <T>(
  rows: readonly T[],
  page: number | null | undefined,
  size: number | null | undefined,
  limit: number,
): T[] => {
  const [number, count] = [page ?? 1, Math.min(size ?? limit, limit)];
  if (number < 1 || count < 1) throw new RangeError('OFFSET must not be negative');
  return rows.slice((number - 1) * count, number * count);
};

/** Checks whether a date is between two others, inclusive. */
export const within = (
  value: Date | undefined,
  from: Date | null | undefined,
  to: Date | null | undefined,
): boolean => {
  if (!from && !to) return true;
  return value !== undefined && (!from || value >= from) && (!to || value <= to);
};

/** System fields of table rows, with the names from the report generator. */
export const systemFields = (memory: Memory, item: LegalCase): Record<string, unknown> => {
  const { world } = memory;
  const client = item.parties.find((party) => party.role === 'Клиент')?.participant;
  const created = item.createdAt.toISOString();
  return {
    Project_Name: item.name,
    Project_FullNumber: item.number ?? null,
    Project_CreationDate_Time: created.slice(11, 19),
    Project_CreationDate: item.createdAt,
    Project_Client_Name: byId(world.participants, client)?.name ?? null,
    Project_Description: item.card.Opisanie ?? null,
    Project_Responsible: byId(world.users, item.responsible)?.name ?? null,
    Project_Stage_Name: item.card.Stadiya ?? null,
    Project_IsArchive: item.isArchived,
    Project_ProjectType_Name: item.type,
  };
};

export const short: Record<string, string> = {
  name: 'Project_Name',
  number: 'Project_FullNumber',
  creationdate: 'Project_CreationDate',
  responsible: 'Project_Responsible',
  client: 'Project_Client_Name',
  description: 'Project_Description',
  stage: 'Project_Stage_Name',
  status: 'Project_IsArchive',
  type: 'Project_ProjectType_Name',
};

const valueFor = (memory: Memory, item: LegalCase, sent: Filter): unknown => {
  const tag = (sent.FieldTag ?? '').toLowerCase();
  const system = systemFields(memory, item);
  const name = Object.keys(system).find((key) => key.toLowerCase() === tag) ?? short[tag];
  if (name) return system[name];
  const fields = typeOf(memory, item).blocks.flatMap((block) => block.fields);
  const field = fields.find(
    (one) =>
      one.id === sent.FieldId || one.tag.toLowerCase() === tag || (tag !== '' && one.id === plainId(tag)),
  );
  const value = field ? item.card[field.tag] : undefined;
  if (field?.kind === 'User') return [value, byId(memory.world.users, value)?.name].filter(Boolean);
  if (field?.kind === 'Participant')
    return [value, byId(memory.world.participants, value)?.name].filter(Boolean);
  return value;
};

const hits = (value: unknown, said: string): boolean => {
  if (Array.isArray(value)) return value.some((item) => hits(item, said));
  if (value instanceof Date)
    return readMoment(said)?.toISOString().slice(0, 10) === value.toISOString().slice(0, 10);
  if (typeof value === 'number') return value === Number(said.replace(',', '.'));
  if (typeof value === 'boolean')
    return String(value) === said.toLowerCase() || String(Number(value)) === said;
  return typeof value === 'string' && value.toLowerCase().includes(said.toLowerCase());
};

const reaches = (
  value: unknown,
  begin: string | null | undefined,
  end: string | null | undefined,
): boolean => {
  if (Array.isArray(value)) return value.some((item) => reaches(item, begin, end));
  if (value instanceof Date) return within(value, readMoment(begin), readMoment(end));
  if (typeof value === 'number') return (!begin || value >= Number(begin)) && (!end || value <= Number(end));
  return typeof value === 'string' && (!begin || value >= begin) && (!end || value <= end);
};

export const checkFilters = (memory: Memory, filters: readonly Filter[]): void => {
  const fields = memory.types.flatMap((type) => type.blocks.flatMap((block) => block.fields));
  for (const sent of filters) {
    const tag = sent.FieldTag?.toLowerCase();
    const isKnown =
      (tag !== undefined && (tag in short || tag.startsWith('project_'))) ||
      fields.some(
        (one) => one.id === sent.FieldId || one.tag.toLowerCase() === tag || one.id === plainId(tag),
      );
    if (!isKnown) refuse('Поле фильтра не найдено.', 'Filters');
    const hasValues = Boolean(sent.SearchValues?.length || sent.BeginValue || sent.EndValue);
    if (typeof sent.IsEmpty === 'boolean' && hasValues)
      refuse('IsEmpty нельзя сочетать с SearchValues, BeginValue и EndValue.', 'Filters');
  }
};

export const passes = (memory: Memory, item: LegalCase, filters: readonly Filter[]): boolean =>
  filters.every((sent) => {
    const value = valueFor(memory, item, sent);
    const isBare =
      value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
    if (typeof sent.IsEmpty === 'boolean') return isBare === sent.IsEmpty;
    if (sent.SearchValues?.length && !sent.SearchValues.some((said) => hits(value, said))) return false;
    return (!sent.BeginValue && !sent.EndValue) || reaches(value, sent.BeginValue, sent.EndValue);
  });

export const select = (memory: Memory, sent: Wanted, state: string | undefined): LegalCase[] => {
  const group = byId(memory.world.groups, sent.ResponsibleId);
  const filters = sent.Filters ?? [];
  checkFilters(memory, filters);
  return memory.world.cases
    .filter((item) => state === undefined || state === 'All' || item.isArchived === (state === 'Archived'))
    .filter((item) => !sent.ObjectClassId || typeOf(memory, item).classId === sent.ObjectClassId)
    .filter((item) => !sent.ObjectTypeId || typeOf(memory, item).id === sent.ObjectTypeId)
    .filter(
      (item) =>
        !sent.ResponsibleId ||
        (group ? group.members.includes(item.responsible ?? '') : item.responsible === sent.ResponsibleId),
    )
    .filter((item) => !sent.ProjectId || byName(memory.projects, item.project)?.id === sent.ProjectId)
    .filter((item) => !sent.FolderId || byName(memory.folders, item.folder)?.id === sent.FolderId)
    .filter((item) => within(item.createdAt, sent.CreationDateFrom, sent.CreationDateTo))
    .filter((item) => within(item.changedAt, sent.LastChangeDateFrom, sent.LastChangeDateTo))
    .filter((item) => passes(memory, item, filters))
    .sort((a, b) => a.name.localeCompare(b.name, 'ru') || a.createdAt.getTime() - b.createdAt.getTime());
};

export const stateOrAll = choice({ InWork: 0, Archived: 1, All: 2 });
export const oldPage = record('CasePage', { Items: list(caseRowShape), TotalCount: int });
