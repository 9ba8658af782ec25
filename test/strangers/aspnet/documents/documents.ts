import type { StoredDocument } from '../../world.ts';
import { readAttributes } from '../cards.ts';
import type { Call, Reply, Route } from '../contract.ts';
import { invalidField, noContent, ok, ProblemDetails, page, pageOf, route } from '../contract.ts';
import type { Errors, Of } from '../schema.ts';
import { contentType, folderNames } from '../seed/seed-documents.ts';
import {
  assertValid,
  byId,
  collate,
  type DocumentFolder,
  holds,
  mentioned,
  put,
  type Store,
  within,
} from '../store.ts';
import { add } from './document-files.ts';
import {
  ById,
  CreateForm,
  DocumentDto,
  folderOf,
  ListItem,
  ListRequest,
  show,
  showFolder,
  showListed,
  UpdateRequest,
} from './document-models.ts';

/** Returns the content of a text file, without HTML tags. Returns undefined for other types. */
function plainText(type: string, bytes: Buffer): string | undefined {
  if (type === 'text/html')
    return bytes
      .toString('utf8')
      .replace(/<[^>]+>/g, '')
      .trim();
  return type.startsWith('text/') ? bytes.toString('utf8') : undefined;
}

async function upload(call: Call<unknown, Of<typeof CreateForm>>): Promise<Reply> {
  const { store, body } = call;
  const bytes = Buffer.from((await body.File?.arrayBuffer()) ?? new ArrayBuffer(0));
  const name = body.Name || body.File?.name.replace(/\.[^.]+$/, '');
  if (!name) throw invalidField('Name', 'The Name field is required when there is no file.');
  const errors: Errors = {};
  const type = mentioned(store.settings.dictionaries.documentTypes.values, body.TypeId, 'TypeId');
  const folder = mentioned(store.documentFolders, body.FolderId, 'FolderId');
  const attributes = readAttributes(
    store,
    store.settings.attributes.document,
    body.AdditionalAttributes,
    errors,
  );
  assertValid(errors);
  const fileName = body.File?.name ?? `${name}.txt`;
  const text = plainText(contentType(fileName), bytes);
  const more: Partial<StoredDocument> = { extra: { attributes, signatures: [] } };
  put(more, 'date', body.Date);
  return add(call, { name, fileName, folder, bytes, text, type: type?.name }, more);
}

function update({ store, body }: Call<unknown, Of<typeof UpdateRequest>>): Reply {
  const { documentNames, documentTypes } = store.settings.dictionaries;
  const document = byId(store.world.documents, body.docID, 'Document');
  const errors: Errors = {};
  const name = mentioned(documentNames.values, body.NameId, 'NameId')?.name ?? body.Name;
  if (!name) throw invalidField('Name', 'The Name field is required.');
  const type = mentioned(documentTypes.values, body.TypeId, 'TypeId');
  const folder = mentioned(store.documentFolders, body.FolderId, 'FolderId');
  const tags = body.AdditionalAttributes;
  const attributes = readAttributes(store, store.settings.attributes.document, tags, errors);
  assertValid(errors);
  document.name = name;
  document.date = body.Date;
  put(document, 'type', type?.name);
  if (folder !== undefined) {
    document.extra.folderId = folder.id;
    document.folders = folderNames(store.documentFolders, folder.id);
    put(document, 'case', folder.case);
  }
  Object.assign(document.extra, { attributes, changedAt: store.clock() });
  return ok(show(store, document));
}

function isBelow(store: Store, folder: DocumentFolder | undefined, top: string): boolean {
  let one = folder;
  for (let depth = 0; one !== undefined && depth < 32; depth += 1) {
    if (one.id === top) return true;
    const { parent } = one;
    one = store.documentFolders.find(({ id }) => id === parent);
  }
  return false;
}

function list({ store, body }: Call<unknown, Of<typeof ListRequest>>): Reply {
  const { FolderId, TypeId, AuthorId, SearchString, CreationDateFrom: from, CreationDateTo: to } = body;
  if (FolderId !== null) mentioned(store.documentFolders, FolderId, 'FolderId');
  const isDeep = [TypeId, AuthorId, from, to].some((one) => one !== null) || Boolean(SearchString);
  const top = FolderId ?? undefined;
  const lies = (parent: string | undefined): boolean => {
    if (!isDeep) return parent === top;
    return (
      top === undefined ||
      isBelow(
        store,
        store.documentFolders.find(({ id }) => id === parent),
        top,
      )
    );
  };
  const type = mentioned(store.settings.dictionaries.documentTypes.values, TypeId, 'TypeId')?.name;
  const search = SearchString ?? '';
  const hasNoFolders = [TypeId, AuthorId, from, to].some((one) => one !== null) || body.Kind === 'File';
  const folders = store.documentFolders.filter(({ name, parent }) => {
    return !hasNoFolders && lies(parent) && holds(name, search);
  });
  const files = store.world.documents.filter(
    (one) =>
      body.Kind !== 'Folder' &&
      lies(folderOf(store, one)?.id) &&
      (type === undefined || one.type === type) &&
      (AuthorId === null || one.author === AuthorId) &&
      within(one.createdAt, from, to) &&
      (holds(one.name, search) || holds(one.fileName, search)),
  );
  const rows = [
    ...folders.sort((one, two) => collate(one.name, two.name)).map((one) => () => showFolder(store, one)),
    ...files.sort((one, two) => collate(one.name, two.name)).map((one) => () => showListed(store, one)),
  ];
  return page(rows, body, (row) => row());
}

function remove({ store, query }: Call<Of<typeof ById>, unknown>): Reply {
  const { documents, tasks } = store.world;
  documents.splice(documents.indexOf(byId(documents, query.docID, 'Document')), 1);
  store.files.delete(query.docID);
  for (const task of tasks) task.documents = task.documents.filter((id) => id !== query.docID);
  return noContent;
}

/** Attributes and lists of documents. */
export function documentRoutes(): Route[] {
  const path = '/api/v{version}/documents';
  const all = { path, versions: [3], tag: 'Documents' };
  return [
    route({
      ...{
        ...all,
        method: 'PUT',
        summary: 'Creates a document, with a file',
        body: CreateForm,
        isForm: true,
      },
      ...{ replies: { 201: DocumentDto }, handle: upload },
    }),
    route({
      ...{ ...all, path: `${path}/Update`, method: 'PUT', summary: 'Replaces the attributes of a document' },
      ...{ body: UpdateRequest, replies: { 200: DocumentDto, 404: ProblemDetails }, handle: update },
    }),
    route({
      ...{
        ...all,
        path: `${path}/{id}`,
        method: 'GET',
        summary: 'Gets a document',
        replies: { 200: DocumentDto },
      },
      handle: ({ store, id }) => ok(show(store, byId(store.world.documents, id, 'Document'))),
    }),
    route({
      ...{ ...all, method: 'POST', summary: 'Lists folders and documents by name', body: ListRequest },
      ...{ replies: { 200: pageOf(ListItem) }, handle: list },
    }),
    route({
      ...{
        ...all,
        method: 'DELETE',
        summary: 'Deletes a document',
        query: ById,
        replies: { 204: null, 404: ProblemDetails },
      },
      handle: remove,
    }),
  ];
}
