import { realpath, stat } from 'node:fs/promises';
import { parse } from 'node:path';
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
