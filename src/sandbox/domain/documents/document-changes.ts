import { z } from 'zod';
import { conflict, invalid, notFound } from '../../http/errors.ts';
import { guid, moment } from '../../http/model-binding.ts';
import type { DocumentItem } from '../../state/entities/documents.ts';
import type { FieldValues } from '../../state/entities/entity.ts';
import type { User } from '../../state/entities/users.ts';
import type { World } from '../../state/state.ts';
import { reaches, requireCase } from '../permissions.ts';
import { fillTemplate } from './document-template.ts';
import {
  customAttributes,
  documentAccess,
  documentCase,
  requireDocumentType,
  requireFileDocument,
  requireFolder,
  requirePlacement,
} from './documents.ts';
import { type FileContent, requireAllowedFile, stemOf, storeFile } from './files.ts';

const attributes = z.record(z.string(), z.unknown()).nullish();

export const createBody = z.object({
  Name: z.string().trim().optional(),
  FolderId: guid.optional(),
  CaseId: guid.optional(),
  TypeId: guid.optional(),
  Date: moment.optional(),
  Attributes: attributes,
});

export const templateBody = z.object({ TemplateId: guid, CaseId: guid, FolderId: guid.nullish() });

export const updateBody = z.object({
  Id: guid.nullish(),
  Name: z.string().nullish(),
  TypeId: guid.nullish(),
  Date: moment,
  FolderId: guid.nullish(),
  Attributes: attributes,
});

/** Creates a document, with its file if one was sent. All checks run before anything is stored. */
export function createDocument(
  world: World,
  user: User,
  body: z.output<typeof createBody>,
  file: FileContent | undefined,
): DocumentItem {
  const name = body.Name || (file && stemOf(file.name));
  if (!name) throw invalid('Name is required when no file is sent.');
  const place = requirePlacement(world, user, body);
  if (body.TypeId) requireDocumentType(world, body.TypeId);
  if (file) requireAllowedFile(world, file);
  return insertDocument(world, user, {
    ...place,
    name,
    typeId: body.TypeId,
    date: body.Date ?? world.stamp(),
    fileId: file && storeFile(world, file).id,
    attributes: customAttributes(body.Attributes),
  });
}

/** Creates a document for a case from a template, in the given folder or in the case's root folder. */
export function createFromTemplate(
  world: World,
  user: User,
  asked: z.output<typeof templateBody>,
): DocumentItem {
  const object = requireCase(world, user, asked.CaseId, 'Edit');
  const folder = asked.FolderId ? requireFolder(world, user, asked.FolderId, 'Edit') : undefined;
  if (folder && documentCase(world, folder) !== object)
    throw invalid(`The folder ${folder.id} does not belong to the object ${object.id}.`);
  const template = requireFileDocument(world, user, asked.TemplateId, 'View');
  if (!template.isTemplate) throw notFound('Template', template.id);
  const source = world.files.get(template.fileId);
  return insertDocument(world, user, {
    parentId: folder?.id ?? object.documentFolderId,
    caseId: object.id,
    name: template.name,
    typeId: template.typeId,
    date: world.stamp(),
    fileId: source && storeFile(world, fillTemplate(world, user, object, source)).id,
    attributes: structuredClone(template.attributes),
  });
}

/** Changes the date and, if they are sent, type, folder and attributes. The file does not change. */
export function updateDocument(world: World, user: User, body: z.output<typeof updateBody>): DocumentItem {
  const item = documentToUpdate(world, user, body.Id, body.Name);
  const type = body.TypeId ? requireDocumentType(world, body.TypeId) : undefined;
  const folder = body.FolderId ? requireFolder(world, user, body.FolderId, 'Edit') : undefined;
  if (folder) {
    item.parentId = folder.id;
    item.caseId = documentCase(world, folder)?.id;
  }
  // Null clears the type, like the nullable fields of events.
  if (body.TypeId !== undefined) item.typeId = type?.id;
  item.date = body.Date;
  item.attributes = withoutNulls({ ...item.attributes, ...customAttributes(body.Attributes) });
  item.changedAt = world.stamp();
  return item;
}

/** Finds the document by Id if given; the name is then ignored. Otherwise the name must match exactly one document. */
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

const withoutNulls = (values: FieldValues): FieldValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
