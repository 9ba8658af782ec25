import { realpath, stat } from 'node:fs/promises';
import { parse } from 'node:path';
import { InvalidArgumentsError } from '../../contract/errors.ts';
import { newPartName, sweepParts } from './part-files.ts';
import { openInside } from './read-file.ts';
import type { IncomingFile, Sink, SourceFile } from './sink.ts';
import { FileReceiver } from './write-file.ts';

/** Folder for exchanging files. No argument can refer to a file outside it. */
export interface SharedFolder {
  /**
   * Opens a file for sending.
   * @param path relative path, with slashes or backslashes
   * @throws InvalidArgumentsError if the path is not a file that may be sent
   */
  open(path: string): Promise<SourceFile>;
  receive(file: IncomingFile): Sink;
}

/** Reads a file. @throws InvalidArgumentsError if it is missing or too large */
export async function readShared(
  folder: Pick<SharedFolder, 'open'>,
  path: string,
  maxBytes: number,
): Promise<Uint8Array> {
  const file = await folder.open(path);
  try {
    if (file.size > maxBytes)
      throw new InvalidArgumentsError(
        `${JSON.stringify(path)} has ${(file.size / 1_048_576).toFixed(1)} MB, but at most ${maxBytes / 1_048_576} MB can be read.`,
      );
    const chunks: Uint8Array[] = [];
    for await (const chunk of file.chunks()) chunks.push(chunk);
    return Buffer.concat(chunks);
  } finally {
    await file.close();
  }
}

/**
 * Opens the shared folder. First removes incomplete files of earlier processes.
 * @param path an existing directory
 * @param maxBytes maximum size of a received file
 * @throws Error if the path is not a directory, or is the root of a file system
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
