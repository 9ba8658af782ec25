/** Converts documents and folders to responses. */
import type { StoredDocument, User } from '../../world.ts';

import {
  choice,
  guid,
  int,
  list,
  long,
  missing,
  moment,
  must,
  note,
  record,
  reference,
  refuse,
  tags,
  text,
  type Voice,
} from '../contract.ts';
import { byId, byName, type Memory, pair, valuesOf } from '../memory.ts';
import { caseOfFolder, folderPath, type Signature } from '../seed-documents.ts';
import type { DocumentFolder } from '../set-up.ts';
import { within } from './case-selection.ts';

export const listVoice: Voice = {
  names: 'pascal',
  ids: 'braces',
  dates: 'ms',
  nulls: 'keep',
  errors: 'code',
};
export const cardVoice: Voice = { ...listVoice, ids: 'plain', dates: 'zulu' };

const signature = record('SignatureModel', { Id: guid, UserId: guid, UserName: text, SigningDate: moment });
const fields = {
  DocID: guid,
  EntityKind: choice(['Folder', 'File']),
  Name: text,
  Type: reference,
  Date: moment,
  CreationDate: moment,
  LastChangeDate: moment,
  AuthorId: guid,
  AuthorName: text,
  CaseId: guid,
  CaseName: text,
  FolderId: guid,
  FolderPath: text,
  FileName: text,
  FileSize: long,
  Signatures: list(signature),
};
export const row = record('DocumentListItem', fields);
export const card = record('DocumentModel', { ...fields, Attributes: tags });
export const listBody = record('DocumentListRequest', {
  FolderId: note(
    'Папка; без параметров - верхний уровень. С типом, автором, датой или строкой поиск идёт и во вложенных папках',
    guid,
  ),
  EntityKind: choice(['Folder', 'File']),
  TypeId: guid,
  AuthorId: guid,
  CreationDateFrom: moment,
  CreationDateTo: moment,
  Search: text,
  Page: int,
  PageSize: { ...int, fallback: 100, maximum: 100 },
});
export const createBody = record('DocumentCreateRequest', {
  Name: must(text),
  FileName: text,
  FileContent: note('Файл в base64', text),
  TypeId: guid,
  Date: moment,
  FolderId: note('Без папки - верхний уровень', guid),
  Attributes: tags,
});
export const templateBody = record('CreateFromTemplateRequest', {
  TemplateId: must(guid),
  CaseId: must(guid),
  FolderId: guid,
});
export const updateBody = record('DocumentUpdateRequest', {
  DocID: must(guid),
  Name: note(
    'Если передан Id значения справочника, строка не учитывается',
    must(record('DocumentName', { Id: guid, Name: text })),
  ),
  TypeId: guid,
  Date: must(moment),
  FolderId: guid,
  Attributes: tags,
});
export const docQuery = { DocID: must(guid) };

export const documentRecord = (memory: Memory, item: StoredDocument) => {
  const { world } = memory;
  return {
    DocID: item.id,
    EntityKind: 'File',
    Name: item.name,
    Type: pair(byName(valuesOf(memory, 'Вид документа'), item.type)),
    Date: item.date,
    CreationDate: item.createdAt,
    LastChangeDate: item.extra.changedAt,
    AuthorId: item.author,
    AuthorName: byId(world.users, item.author)?.name,
    CaseId: item.case,
    CaseName: byId(world.cases, item.case)?.name,
    FolderId: item.extra.folderId,
    FolderPath: item.folders.join(' / '),
    FileName: item.fileName,
    FileSize: (item.extra.content as Buffer).length,
    Attributes: item.extra.attributes,
    Signatures: (item.extra.signatures as Signature[]).map((sign) => ({
      Id: sign.id,
      UserId: sign.userId,
      UserName: byId(world.users, sign.userId)?.name,
      SigningDate: sign.signedAt,
    })),
  };
};

const folderRecord = (memory: Memory, folder: DocumentFolder) => {
  const owner = byId(memory.world.cases, caseOfFolder(memory, folder.id));
  return {
    DocID: folder.id,
    EntityKind: 'Folder',
    Name: folder.name,
    CaseId: owner?.id,
    CaseName: owner?.name,
    FolderId: folder.parent,
    FolderPath: folderPath(memory, folder.parent).join(' / '),
    Signatures: [],
  };
};

