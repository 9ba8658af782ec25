import { createHash } from 'node:crypto';
import { type FileHandle, link, open, realpath, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { isCallError, SharedFolderError, UnexpectedAnswerError } from '../../contract/errors.ts';
import { numberedName } from './file-name.ts';
import type { IncomingFile, Received, Sink } from './sink.ts';

/** Maximum number of bytes that wait for the disk. Above it, the sender must wait. */
const maxQueued = 256 * 1024;
const maxCopies = 1000;

/**
 * Receives a body into memory, or into a file if the body exceeds `keepBytes`. The file is named `.part-…` until it is
 * complete.
 */
export class FileReceiver implements Sink {
  readonly #root: string;
  readonly #part: string;
  readonly #file: IncomingFile;
  readonly #maxBytes: number;
  readonly #hash = createHash('sha256');
  #queue: Buffer[] = [];
  #queued = 0;
  #size = 0;
  #handle: FileHandle | undefined;
  #writing: Promise<void> | undefined;
  #failure: unknown;
  #isDiscarded = false;

  constructor(root: string, partName: string, file: IncomingFile, maxBytes: number) {
    this.#root = root;
    this.#part = join(root, partName);
    this.#file = file;
    this.#maxBytes = maxBytes;
  }

  write(chunk: Buffer): Promise<void> | undefined {
    if (this.#isDiscarded) return undefined;
    if (this.#failure !== undefined) throw explain(this.#failure);
    this.#size += chunk.length;
    if (Math.max(this.#size, this.#file.declaredBytes ?? 0) > this.#maxBytes) throw this.#tooLarge();
    this.#queue.push(chunk);
    this.#queued += chunk.length;
    if (this.#size <= this.#file.keepBytes) return undefined;
    this.#writing ??= this.#drain();
    return this.#queued > maxQueued ? this.#writing : undefined;
  }

  async end(): Promise<Received> {
    if (this.#size <= this.#file.keepBytes) return { bytes: Buffer.concat(this.#queue) };
    try {
      await this.#writing;
      if (this.#failure !== undefined) throw this.#failure;
      await this.#handle?.sync();
      const path = await this.#place();
      return { stored: { path, size: this.#size, sha256: this.#hash.digest('hex') } };
    } catch (error) {
      throw explain(error);
    } finally {
      await this.#clear();
    }
  }

  async discard(): Promise<void> {
    this.#isDiscarded = true;
    await this.#writing;
    await this.#clear();
  }

  /** Writes the queued chunks. Never rejects. If it fails, the next `write` or `end` throws the error. */
  async #drain(): Promise<void> {
    try {
      this.#handle ??= await this.#create();
      for (let chunk = this.#queue.shift(); chunk && !this.#isDiscarded; chunk = this.#queue.shift()) {
        this.#hash.update(chunk);
        await this.#handle.writeFile(chunk);
        this.#queued -= chunk.length;
      }
    } catch (error) {
      this.#failure = error ?? new Error('not written');
    } finally {
      this.#writing = undefined;
    }
  }

  /** Creates the incomplete file, unless the folder was replaced with a link, which would lead elsewhere. */
  async #create(): Promise<FileHandle> {
    if ((await realpath(this.#root)) !== this.#root) throw new Error('the shared folder was moved');
    return open(this.#part, 'wx', 0o600);
  }

  /** Gives the file its final name, with a number if the name exists. @returns the name */
  async #place(): Promise<string> {
    for (let copy = 1; copy <= maxCopies; copy += 1) {
      if (this.#isDiscarded) throw new Error('the caller no longer waits for it');
      const name = copy === 1 ? this.#file.name : numberedName(this.#file.name, copy);
      const path = join(this.#root, name);
      if (!(await takeName(this.#part, path))) continue;
      if (!this.#isDiscarded) return name;
      await unlink(path);
    }
    throw new Error('too many files have this name');
  }

  async #clear(): Promise<void> {
    const handle = this.#handle;
    this.#handle = undefined;
    this.#queue = [];
    if (handle === undefined) return;
    await handle.close().catch(() => undefined);
    await unlink(this.#part).catch(() => undefined);
  }

  #tooLarge(): UnexpectedAnswerError {
    const megabytes = Math.floor(this.#maxBytes / 1_048_576);
    return new UnexpectedAnswerError(`The file is larger than ${megabytes} MB, the limit for saving.`, {
      advice: 'give-address-above-limit',
    });
  }
}

/** Gives the file a name. Returns false if another file has this name. */
async function takeName(part: string, path: string): Promise<boolean> {
  try {
    await link(part, path);
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST') return false;
    if (!noLinks.has(code)) throw error;
  }
  // Without hard links, reserve the name with an empty file and then replace it.
  try {
    await (await open(path, 'wx', 0o600)).close();
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
  try {
    await rename(part, path);
    return true;
  } catch (error) {
    await unlink(path);
    throw error;
  }
}

const noLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

const codeOf = (error: unknown) => String((error as NodeJS.ErrnoException).code);

function explain(error: unknown): Error {
  if (isCallError(error)) return error;
  const reason = reasons[codeOf(error)] ?? 'it cannot be written';
  return new SharedFolderError(
    `The file could not be saved in the shared folder: ${reason}. The operator should check it.`,
    { cause: error },
  );
}

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EACCES: 'casebridge has no permission to write there',
  EPERM: 'casebridge has no permission to write there',
  EROFS: 'it is read-only',
  ENOENT: 'it is gone',
};
