/** Documents with their folders and files. */
import type { StoredDocument, User } from '../../world.ts';
import { between, moment, showCard, systemFields } from '../cases/cards.ts';
import {
  assign,
  byId,
  byName,
  type DocFolder,
  dictionary,
  entity,
  entityFields,
  extra,
  iso,
  isoDay,
  type Memory,
  more,
  refer,
  referCase,
  reference,
  referResponsible,
  responsible,
} from '../memory.ts';
import {
  day,
  type Infer,
  instant,
  int,
  list,
  note,
  oneOf,
  opt,
  record,
  tagged,
  text,
  uuid,
} from '../schema.ts';
import { missing, refuse, type Sorts } from '../server.ts';
import { makeDocx } from './files.ts';

const KINDS = ['FILE', 'FOLDER'] as const;
const folderReference = record('DocumentFolderReference', { id: uuid, name: text(), path: list(text()) });
const signature = record('SignatureDto', {
  id: uuid,
  user: responsible,
  signDate: instant,
  fileId: uuid,
  status: oneOf('VALID', 'INVALID'),
});
const fields = {
  ...entityFields,
  docId: opt(uuid),
  kind: oneOf(...KINDS),
  name: text(),
  type: opt(reference),
  date: opt(day),
  author: opt(responsible),
  case: opt(reference),
  folder: opt(folderReference),
  fileId: opt(uuid),
  fileName: opt(text()),
  contentType: opt(text()),
  size: opt(int({ format: 'int64' })),
  signatures: list(signature),
};
/** List item: document or folder. */
export const listedDto = record('DocumentListItemDto', fields);
/** Document by id. */
export const documentDto = record('DocumentDto', {
  ...fields,
  version: int({ format: 'int64' }),
  additionalAttributes: tagged,
});
const naming = {
  name: note(opt(text({ max: 500 })), 'Ignored when nameId is given'),
  nameId: note(opt(uuid), 'A value of the dictionary DOCUMENT_NAME'),
  typeId: opt(uuid),
  folderId: opt(uuid),
};
/** Request body of POST. */
export const createRequest = record('DocumentRequest', {
  ...naming,
  date: opt(day),
  additionalAttributes: opt(tagged),
  fileName: opt(text({ max: 255 })),
  contentType: opt(text()),
  content: note(
    opt(text({ format: 'byte' })),
    'The file in base64; or send multipart/form-data with a part file',
  ),
});
/** Request body of PUT. */
export const updateRequest = record('DocumentUpdateRequest', {
  docId: uuid,
  ...naming,
  date: day,
  additionalAttributes: opt(tagged),
  version: opt(int({ format: 'int64' })),
});
/** Request body of the list. */
export const filterRequest = record('DocumentFilterRequest', {
  parentFolderId: note(opt(uuid), 'The top of the section when it is absent'),
  kind: opt(oneOf(...KINDS)),
  typeId: opt(uuid),
  authorId: opt(uuid),
  creationDateFrom: moment,
  creationDateTo: moment,
  search: note(opt(text()), 'Looks in names and texts, in nested folders too'),
});

/** Returns the names of the folders above and including this one, starting with the root. */
export function folderPath(folders: readonly DocFolder[], id: string | undefined): string[] {
  const folder = byId(folders, id);
  return folder ? [...folderPath(folders, folder.parentId), folder.name] : [];
}

function viewListed(memory: Memory, one: StoredDocument) {
  const own = more.document(one);
  const file = memory.files.get(own.fileId ?? '');
  const folder = byId(memory.docFolders, own.folderId);
  return {
    ...entity(memory, 'v3/documents', one.id, one.createdAt, own.changedAt),
    docId: one.id,
    kind: 'FILE' as const,
    name: one.name,
    type: refer(byName(dictionary(memory.catalogue, 'DOCUMENT_TYPE').values, one.type)),
    date: isoDay(one.date),
    author: referResponsible(memory, one.author),
    case: referCase(memory, one.case),
    folder: folder ? { id: folder.id, name: folder.name, path: one.folders } : null,
    fileId: own.fileId ?? null,
    fileName: file?.name ?? null,
    contentType: file?.contentType ?? null,
    size: file?.bytes.length ?? null,
    signatures: own.signatures.map(({ id, userId, signedAt, fileId }) => ({
      id,
      user: referResponsible(memory, userId),
      signDate: iso(signedAt),
      fileId,
      status: 'VALID',
    })),
  };
}

/** Converts a document to a response. */
export function view(memory: Memory, one: StoredDocument) {
  const { version, additional } = more.document(one);
  return { ...viewListed(memory, one), version, additionalAttributes: additional };
}

function viewFolder(memory: Memory, one: DocFolder) {
  const parent = byId(memory.docFolders, one.parentId);
  const path = folderPath(memory.docFolders, one.parentId);
  const noFile = { fileId: null, fileName: null, contentType: null, size: null, signatures: [] };
  return {
    ...entity(memory, 'v3/documents', one.id, one.createdAt),
    ...noFile,
    type: null,
    date: null,
    author: null,
    url: null,
    docId: null,
    kind: 'FOLDER' as const,
    name: one.name,
    case: referCase(memory, one.caseId),
    folder: parent ? { id: parent.id, name: parent.name, path } : null,
  };
}

/** Returns the document with this id. Throws 404 if there is none. */
export function documentOf(memory: Memory, id: string): StoredDocument {
  const found = byId(memory.world.documents, id);
  if (!found) throw missing('Document', id);
  return found;
}