export const found = (memory: Memory, id: unknown): StoredDocument =>
  byId(memory.world.documents, id) ?? missing('Документ');

export const folderOf = (memory: Memory, id: string | null | undefined): DocumentFolder | undefined =>
  id ? (byId(memory.documentFolders, id) ?? refuse('Папка не найдена.', 'FolderId')) : undefined;

export const typeName = (memory: Memory, id: string | null | undefined): string | undefined =>
  id
    ? (byId(valuesOf(memory, 'Вид документа'), id)?.name ?? refuse('Вид документа не найден.', 'TypeId'))
    : undefined;

interface Made {
  name: string;
  fileName: string;
  content: Buffer;
  folder: DocumentFolder | undefined;
  type?: string | undefined;
  date?: Date | null | undefined;
  text?: string | undefined;
  attributes?: unknown;
}

export const add = (memory: Memory, made: Made, author: User | undefined): StoredDocument => {
  const owner = caseOfFolder(memory, made.folder?.id);
  const now = memory.clock();
  const item: StoredDocument = {
    id: memory.dice.id(),
    name: made.name,
    createdAt: now,
    folders: folderPath(memory, made.folder?.id),
    fileName: made.fileName,
    isSigned: false,
    ...(made.type ? { type: made.type } : {}),
    ...(made.date ? { date: made.date } : {}),
    ...(author ? { author: author.id } : {}),
    ...(owner ? { case: owner } : {}),
    ...(made.text === undefined ? {} : { text: made.text }),
    extra: {
      folderId: made.folder?.id,
      content: made.content,
      signatures: [],
      changedAt: now,
      attributes: made.attributes ?? {},
    },
  };
  memory.world.documents.push(item);
  return item;
};

const inside = (memory: Memory, folder: string | undefined, top: string): boolean => {
  let at = byId(memory.documentFolders, folder);
  for (let depth = 0; at && depth < 20; depth += 1) {
    if (at.id === top) return true;
    at = byId(memory.documentFolders, at.parent);
  }
  return false;
};

interface Wanted {
  FolderId?: string | null;
  EntityKind?: string | null;
  TypeId?: string | null;
  AuthorId?: string | null;
  CreationDateFrom?: Date | null;
  CreationDateTo?: Date | null;
  Search?: string | null;
  Page?: number | null;
  PageSize?: number | null;
}

export const select = (memory: Memory, sent: Wanted) => {
  const top = folderOf(memory, sent.FolderId)?.id;
  const type = typeName(memory, sent.TypeId);
  const hasDate = Boolean(sent.CreationDateFrom || sent.CreationDateTo);
  const isDeep = Boolean(type || hasDate || sent.AuthorId || sent.Search);
  const said = sent.Search?.toLowerCase() ?? '';
  const lies = (home: string | undefined): boolean =>
    isDeep ? top === undefined || inside(memory, home, top) : home === top;
  const byTitle = (a: { name: string }, b: { name: string }): number => a.name.localeCompare(b.name, 'ru');
  const withFolders = !type && !hasDate && !sent.AuthorId && sent.EntityKind !== 'File';
  const folders = withFolders
    ? memory.documentFolders.filter((item) => lies(item.parent) && item.name.toLowerCase().includes(said))
    : [];
  const files = memory.world.documents
    .filter((item) => sent.EntityKind !== 'Folder' && lies(item.extra.folderId as string | undefined))
    .filter((item) => (!type || item.type === type) && (!sent.AuthorId || item.author === sent.AuthorId))
    .filter((item) => within(item.createdAt, sent.CreationDateFrom, sent.CreationDateTo))
    .filter((item) => `${item.name}\n${item.fileName}\n${item.text ?? ''}`.toLowerCase().includes(said));
  return [
    ...[...folders].sort(byTitle).map((item) => folderRecord(memory, item)),
    ...[...files].sort(byTitle).map((item) => documentRecord(memory, item)),
  ];
};
