import { invalid, notFound } from '../../http/errors.ts';
import type { RouteRequest } from '../../http/route.ts';
import type { DocumentItem, StoredFile } from '../../state/entities/documents.ts';
import type { User } from '../../state/entities/users.ts';
import type { World } from '../../state/state.ts';
import { caseAccess, reaches } from '../permissions.ts';
import { documentAccess } from './documents.ts';

/** A file before it is stored. */
export type FileContent = Pick<StoredFile, 'name' | 'mediaType' | 'bytes'>;

/** Returns the extension of a file name without the dot, in lower case. Returns an empty string if there is none. */
export const extensionOf = (name: string) => /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** Returns a file name without its extension. */
export const stemOf = (name: string) => name.replace(/\.[^./\\]+$/, '');

/** Throws 400 if the settings forbid the extension. */
export function requireAllowedExtension(world: World, name: string): void {
  const extension = extensionOf(name);
  if (world.settings.forbiddenExtensions.includes(extension))
    throw invalid(`Files with the extension .${extension} are forbidden: ${name}.`);
}

/** Throws 400 if the settings forbid the size or extension of the file (FIL-6, LIM-11). */
export function requireAllowedFile(world: World, file: Pick<StoredFile, 'name' | 'bytes'>): void {
  requireAllowedExtension(world, file.name);
  if (file.bytes.length > world.settings.maxFileSize)
    throw invalid(`The file ${file.name} is larger than ${world.settings.maxFileSize} bytes.`);
}

/** Stores a file. An extracted file has an expiry. */
export function storeFile(
  world: World,
  file: FileContent,
  extracted?: Pick<StoredFile, 'expiresAt' | 'archiveId'>,
): StoredFile {
  const stamp = world.stamp();
  return world.files.insert({
    id: world.newId(),
    createdAt: stamp,
    changedAt: stamp,
    name: file.name,
    mediaType: file.mediaType || 'application/octet-stream',
    bytes: file.bytes,
    ...extracted,
  });
}

/**
 * Returns the file in a part of a form. Ignores the letter case of the part's name. Removes the path that some clients
 * send before the file name.
 */
export function filePart(files: RouteRequest['files'], part: string): FileContent | undefined {
  const found = Object.entries(files).find(([name]) => name.toLowerCase() === part.toLowerCase())?.[1];
  return found && { ...found, name: found.name.split(/[\\/]/).pop() ?? found.name };
}

/** Returns the document to which a file belongs, as its content or a signature. */
export function documentOfFile(world: World, fileId: string): DocumentItem | undefined {
  return world.documents.find(
    (item) => item.fileId === fileId || item.signatures.some((signature) => signature.fileId === fileId),
  );
}

/**
 * Returns a file that the caller may read. Throws 404 if it is unknown, has expired or belongs to an invisible record.
 */
export function requireFile(world: World, user: User, id: string): StoredFile {
  const file = world.files.get(id);
  if (!file || isExpired(world, file) || !isVisible(world, user, file)) throw notFound('File', id);
  return file;
}

function isExpired(world: World, file: StoredFile): boolean {
  const expired = file.expiresAt !== undefined && Date.parse(file.expiresAt) <= world.now().getTime();
  if (expired) world.files.delete(file.id);
  return expired;
}

function isVisible(world: World, user: User, file: StoredFile): boolean {
  const archive = world.files.get(file.archiveId);
  if (archive && !isVisible(world, user, archive)) return false;
  const document = documentOfFile(world, file.id);
  if (document) return reaches(documentAccess(world, user, document), 'View');
  const call = world.calls.find((item) => item.recordingFileId === file.id);
  const object = world.objects.get(call?.caseId);
  return !object || reaches(caseAccess(user, object), 'View');
}
