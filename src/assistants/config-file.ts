import {
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { Worded } from '../contract/language.ts';
import { asIs } from '../contract/worded.ts';
import { Unusable } from './assistant.ts';
import { writerOf } from './in-use.ts';
import { configMessages } from './messages.ts';

export interface Stored {
  /** Path with symbolic links resolved, so that writing keeps the links. */
  readonly path: string;
  readonly bytes: Buffer | undefined;
  /** Content without the byte order mark. */
  readonly text: string;
}

const mark = '\uFEFF';
const largestBytes = 32 * 1024 * 1024;
/** Mode of a new file. Only its owner can read and write it. */
const ownMode = 0o600;

/** Reads a file. @throws Unusable if its content cannot be written back unchanged as text */
export function readStored(path: string): Stored {
  const place = realPath(path);
  const bytes = place === undefined ? undefined : readBytes(place);
  return { path: place ?? path, bytes, text: bytes === undefined ? '' : decoded(bytes).replace(mark, '') };
}

/** Replaces the content of the file atomically. @throws Unusable in the same cases as `replaceBytes` */
export function writeStored(stored: Stored, text: string, platform: NodeJS.Platform): void {
  const begin = stored.bytes && decoded(stored.bytes).startsWith(mark) ? mark : '';
  replaceBytes(stored, Buffer.from(begin + text), platform);
}

/**
 * Replaces or deletes a file.
 * @param bytes new content; undefined deletes the file
 * @throws Unusable if another program has changed the file or is using it
 */
export function replaceBytes(stored: Stored, bytes: Buffer | undefined, platform: NodeJS.Platform): void {
  const { path } = stored;
  refuseWritten(stored, platform);
  safely(() => {
    if (bytes === undefined) return rmSync(path);
    mkdirSync(dirname(path), { recursive: true });
    const fresh = `${path}.${process.pid}.new`;
    try {
      writeWhole(fresh, bytes, stored.bytes === undefined ? ownMode : statSync(path).mode & 0o777);
      // Check again immediately before the replacement.
      refuseWritten(stored, platform);
      renameSync(fresh, path);
    } finally {
      rmSync(fresh, { force: true });
    }
  });
}

/** Copies the file with its permissions, then runs the change. The copy stays next to the file after the change. */
export function withBackup(stored: Stored, change: () => void): void {
  const { path, bytes } = stored;
  safely(() => {
    mkdirSync(dirname(path), { recursive: true });
    rmSync(backupOf(path), { force: true });
    writeWhole(backupOf(path), bytes ?? absent, bytes === undefined ? ownMode : statSync(path).mode & 0o777);
  });
  try {
    change();
  } catch (error) {
    // If the change failed and the file is unchanged, the copy is not needed.
    const now = readStored(path).bytes;
    if (bytes === undefined ? now === undefined : now?.equals(bytes)) rmSync(backupOf(path), { force: true });
    throw error;
  }
}

export const backupOf = (path: string) => `${path}.before-casebridge`;

/** Content of the copy if the file did not exist. An empty copy means that the file was empty. */
const absent = Buffer.from('casebridge init: the configuration file did not exist before.\n');

export interface Backup {
  /** Undefined if the file did not exist. */
  readonly bytes: Buffer | undefined;
  readonly text: string;
}

/**
 * Reads the backup copy of a file. Returns undefined if there is none.
 * @throws Unusable in the same cases as `readStored`
 */
export function readBackup(path: string): Backup | undefined {
  const { bytes, text } = readStored(backupOf(path));
  if (bytes?.equals(absent)) return { bytes: undefined, text: '' };
  return bytes && { bytes, text };
}

function writeWhole(path: string, bytes: Buffer, mode: number): void {
  const file = openSync(path, 'wx', mode);
  try {
    writeFileSync(file, bytes);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Resolves symbolic links. @returns undefined if the path does not exist @throws Unusable if a link is broken */
function realPath(path: string): string | undefined {
  try {
    lstatSync(path);
  } catch {
    return undefined;
  }
  try {
    return realpathSync(path);
  } catch {
    throw new Unusable(configMessages.brokenLink);
  }
}

function readBytes(path: string): Buffer {
  return safely(() => {
    const stat = statSync(path);
    if (!stat.isFile()) throw new Unusable(configMessages.noFile);
    if (stat.size > largestBytes) throw new Unusable(configMessages.tooLarge);
    return readFileSync(path);
  });
}

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Unusable(configMessages.notUtf8);
  }
}

function refuseWritten({ path, bytes }: Stored, platform: NodeJS.Platform): void {
  const now = realPath(path) === undefined ? undefined : readBytes(path);
  if (now === undefined ? bytes !== undefined : bytes === undefined || !now.equals(bytes))
    throw new Unusable(configMessages.changedMeanwhile);
  if (now === undefined) return;
  // Check the permission bits, because an administrator could write even a read-only file.
  if ((statSync(path).mode & 0o200) === 0) throw new Unusable(configMessages.readOnly);
  const writer = writerOf(path, platform);
  if (writer !== undefined) throw new Unusable(configMessages.closeFirst, { who: writer });
}

const troubles: Readonly<Record<string, Worded>> = {
  EACCES: configMessages.notAllowed,
  EPERM: configMessages.notAllowed,
  EBUSY: configMessages.isOpen,
  EROFS: configMessages.readOnlySystem,
  ENOSPC: configMessages.diskFull,
  ENOTDIR: configMessages.noFolder,
};

function safely<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof Unusable) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw new Unusable(configMessages.noReason);
    throw new Unusable(troubles[code] ?? asIs(code));
  }
}
