import { z } from 'zod';
import {
  createBody,
  createDocument,
  createFromTemplate,
  templateBody,
  updateBody,
  updateDocument,
} from '../domain/documents/document-changes.ts';
import { listBody, listDocuments } from '../domain/documents/document-list.ts';
import {
  documentCase,
  documentType,
  removeDocument,
  requireDocument,
  rootFolderCase,
} from '../domain/documents/documents.ts';
import { extensionOf, filePart } from '../domain/documents/files.ts';
import { conflict, invalid } from '../http/errors.ts';
import { guid } from '../http/model-binding.ts';
import { page } from '../http/pagination.ts';
import { created, noContent, route } from '../http/route.ts';
import { baseFields, namedValue, reference } from '../http/serializers.ts';
import type { DocumentItem } from '../state/entities/documents.ts';
import type { World } from '../state/state.ts';
import { documentFileRoutes } from './document-files.ts';

/** Documents and their folders (DCO). */
export const documentRoutes = [
  route('PUT /api/v3/documents', {
    summary: 'Create a document, with a file or without one',
    fileParts: { File: 'optional' },
    body: createBody,
    handle: ({ world, user, body, files }) =>
      created(presentDocument(world, createDocument(world, user, body, filePart(files, 'File')))),
  }),
  route('POST /api/v3/documents/CreateFromTemplate', {
    summary: 'Create a document from a template',
    body: templateBody,
    handle: ({ world, user, body }) => created(presentDocument(world, createFromTemplate(world, user, body))),
  }),
  route('PUT /api/v3/documents/Update', {
    summary: 'Change the attributes of a document but not its file',
    body: updateBody,
    handle: ({ world, user, body }) => created(presentDocument(world, updateDocument(world, user, body))),
  }),
  route('GET /api/v3/documents/{id}', {
    summary: 'One document with its attributes',
    handle: ({ world, user, params }) =>
      presentDocument(world, requireDocument(world, user, params.id ?? '', 'View')),
  }),
  route('POST /api/v3/documents', {
    answers: 'page',
    status: 200,
    summary: 'Documents and folders that match filters',
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

/** Returns a document in wire form. */
function presentDocument(world: World, item: DocumentItem) {
  const file = world.files.get(item.fileId);
  const type = documentType(world, item.typeId);
  const object = documentCase(world, item);
  const author = world.users.get(item.authorId);
  return {
    ...baseFields(world, item, '/api/v3/documents'),
    docID: item.id,
    Name: item.name,
    EntityKind: item.kind,
    Type: namedValue(world, type),
    Date: item.date ?? null,
    Case: reference(world, object, '/api/v2/cases', 'id and name'),
    Folder: reference(world, world.documents.get(item.parentId), '/api/v3/documents'),
    Author: reference(world, author, '/api/v2/users', 'id and name'),
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
