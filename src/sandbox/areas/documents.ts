import { z } from 'zod';
import { reaches } from '../access.ts';
import { guid, moment } from '../bind.ts';
import type { DocumentItem, FieldValues, StoredFile, User } from '../entities.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import { byName, contains, page } from '../page.ts';
import { reference } from '../present.ts';
import { created, noContent, route } from '../route.ts';
import { fillTemplate } from '../rules/document-template.ts';
import {
  customAttributes,
  documentAccess,
  documentCase,
  documentType,
  isBelow,
  removeDocument,
  requireDocument,
  requireDocumentType,
  requireFileDocument,
  requireFolder,
  requirePlacement,
  rootFolderCase,
} from '../rules/documents.ts';
import { extensionOf, filePart, requireAllowedFile, storeFile } from '../rules/files.ts';
import type { World } from '../world.ts';
import { documentFileRoutes } from './document-files.ts';

const attributes = z.record(z.string(), z.unknown()).nullish();

const updateBody = z.object({
  Id: guid.nullish(),
  Name: z.string().nullish(),
  TypeId: guid.nullish(),
  Date: moment,
  FolderId: guid.nullish(),
  Attributes: attributes,
});

const listBody = z.object({
  FolderId: guid.nullish(),
  EntityKind: z.enum(['File', 'Folder']).nullish(),
  TypeId: guid.nullish(),
  AuthorId: guid.nullish(),
  CreationDateFrom: moment.nullish(),
  CreationDateTo: moment.nullish(),
  Search: z.string().nullish(),
  Page: z.int().optional(),
  PageSize: z.int().optional(),
});

/** Documents and the folders that hold them (`api.md`, Documents, v3). */
export const documentRoutes = [
  route('PUT /api/v3/documents', {
    summary: 'Create a document, with a file or without one',
    multipart: true,
    body: z.object({
      Name: z.string().trim().optional(),
      FolderId: guid.optional(),
      CaseId: guid.optional(),
      TypeId: guid.optional(),
      Date: moment.optional(),
      Attributes: attributes,
    }),
    handle: ({ world, user, body, files }) => {
      const file = filePart(files, 'File');
      const name = body.Name || file?.name;
      if (!name) throw invalid('Name is required when no file is sent.');
      const place = requirePlacement(world, user, body);
      if (body.TypeId) requireDocumentType(world, body.TypeId);
      if (file) requireAllowedFile(world, file);
      const item = insertDocument(world, user, {
        ...place,
        name,
        typeId: body.TypeId,
        date: body.Date ?? world.stamp(),
        fileId: file && storeFile(world, file).id,
        attributes: customAttributes(body.Attributes),
      });
      return created(presentDocument(world, item));
    },
  }),
  route('POST /api/v3/documents/CreateFromTemplate', {
    summary: 'Create a document from a template',
    body: z.object({ TemplateId: guid, CaseId: guid, FolderId: guid.nullish() }),
    handle: ({ world, user, body }) => created(presentDocument(world, createFromTemplate(world, user, body))),
  }),
  route('PUT /api/v3/documents/Update', {
    summary: 'Change the attributes of a document, never its file',
    body: updateBody,
    handle: ({ world, user, body }) => created(presentDocument(world, updateDocument(world, user, body))),
  }),
  route('GET /api/v3/documents/{id}', {
    summary: 'One document with its attributes',
    handle: ({ world, user, params }) =>
      presentDocument(world, requireDocument(world, user, params.id ?? '', 'View')),
  }),
  route('POST /api/v3/documents', {
    summary: 'List of documents and folders',
    body: listBody,
    handle: (request) => {
      const { world, user, body } = request;
      const asked = { Page: body.Page, PageSize: body.PageSize };
      return page(request, asked, listDocuments(world, user, body), (item) => presentDocument(world, item));
    },
  }),
  ...documentFileRoutes,
  route('DELETE /api/v3/documents', {
    summary: 'Delete a document',
    query: z.object({ docID: guid.optional() }),
    body: z.object({ docID: guid.optional() }),
    handle: ({ world, user, query, body }) => {
      const id = body.docID ?? query.docID;
      if (id === undefined) throw invalid('docID is required.');
      const item = requireDocument(world, user, id, 'Edit');
      if (rootFolderCase(world, item.id)) throw conflict('The root folder of an object cannot be deleted.');
      if (world.documents.find((other) => other.parentId === item.id))
        throw conflict(`The folder ${item.id} is not empty.`);
      removeDocument(world, item);
      return noContent();
    },
  }),
];

/** A document as the service writes it. */
export function presentDocument(world: World, item: DocumentItem) {
  const file = world.files.get(item.fileId);
  const type = documentType(world, item.typeId);
  const object = documentCase(world, item);
  const author = world.users.get(item.authorId);
  return {
    ...reference(world, item, '/api/v3/documents'),
    docID: item.id,
    Name: item.name,
    EntityKind: item.kind,
    Type: type ? { Id: type.id, Name: type.name } : null,
    Date: item.date ?? null,
    Case: object ? { Id: object.id, Name: object.name } : null,
    Folder: reference(world, world.documents.get(item.parentId), '/api/v3/documents'),
    Author: author ? { Id: author.id, Name: author.name } : null,
    FileId: file?.id ?? null,
    FileName: file?.name ?? null,
    Size: file?.bytes.length ?? null,
    Extension: file ? extensionOf(file.name) : null,
    Version: item.version,
    Signatures: item.signatures.map((signature) => ({
      UserId: signature.userId,
      UserName: world.users.get(signature.userId)?.name ?? null,
      Date: signature.signedAt,
      Status: signature.status,
      FileId: signature.fileId,
    })),
    Attributes: item.attributes,
  };
}

