import type { BigIntStats } from 'node:fs';
import { constants, type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { InvalidArgumentsError } from '../../contract/errors.ts';
import { isDeviceName } from '../../contract/operations/file-names.ts';
import { isPartName } from './part-files.ts';
import type { SourceFile } from './sink.ts';

/** Maximum size of a sent file, in bytes. */
const maxSourceBytes = 100 * 1024 * 1024;
const chunkBytes = 64 * 1024;

/**
 * Opens a file below `root` for sending. The checks apply to the open file, so renaming or replacing it afterwards has
 * no effect.
 * @param root path without symbolic links
 * @throws InvalidArgumentsError if the path leads outside `root`, or is not a readable plain file
 */
export async function openInside(root: string, path: string): Promise<SourceFile> {
  const named = join(root, ...segmentsOf(path));
  let handle: FileHandle | undefined;
  try {
    const real = await realpath(named);
    if (!isInside(root, real)) throw refused(path, 'leads out of the shared folder');
    const seen = await lstat(named, { bigint: true });
    checkKind(path, seen);
    handle = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const opened = await handle.stat({ bigint: true });
    checkKind(path, opened);
    if (opened.dev !== seen.dev || opened.ino !== seen.ino || !isInside(root, await locate(handle, named)))
      throw refused(path, 'changed while it was opened');
    return createSource(handle, path, opened);
  } catch (error) {
    await handle?.close();
    throw error instanceof InvalidArgumentsError ? error : refused(path, reasonOf(error));
  }
}

/**
 * Opens any file for sending, on behalf of someone who may read it anyway, such as the person at the terminal.
 * @throws InvalidArgumentsError if it is not a regular file, or too large
 */
export async function openAnywhere(path: string): Promise<SourceFile> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const opened = await handle.stat({ bigint: true });
    checkContent(path, opened);
    return createSource(handle, path, opened);
  } catch (error) {
    await handle?.close();
    if (error instanceof InvalidArgumentsError) throw error;
    const { code = '' } = error as NodeJS.ErrnoException;
    throw refused(path, `cannot be read: ${reasons[code] ?? code}`);
  }
}

/**
 * Returns the path of the open file. On Linux it comes from the handle. On other systems the path is resolved again. An
 * attacker who swaps directories at the right time could defeat this, so the folder must belong to the user.
 */
async function locate({ fd }: FileHandle, path: string): Promise<string> {
  return readlink(`/proc/self/fd/${fd}`).catch(() => realpath(path));
}

const isInside = (root: string, path: string) => {
  const way = relative(root, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
};

/** Splits a path into names. @throws InvalidArgumentsError for names with a special meaning on some system */
function segmentsOf(path: string): string[] {
  const names = path
    .replaceAll('\\', '/')
    .split('/')
    .filter((name) => name !== '.');
  const isHarmless = (name: string) =>
    name !== '' && !/[\p{Cc}:]|[. ]$/u.test(name) && !isDeviceName(name) && !isPartName(name);
  if (names.length > 0 && names.every(isHarmless)) return names;
  throw refused(path, 'is not a path within the shared folder, such as letters/claim.pdf');
}

function checkKind(path: string, entry: BigIntStats): void {
  if (entry.isSymbolicLink()) throw refused(path, 'is a link');
  checkContent(path, entry);
  // Refuse hard links, because another name of the file may lie outside the folder. `nlink` is 0 if the file was
  // deleted after it was opened.
  if (entry.nlink !== 1n) throw refused(path, 'is a link');
}

function checkContent(path: string, entry: BigIntStats): void {
  if (entry.isDirectory()) throw refused(path, 'is a directory');
  if (!entry.isFile()) throw refused(path, 'is not a regular file');
  if (entry.size > maxSourceBytes)
    throw refused(
      path,
      `has ${(Number(entry.size) / 1_048_576).toFixed(1)} MB, but at most 100 MB can be sent`,
    );
}

function createSource(handle: FileHandle, path: string, checked: BigIntStats): SourceFile {
  const size = Number(checked.size);
  return {
    size,
    chunks: async function* () {
      for (let at = 0; at < size; ) {
        const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, size - at));
        const { bytesRead } = await handle.read(buffer, 0, buffer.length, at);
        if (bytesRead === 0) throw changed(path);
        at += bytesRead;
        yield buffer.subarray(0, bytesRead);
      }
      const now = await handle.stat({ bigint: true });
      if (now.size !== checked.size || now.mtimeNs !== checked.mtimeNs) throw changed(path);
    },
    close: () => handle.close(),
  };
}

const changed = (path: string) => refused(path, 'changed while it was sent; it was not sent completely');

const refused = (path: string, why: string) => new InvalidArgumentsError(`${JSON.stringify(path)} ${why}.`);

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
};

function reasonOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'is not in the shared folder';
  if (code === 'ELOOP') return 'is a link';
  if (code === 'EACCES' || code === 'EPERM') return 'cannot be read by casebridge: permission denied';
  return 'cannot be read';
}
