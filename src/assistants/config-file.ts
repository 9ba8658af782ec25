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

/** A file in its current state. */
export interface Stored {
  /** Real path, so that links stay links. */
  readonly path: string;
  /** Undefined if the file does not exist. */
  readonly bytes: Buffer | undefined;
  /** Content without the byte order mark. */
  readonly text: string;
}

const mark = '\uFEFF';
const largestBytes = 32 * 1024 * 1024;
/** Mode of a new file, readable only for its user. */
const ownMode = 0o600;

/** @throws Unusable if the file is no text that can be written back unchanged */
export function readStored(path: string): Stored {
  const place = realPath(path);
  const bytes = place === undefined ? undefined : readBytes(place);
  return { path: place ?? path, bytes, text: bytes === undefined ? '' : decoded(bytes).replace(mark, '') };
}

/** Replaces the content of the file atomically. @throws Unusable */
export function writeStored(stored: Stored, text: string, platform: NodeJS.Platform): void {
  const begin = stored.bytes && decoded(stored.bytes).startsWith(mark) ? mark : '';
  replaceBytes(stored, Buffer.from(begin + text), platform);
}

/** @param bytes undefined deletes the file @throws Unusable if another program writes it, or has written it */
export function replaceBytes(stored: Stored, bytes: Buffer | undefined, platform: NodeJS.Platform): void {
  const { path } = stored;
  refuseWritten(stored, platform);
  safely(() => {
    if (bytes === undefined) return rmSync(path);
    mkdirSync(dirname(path), { recursive: true });
    const fresh = `${path}.${process.pid}.new`;
    try {
      writeWhole(fresh, bytes, stored.bytes === undefined ? ownMode : statSync(path).mode & 0o777);
      // Check again as late as possible.
      refuseWritten(stored, platform);
      renameSync(fresh, path);
    } finally {
      rmSync(fresh, { force: true });
    }
  });
}

/** Keeps a copy next to the file, with the same permissions, during and after the change. */
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
    // An unchanged file needs no copy.
    const now = readStored(path).bytes;
    if (bytes === undefined ? now === undefined : now?.equals(bytes)) rmSync(backupOf(path), { force: true });
    throw error;
  }
}

export const backupOf = (path: string) => `${path}.before-casebridge`;

/** Content of the copy if the file did not exist. An empty copy belongs to an empty file. */
const absent = Buffer.from('casebridge init: this file did not exist.\n');

export interface Backup {
  /** Undefined if there was no file. */
  readonly bytes: Buffer | undefined;
  readonly text: string;
}

/** @throws Unusable if it is no text, like `readStored` */
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

/** @returns undefined if the path does not exist */
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
  // An administrator could still write a read-only file.
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
