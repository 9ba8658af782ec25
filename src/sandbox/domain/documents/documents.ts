import { forbidden, invalid, notFound } from '../../http/errors.ts';
import type { AccessLevel } from '../../state/entities/access.ts';
import type { DictionaryValue } from '../../state/entities/dictionaries.ts';
import type { DocumentItem } from '../../state/entities/documents.ts';
import type { FieldValues } from '../../state/entities/entity.ts';
import type { CaseObject } from '../../state/entities/objects.ts';
import type { User } from '../../state/entities/users.ts';
import type { World } from '../../state/state.ts';
import { caseAccess, reaches, requireCase, requireSection, sectionAccess } from '../permissions.ts';

/** Returns the case of a document: its own, or that of the nearest folder above. */
export function documentCase(world: World, item: DocumentItem): CaseObject | undefined {
  for (const step of [item, ...ancestors(world, item)]) {
    const object = world.objects.get(step.caseId) ?? rootFolderCase(world, step.id);
    if (object) return object;
  }
  return undefined;
}

/** Returns a user's access level on a document: that of its case, or of the Documents section. */
export function documentAccess(world: World, user: User, item: DocumentItem): AccessLevel {
  const object = documentCase(world, item);
  return object ? caseAccess(user, object) : sectionAccess(user, 'Documents');
}

/** Returns the document. Throws 404 if it is unknown or invisible, 403 if the user's level is below `needed`. */
export function requireDocument(world: World, user: User, id: string, needed: AccessLevel): DocumentItem {
  const item = world.documents.get(id);
  if (!item) throw notFound('Document', id);
  const level = documentAccess(world, user, item);
  if (!reaches(level, 'View')) throw notFound('Document', id);
  if (!reaches(level, needed))
    throw forbidden(`Permission ${needed} on the document ${id} is needed; the user has ${level}.`);
  return item;
}

/** Returns a folder of the Documents section. Throws the errors of `requireDocument`. */
export function requireFolder(world: World, user: User, id: string, needed: AccessLevel): DocumentItem {
  const item = requireDocument(world, user, id, needed);
  if (item.kind !== 'Folder') throw notFound('Folder', id);
  return item;
}

/** Returns a document that is not a folder. Throws the errors of `requireDocument`. */
export function requireFileDocument(world: World, user: User, id: string, needed: AccessLevel): DocumentItem {
  const item = requireDocument(world, user, id, needed);
  if (item.kind !== 'File') throw notFound('Document', id);
  return item;
}

/**
 * Returns the folder and the case of a new document. Without a folder, the document belongs to the root of the section
 * (DCO-2, DCO-3).
 */
export function requirePlacement(
  world: World,
  user: User,
  asked: { FolderId?: string | undefined; CaseId?: string | undefined },
): Pick<DocumentItem, 'parentId' | 'caseId'> {
  const object = asked.CaseId === undefined ? undefined : requireCase(world, user, asked.CaseId, 'Edit');
  if (asked.FolderId === undefined) {
    if (!object) requireSection(user, 'Documents', 'Edit');
    return { caseId: object?.id };
  }
  const folder = requireFolder(world, user, asked.FolderId, 'Edit');
  const home = documentCase(world, folder);
  if (home && object && home !== object)
    throw invalid(`The folder ${folder.id} does not belong to the object ${object.id}.`);
  return { parentId: folder.id, caseId: (home ?? object)?.id };
}

/**
 * Returns a document type that can be chosen. Throws 400 if the type is unknown or disabled, because disabled values
 * cannot be chosen again.
 */
export function requireDocumentType(world: World, id: string): DictionaryValue {
  const value = documentTypes(world).find((item) => item.id === id);
  if (!value || value.isDisabled)
    throw invalid(`TypeId ${id} is not a value of the dictionary of document types.`);
  return value;
}

/** Returns a document type, even if it is disabled. */
export function documentType(world: World, id: string | undefined): DictionaryValue | undefined {
  return documentTypes(world).find((item) => item.id === id);
}

/** Checks whether an item is below a folder at any depth. Without a folder, the result is true. */
export function isBelow(world: World, item: DocumentItem, folderId: string | undefined): boolean {
  return folderId === undefined || ancestors(world, item).some((step) => step.id === folderId);
}

const systemTags = [
  ...['id', 'creationdate', 'lastchangedate', 'url', 'docid', 'name', 'entitykind', 'type', 'date', 'case'],
  ...['folder', 'author', 'file', 'fileid', 'filename', 'size', 'extension', 'version', 'signatures'],
];

/** Returns custom attributes as sent, without system fields (CON-8). */
export function customAttributes(values: Record<string, unknown> | null | undefined): FieldValues {
  return Object.fromEntries(
    Object.entries(values ?? {}).filter(([tag]) => !systemTags.includes(tag.toLowerCase())),
  );
}

/** Removes a document with its file and signatures, and detaches it from tasks. */
export function removeDocument(world: World, item: DocumentItem): void {
  world.documents.delete(item.id);
  for (const fileId of [item.fileId, ...item.signatures.map((signature) => signature.fileId)])
    if (fileId && !world.documents.find((other) => other.fileId === fileId)) world.files.delete(fileId);
  for (const task of world.tasks.all())
    if (task.documentIds.includes(item.id))
      task.documentIds = task.documentIds.filter((id) => id !== item.id);
}

/** Returns the case whose root document folder this is. Returns undefined for other folders. */
export function rootFolderCase(world: World, folderId: string): CaseObject | undefined {
  return world.objects.find((object) => object.documentFolderId === folderId);
}

function documentTypes(world: World): DictionaryValue[] {
  return world.dictionaries.find((dictionary) => dictionary.sysName === 'DocumentType')?.values ?? [];
}

/** Returns the folders above an item, nearest first. Stops at a loop in the data. */
function ancestors(world: World, item: DocumentItem): DocumentItem[] {
  const above: DocumentItem[] = [];
  for (let step = world.documents.get(item.parentId); step; step = world.documents.get(step.parentId)) {
    if (above.includes(step)) break;
    above.push(step);
  }
  return above;
}
