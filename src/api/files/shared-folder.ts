import { realpath, stat } from 'node:fs/promises';
import { parse } from 'node:path';
import { InvalidArgumentsError } from '../../contract/errors.ts';
import { newPartName, sweepParts } from './part-files.ts';
import { openInside } from './read-file.ts';
import type { IncomingFile, Sink, SourceFile } from './sink.ts';
import { FileReceiver } from './write-file.ts';

/**
 * The one directory through which files are exchanged with the people at this machine. The operator sets it; no
 * argument of a call leads out of it.
 */
export interface SharedFolder {
  /** @param path relative, with slashes or backslashes. @throws InvalidArgumentsError where it is no file to be sent */
  open(path: string): Promise<SourceFile>;
  /** A place for a file that comes. */
  receive(file: IncomingFile): Sink;
}

/**
 * A file of the folder as it is.
 * @throws InvalidArgumentsError where there is none, or a larger one
 */
export async function readShared(
  folder: Pick<SharedFolder, 'open'>,
  path: string,
  maxBytes: number,
): Promise<Uint8Array> {
  const file = await folder.open(path);
  try {
    if (file.size > maxBytes)
      throw new InvalidArgumentsError(
        `${JSON.stringify(path)} has ${(file.size / 1_048_576).toFixed(1)} MB, and at most ${maxBytes / 1_048_576} MB are read.`,
      );
    const chunks: Uint8Array[] = [];
    for await (const chunk of file.chunks()) chunks.push(chunk);
    return Buffer.concat(chunks);
  } finally {
    await file.close();
  }
}

/**
 * @param path an existing directory
 * @param maxBytes largest file that is received
 * @throws Error where it is no directory, or the root of a file system
 */
export async function openExchange(path: string, maxBytes: number): Promise<SharedFolder> {
  const root = await realpath(path);
  const entry = await stat(root);
  if (!entry.isDirectory() || parse(root).root === root) throw new Error('no directory for exchange');
  await sweepParts(root);
  return {
    open: (relativePath) => openInside(root, relativePath),
    receive: (file) => new FileReceiver(root, newPartName(), file, maxBytes),
  };
}
