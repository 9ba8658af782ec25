/** Documents and their folders. */
import type { StoredDocument } from '../world.ts';
import { type Call, HttpError, notFound, page, type Route, unknownRef } from './app.ts';
import { showDocument, showDocumentRow, showFolderRow } from './show.ts';

const documentOf = ({ memory }: Call, id: string | undefined) =>
  memory.world.documents.find((one) => one.id === id) ?? notFound('Document');

/** Returns a folder and all folders below it. */
function foldersBelow({ memory }: Call, id: string | undefined): (string | undefined)[] {
  const all = [id];
  for (const one of all)
    for (const { id: inner, parent } of memory.documentFolders) if (parent === one) all.push(inner);
  return all;
}

function listDocuments(call: Call) {
  const { body, memory } = call;
  const top = body.parent_folder_id as string | undefined;
  if (top !== undefined) memory.documentFolders.some(({ id }) => id === top) || notFound('Folder');
  const isDeep = ['type_id', 'author_id', 'created_from', 'created_to', 'search'].some(
    (name) => body[name] !== undefined,
  );
  const places = isDeep ? foldersBelow(call, top) : [top];
  const isHere = (folder: unknown) => (isDeep && top === undefined) || places.includes(folder as string);
  const isFound = (name: string) =>
    body.search === undefined || name.toLowerCase().includes(body.search.toLowerCase());
  const type =
    body.type_id === undefined ? undefined : memory.values.find(({ id }) => id === body.type_id)?.name;
  const noFolders =
    body.kind === 'file' ||
    ['type_id', 'created_from', 'created_to', 'author_id'].some((name) => body[name] !== undefined);
  const folders = memory.documentFolders.filter((one) => isHere(one.parent) && isFound(one.name));
  const files = memory.world.documents.filter(
    (one) =>
      isHere(one.extra.folder) &&
      isFound(one.name) &&
      (body.type_id === undefined || one.type === type) &&
      (body.author_id === undefined || one.author === body.author_id) &&
      (body.created_from === undefined || one.createdAt >= body.created_from) &&
      (body.created_to === undefined || one.createdAt <= body.created_to),
  );
  const rows: (() => object)[] = [
    ...(noFolders ? [] : folders.map((one) => () => showFolderRow(call, one))),
    ...(body.kind === 'folder' ? [] : files.map((one) => () => showDocumentRow(call, one))),
  ];
  return page(rows, body, (show) => show());
}

function place(call: Call, one: StoredDocument, folder: string | undefined) {
  const { memory } = call;
  const names: string[] = [];
  let at = memory.documentFolders.find(({ id }) => id === folder);
  if (folder !== undefined && at === undefined) unknownRef('folder_id', folder);
  const owner = at?.case as string | undefined;
  for (; at !== undefined; at = memory.documentFolders.find(({ id }) => id === at?.parent))
    names.unshift(at.name);
  Object.assign(one, { folders: names, case: owner });
  one.extra.folder = folder;
}

const valueNamed = ({ memory }: Call, field: string, id: string | undefined) =>
  id === undefined ? undefined : (memory.values.find((one) => one.id === id)?.name ?? unknownRef(field, id));

function store(call: Call, fields: Partial<StoredDocument>, folder: string | undefined) {
  const one = {
    ...{ id: call.memory.nextId('documents'), createdAt: new Date(), author: call.user.id, isSigned: false },
    ...{ folders: [], extra: { attributes: {} }, ...fields },
  } as unknown as StoredDocument;
  place(call, one, folder);
  call.memory.world.documents.push(one);
  return showDocument(call, one);
}

function createDocument(call: Call) {
  const { body, upload, memory } = call;
  const owner = memory.world.cases.find(({ id }) => id === body.case_id);
  return store(
    call,
    {
      name: body.name,
      type: valueNamed(call, 'type_id', body.type_id),
      ...(body.date === undefined ? {} : { date: new Date(body.date) }),
      fileName: upload?.name ?? `${body.name}.txt`,
      text: Buffer.from(upload?.bytes ?? []).toString('utf8'),
    } as Partial<StoredDocument>,
    body.folder_id ?? (owner?.extra.documentFolder as string | undefined),
  );
}

function createFromTemplate(call: Call) {
  const { body, memory } = call;
  const template = documentOf(call, body.template_id);
  const owner = memory.world.cases.find(({ id }) => id === body.case_id) ?? notFound('Case');
  const { name, type, fileName, text } = template;
  const fields = {
    name,
    fileName,
    ...(type === undefined ? {} : { type }),
    ...(text === undefined ? {} : { text }),
  };
  return store(call, fields, body.folder_id ?? (owner.extra.documentFolder as string));
}

function updateDocument(call: Call) {
  const { body } = call;
  const one = documentOf(call, body.doc_id);
  const name = valueNamed(call, 'name_id', body.name_id) ?? body.name;
  if (name === undefined)
    throw new HttpError(422, [{ type: 'missing', loc: ['body', 'name'], msg: 'Field required' }]);
  Object.assign(one, { name, type: valueNamed(call, 'type_id', body.type_id), date: body.date });
  if (body.folder_id !== undefined) place(call, one, body.folder_id);
  one.extra.attributes = body.attributes;
  one.extra.updatedAt = new Date();
  return showDocument(call, one);
}

function download(call: Call) {
  const one = documentOf(call, call.query.doc_id);
  return {
    file: { name: one.fileName, type: 'text/plain; charset=utf-8', bytes: Buffer.from(one.text ?? '') },
  };
}

export const documentRoutes: readonly Route[] = [
  {
    at: 'PUT /api/v3/documents',
    summary: 'Create document',
    body: 'Body_create_document',
    form: 'multipart',
    answer: 'DocumentOut',
    status: 201,
    run: createDocument,
  },
  {
    at: 'POST /api/v3/documents',
    summary: 'List documents',
    body: 'DocumentSearch',
    answer: 'Page[DocumentRow]',
    run: listDocuments,
  },
  {
    at: 'PUT /api/v3/documents/Update',
    summary: 'Update document',
    body: 'DocumentUpdate',
    answer: 'DocumentOut',
    run: updateDocument,
  },
  {
    at: 'POST /api/v3/documents/CreateFromTemplate',
    summary: 'Create document from template',
    body: 'TemplateIn',
    answer: 'DocumentOut',
    status: 201,
    run: createFromTemplate,
  },
  {
    at: 'GET /api/v3/documents/Download',
    summary: 'Download document',
    query: { doc_id: 'id' },
    run: download,
  },
  {
    at: 'GET /api/v3/documents/{id}',
    summary: 'Get document',
    answer: 'DocumentOut',
    run: (call) => showDocument(call, documentOf(call, call.path.id)),
  },
  {
    at: 'DELETE /api/v3/documents',
    summary: 'Delete document',
    query: { doc_id: 'id' },
    status: 204,
    run: (call) => {
      const { documents } = call.memory.world;
      documents.splice(documents.indexOf(documentOf(call, call.query.doc_id)), 1);
    },
  },
];