function insertDocument(
  world: World,
  user: User,
  parts: Pick<DocumentItem, 'name' | 'parentId' | 'caseId' | 'typeId' | 'date' | 'fileId' | 'attributes'>,
): DocumentItem {
  const stamp = world.stamp();
  return world.documents.insert({
    ...parts,
    id: world.newId(),
    createdAt: stamp,
    changedAt: stamp,
    kind: 'File',
    authorId: user.id,
    version: 1,
    signatures: [],
  });
}

function createFromTemplate(
  world: World,
  user: User,
  asked: { TemplateId: string; CaseId: string; FolderId?: string | null | undefined },
): DocumentItem {
  const place = requirePlacement(world, user, {
    CaseId: asked.CaseId,
    FolderId: asked.FolderId ?? undefined,
  });
  const object = world.objects.get(asked.CaseId);
  const template = requireFileDocument(world, user, asked.TemplateId, 'View');
  if (!object || !template.isTemplate) throw notFound('Template', asked.TemplateId);
  if (asked.FolderId && documentCase(world, world.documents.get(asked.FolderId) as DocumentItem) !== object)
    throw invalid(`The folder ${asked.FolderId} does not belong to the object ${object.id}.`);
  const source: StoredFile | undefined = world.files.get(template.fileId);
  return insertDocument(world, user, {
    parentId: place.parentId ?? object.documentFolderId,
    caseId: object.id,
    name: template.name,
    typeId: template.typeId,
    date: world.stamp(),
    fileId: source && storeFile(world, fillTemplate(world, user, object, source)).id,
    attributes: structuredClone(template.attributes),
  });
}

function updateDocument(world: World, user: User, body: z.output<typeof updateBody>): DocumentItem {
  const item = documentToUpdate(world, user, body.Id, body.Name);
  const type = body.TypeId ? requireDocumentType(world, body.TypeId) : undefined;
  const folder = body.FolderId ? requireFolder(world, user, body.FolderId, 'Edit') : undefined;
  if (folder) {
    item.parentId = folder.id;
    item.caseId = documentCase(world, folder)?.id;
  }
  if (type) item.typeId = type.id;
  item.date = body.Date;
  item.attributes = withoutNulls({ ...item.attributes, ...customAttributes(body.Attributes) });
  item.changedAt = world.stamp();
  return item;
}

/** By Id where it is given, the name being ignored then; else by the name, which must tell one document. */
function documentToUpdate(
  world: World,
  user: User,
  id: string | null | undefined,
  name: string | null | undefined,
): DocumentItem {
  if (id) return requireFileDocument(world, user, id, 'Edit');
  if (!name) throw invalid('Id or Name is required.');
  const found = world.documents.filter(
    (item) =>
      item.kind === 'File' && item.name === name && reaches(documentAccess(world, user, item), 'View'),
  );
  if (found.length > 1) throw conflict(`${found.length} documents have the name ${name}; give the Id.`);
  return requireFileDocument(world, user, found[0]?.id ?? name, 'Edit');
}

/**
 * What a folder holds, or the top of the section; with a filter by type, author, date or text, everything below it.
 * Folders are excluded when filtering by type or creation date (`api.md`, Documents, rule 2).
 */
function listDocuments(world: World, user: User, asked: z.output<typeof listBody>): DocumentItem[] {
  const folder = asked.FolderId ? requireFolder(world, user, asked.FolderId, 'View') : undefined;
  const filesOnly = Boolean(asked.TypeId || asked.CreationDateFrom || asked.CreationDateTo);
  const searching = filesOnly || Boolean(asked.AuthorId || asked.Search);
  return world.documents
    .filter((item) => (searching ? isBelow(world, item, folder?.id) : item.parentId === folder?.id))
    .filter((item) => !filesOnly || item.kind === 'File')
    .filter((item) => !asked.EntityKind || item.kind === asked.EntityKind)
    .filter((item) => !asked.TypeId || item.typeId === asked.TypeId)
    .filter((item) => !asked.AuthorId || item.authorId === asked.AuthorId)
    .filter((item) => !asked.CreationDateFrom || item.createdAt >= asked.CreationDateFrom)
    .filter((item) => !asked.CreationDateTo || item.createdAt <= asked.CreationDateTo)
    .filter((item) => !asked.Search || matches(world, item, asked.Search))
    .filter((item) => reaches(documentAccess(world, user, item), 'View'))
    .sort((left, right) => right.kind.localeCompare(left.kind) || byName(left, right));
}

function matches(world: World, item: DocumentItem, text: string): boolean {
  const texts = [
    item.name,
    world.files.get(item.fileId)?.name,
    ...Object.values(item.attributes).map(String),
  ];
  return texts.some((candidate) => contains(candidate, text));
}

const withoutNulls = (values: FieldValues): FieldValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
