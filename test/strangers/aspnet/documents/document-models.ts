import type { StoredDocument, User } from '../../world.ts';
import { attributesOf, showValues } from '../cards.ts';
import { EntityReference, entityShape, pageShape } from '../contract.ts';
import {
  byTag,
  dateTime,
  def,
  enumOf,
  flag,
  formFile,
  int,
  listOf,
  model,
  opt,
  req,
  text,
  uuid,
} from '../schema.ts';
import { contentType, type Signature } from '../seed/seed-documents.ts';
import { byName, type DocumentFolder, moment, reference, type Store, url } from '../store.ts';

const Kind = enumOf('DocumentEntityKind', ['Folder', 'File']);

const SignatureDto = model('DocumentSignature', {
  Id: req(uuid),
  FileId: req(uuid, 'Identifier of the file that holds the signature'),
  User: opt(EntityReference),
  SignDate: req(dateTime),
  FileName: req(text()),
});

/** Folder or document in a list. */
export const ListItem = model('DocumentListItem', {
  ...entityShape,
  Kind: req(Kind),
  Name: req(text()),
  FileName: opt(text()),
  Size: opt(int(undefined, undefined, 'int64')),
  ContentType: opt(text()),
  Type: opt(EntityReference, 'Value of the dictionary of document types'),
  Date: opt(dateTime),
  Author: opt(EntityReference),
  Case: opt(EntityReference),
  Folder: opt(EntityReference, 'Parent folder; null at the top'),
  Signatures: req(listOf(SignatureDto)),
});

/** Document with its attributes. */
export const DocumentDto = model('Document', {
  docID: req(uuid),
  ...ListItem.shape,
  AdditionalAttributes: req(byTag),
});

/** Form for creating a document. */
export const CreateForm = model('CreateDocumentForm', {
  Name: opt(text({ max: 255 }), 'Name of the file by default'),
  TypeId: opt(uuid),
  Date: opt(dateTime),
  FolderId: opt(uuid, 'The top of the Documents section by default'),
  AdditionalAttributes: opt(byTag, 'JSON object: values by tag'),
  File: opt(formFile),
});

/** Request body for creating a document from a template. */
export const FromTemplate = model('CreateFromTemplateRequest', {
  TemplateId: req(uuid, 'A document of the folder of templates'),
  CaseId: req(uuid),
  FolderId: opt(uuid, 'Root folder of the case by default'),
  Name: opt(text({ max: 255 })),
});

/** Request body of PUT. */
export const UpdateRequest = model('UpdateDocumentRequest', {
  docID: req(uuid),
  Name: opt(text({ max: 255 }), 'Name or NameId is required; Name is ignored when both are sent'),
  NameId: opt(uuid, 'Value of the dictionary of document names'),
  Date: req(dateTime),
  TypeId: opt(uuid),
  FolderId: opt(uuid, 'null: the document stays where it is'),
  AdditionalAttributes: opt(byTag),
});

/** Request body of the list. */
export const ListRequest = model('DocumentListRequest', {
  FolderId: opt(uuid, 'Parent folder. Without any filter: the top of the Documents section'),
  Kind: opt(Kind, 'Both by default'),
  TypeId: opt(uuid, 'Folders are left out'),
  AuthorId: opt(uuid),
  CreationDateFrom: opt(dateTime, 'Folders are left out'),
  CreationDateTo: opt(dateTime, 'Folders are left out'),
  SearchString: opt(text(), 'Part of a name, at any depth'),
  ...pageShape(50),
});

/** Query with a document id. */
export const ById = model('DocumentById', { docID: req(uuid) });
/** Query of a download. */
export const DownloadQuery = model('DocumentDownloadQuery', {
  ...ById.shape,
  IncludeSignatures: def(flag, false, 'An archive of the file and its signatures'),
});

export function signatures(document: StoredDocument): readonly Signature[] {
  return (document.extra.signatures ?? []) as Signature[];
}

export function folderOf(store: Store, document: StoredDocument): DocumentFolder | undefined {
  return store.documentFolders.find(({ id }) => id === document.extra.folderId);
}

/** Converts a document to a list item. */
export function showListed(store: Store, document: StoredDocument): Record<string, unknown> {
  const { users, cases } = store.world;
  const user = (id: string | undefined): User | undefined => users.find((one) => one.id === id);
  const { documentTypes } = store.settings.dictionaries;
  return {
    ...{ Id: document.id, CreationDate: document.createdAt },
    LastChangeDate: moment(document.extra, 'changedAt'),
    Url: url(store, 'documents', document.id),
    Kind: 'File',
    Name: document.name,
    FileName: document.fileName,
    Size: store.files.get(document.id)?.length ?? 0,
    ContentType: contentType(document.fileName),
    Type: reference(store, 'documentTypes', byName(documentTypes.values, document.type)),
    Date: document.date ?? null,
    Author: reference(store, 'users', user(document.author)),
    Case: reference(
      store,
      'cases',
      cases.find(({ id }) => id === document.case),
    ),
    Folder: reference(store, 'documents', folderOf(store, document)),
    Signatures: signatures(document).map((one) => ({
      ...{ Id: one.id, FileId: one.fileId, User: reference(store, 'users', user(one.user)) },
      ...{ SignDate: one.signedAt, FileName: one.fileName },
    })),
  };
}

/** Converts a folder to a list item. */
export function showFolder(store: Store, folder: DocumentFolder): Record<string, unknown> {
  const { cases } = store.world;
  return {
    ...{ Id: folder.id, CreationDate: folder.createdAt, LastChangeDate: folder.createdAt },
    ...{ Url: url(store, 'documents', folder.id), Kind: 'Folder', Name: folder.name },
    ...{ FileName: null, Size: null, ContentType: null, Type: null, Date: null, Author: null },
    Case: reference(
      store,
      'cases',
      cases.find(({ id }) => id === folder.case),
    ),
    Folder: reference(
      store,
      'documents',
      store.documentFolders.find(({ id }) => id === folder.parent),
    ),
    Signatures: [],
  };
}

/** Converts a document with its attributes to a DTO. */
export function show(store: Store, document: StoredDocument): Record<string, unknown> {
  const AdditionalAttributes = showValues(store, store.settings.attributes.document, attributesOf(document));
  return { docID: document.id, ...showListed(store, document), AdditionalAttributes };
}
