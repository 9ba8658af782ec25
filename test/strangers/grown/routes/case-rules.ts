/** Request bodies for changes of cases, and their rules. */
import type { LegalCase } from '../../world.ts';
import {
  Fault,
  flag,
  guid,
  int,
  list,
  long,
  missing,
  must,
  note,
  record,
  refuse,
  tags,
  text,
} from '../contract.ts';
import { byId, type Memory } from '../memory.ts';

const blocks = list(
  record('BlockRequest', {
    Id: must(guid),
    Fields: note('Пары «тег: значение»; для поля без тега - его Id', must(tags)),
  }),
);
const head = {
  ResponsibleId: guid,
  ProjectId: guid,
  FolderId: guid,
  Number: text,
  Blocks: blocks,
  CheckForDuplicates: flag,
};
const versions = { Version: long, IsVersionEnabled: flag };
export const createBody = record('CaseCreateRequest', {
  ObjectTypeId: must(guid),
  Name: must(text),
  ...head,
});
export const putBody = record('CaseUpdateRequest', {
  Name: must(text),
  ObjectTypeId: note('Тип изменить нельзя', guid),
  ...head,
  ...versions,
});
export const patchBody = record('CaseEditRequest', {
  Name: text,
  ...head,
  ...versions,
  DeleteRows: list(
    record('DeleteRowRequest', {
      BlockId: must(guid),
      Order: note('Номер строки с 1; без него удаляется весь блок', int),
    }),
  ),
});
export const checkBody = record('CheckForDuplicatesRequest', { CheckForDuplicates: flag });
export const partyBody = record('AddParticipantRequest', { ParticipantId: must(guid), RoleId: guid });
export const relatedBody = record('RelatedObjectsRequest', { ObjectIds: must(list(guid)) });

export const found = (memory: Memory, id: string): LegalCase =>
  byId(memory.world.cases, id) ?? missing('Объект');

export const touch = (memory: Memory, item: LegalCase): void => {
  item.changedAt = memory.clock();
  item.extra.version = Number(item.extra.version) + 1;
};

export const checkVersion = (
  item: LegalCase,
  sent: { Version?: number | null; IsVersionEnabled?: boolean | null },
): void => {
  if (!sent.IsVersionEnabled || sent.Version === undefined || sent.Version === null) return;
  if (sent.Version !== item.extra.version)
    throw new Fault(409, 'Версия объекта устарела. Объект не изменён.');
};

/** Throws if another case of the type has the same name. The type for consultations has no such rule. */
export const checkDuplicates = (
  memory: Memory,
  wanted: boolean | null | undefined,
  type: string,
  name: string,
  own?: LegalCase,
): void => {
  if (!wanted || type === 'Консультация') return;
  const same = memory.world.cases.filter(
    (item) => item !== own && item.type === type && item.name.toLowerCase() === name.toLowerCase(),
  );
  if (same.length === 0) return;
  const body = {
    Error: 'Невозможно создать дубликат.',
    ErrorType: 'Conflict',
    ConflictMessage: 'В системе уже есть объекты с похожим набором данных. Уникальные поля: Тип, Название.',
    ConflictObjects: same.map((item) => item.id),
  };
  throw new Fault(409, body.Error, { body });
};

export type Head = { ResponsibleId?: string | null; ProjectId?: string | null; FolderId?: string | null };

export const resolve = (memory: Memory, sent: Head) => {
  const responsible = sent.ResponsibleId ? byId(memory.world.users, sent.ResponsibleId) : undefined;
  const project = sent.ProjectId ? byId(memory.projects, sent.ProjectId) : undefined;
  const folder = sent.FolderId ? byId(memory.folders, sent.FolderId) : undefined;
  if (sent.ResponsibleId && !responsible) refuse('Ответственный не найден.', 'ResponsibleId');
  if (sent.ProjectId && !project) refuse('Проект не найден.', 'ProjectId');
  if (sent.FolderId && !folder) refuse('Папка не найдена.', 'FolderId');
  return { responsible: responsible?.id, project: project?.name, folder: folder?.name };
};

/** Sets an optional property. Null and undefined remove it. */
export const assign = <K extends 'number' | 'responsible' | 'project' | 'folder'>(
  item: LegalCase,
  key: K,
  value: string | null | undefined,
): void => {
  if (value === null || value === undefined) delete item[key];
  else item[key] = value;
};