function plainText(bytes: Buffer, contentType: string): string | undefined {
  if (!/^text\//.test(contentType)) return undefined;
  const content = bytes.toString('utf8');
  return contentType.startsWith('text/html') ? content.replace(/<[^>]*>/g, ' ').trim() : content;
}

interface NewDocument {
  readonly name: string;
  readonly folderId?: string;
  readonly file?: { name: string; contentType: string; bytes: Buffer };
  readonly text?: string;
}

/** Stores a document with its file. */
export function add(memory: Memory, user: User, of: NewDocument): StoredDocument {
  const now = memory.now();
  const folder = byId(memory.docFolders, of.folderId);
  const fileId = of.file ? memory.newId() : undefined;
  if (of.file && fileId) memory.files.set(fileId, of.file);
  const words = of.text ?? (of.file && plainText(of.file.bytes, of.file.contentType));
  const made: StoredDocument = {
    id: memory.newId(),
    name: of.name,
    author: user.id,
    createdAt: now,
    ...(folder?.caseId ? { case: folder.caseId } : {}),
    folders: folderPath(memory.docFolders, of.folderId),
    fileName: of.file?.name ?? '',
    ...(words === undefined ? {} : { text: words }),
    isSigned: false,
    extra: extra.document({
      changedAt: now,
      version: 0,
      additional: {},
      signatures: [],
      ...(folder ? { folderId: folder.id } : {}),
      ...(fileId ? { fileId } : {}),
    }),
  };
  memory.world.documents.push(made);
  return made;
}

type Naming = { [K in keyof typeof naming]: string | null | undefined };

const typeOf = (memory: Memory, id: string | null | undefined) =>
  byId(dictionary(memory.catalogue, 'DOCUMENT_TYPE').values, id ?? undefined);

/** Validates the references of a request. Returns name and type. */
export function resolve(memory: Memory, given: Naming, fallback?: string) {
  const named = byId(dictionary(memory.catalogue, 'DOCUMENT_NAME').values, given.nameId ?? undefined);
  if (given.nameId && !named) throw refuse('nameId', given.nameId, 'not found', 'NotFound');
  const type = typeOf(memory, given.typeId);
  if (given.typeId && !type) throw refuse('typeId', given.typeId, 'not found', 'NotFound');
  if (given.folderId && !byId(memory.docFolders, given.folderId))
    throw refuse('folderId', given.folderId, 'not found', 'NotFound');
  const name = named?.name ?? (given.name?.trim() || fallback);
  if (!name) throw refuse('name', given.name ?? null, 'name or nameId must not be empty', 'NotBlank');
  return { name, type: type?.name };
}

/** Default paging of the list. Folders come first. */
export const PAGES = { size: 20, sort: ['kind,desc', 'name'] };
type Row = ReturnType<typeof viewListed> | ReturnType<typeof viewFolder>;
/** Sort keys of the list. */
export const SORTS: Sorts<Row> = {
  kind: (row) => row.kind,
  name: (row) => row.name,
  creationDate: (row) => row.creationDate ?? undefined,
  date: (row) => row.date ?? undefined,
};

/** Returns the content of a folder, or the results of a search. */
export function find(memory: Memory, by: Infer<typeof filterRequest>): Row[] {
  const { parentFolderId: parent, kind, typeId, authorId, search } = by;
  const { creationDateFrom: from, creationDateTo: to } = by;
  const deep = Boolean(search || typeId || authorId || from || to);
  const isBelow = (id: string | undefined): boolean =>
    (id ?? undefined) === (parent ?? undefined) ||
    (deep && id !== undefined && isBelow(byId(memory.docFolders, id)?.parentId));
  const type = typeOf(memory, typeId)?.name;
  const wanted = (search ?? '').toLowerCase();
  const has = (...words: (string | undefined)[]) => words.some((one) => one?.toLowerCase().includes(wanted));
  const files = memory.world.documents.filter(
    (one) =>
      isBelow(more.document(one).folderId) &&
      (!typeId || (type !== undefined && one.type === type)) &&
      (!authorId || one.author === authorId) &&
      between(one.createdAt, from, to) &&
      has(one.name, one.fileName, one.text),
  );
  const noFolders = Boolean(typeId || authorId || from || to);
  const folders = noFolders ? [] : memory.docFolders.filter((one) => isBelow(one.parentId) && has(one.name));
  return [
    ...(kind === 'FILE' ? [] : folders.map((one) => viewFolder(memory, one))),
    ...(kind === 'FOLDER' ? [] : files.map((one) => viewListed(memory, one))),
  ];
}

/** Creates a document from a template. Tags that the case lacks are replaced by nothing. */
export function fromTemplate(
  memory: Memory,
  user: User,
  templateId: string,
  caseId: string,
  folderId?: string | null,
) {
  const template = documentOf(memory, templateId);
  if (template.folders[0] !== 'Шаблоны') throw refuse('templateId', templateId, 'is not a template');
  const at = byId(memory.world.cases, caseId);
  if (!at) throw refuse('caseId', caseId, 'not found', 'NotFound');
  const folder = byId(memory.docFolders, folderId ?? more.case(at).documentFolderId);
  if (folder?.caseId !== caseId) throw refuse('folderId', folderId ?? null, 'is not a folder of the case');
  const values: Record<string, unknown> = { ...systemFields(memory, at), ...showCard(memory, at) };
  const words = (template.text ?? '').replace(/\{\{(\w+)\}\}/g, (_, tag: string) =>
    String(values[tag] ?? ''),
  );
  const source = memory.files.get(more.document(template).fileId ?? '');
  const isDocx = template.fileName.endsWith('.docx');
  const bytes = isDocx ? makeDocx(words) : Buffer.from(words);
  const file = { name: template.fileName, contentType: source?.contentType ?? 'text/plain', bytes };
  const made = add(memory, user, { name: template.name, folderId: folder.id, file, text: words });
  assign(made, 'type', template.type);
  return made;
}
