import { existsSync } from 'node:fs';
import { realpath, writeFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, resolve } from 'node:path';
import type { FileOptions } from '../../api/client/transfer.ts';
import { newPartName } from '../../api/files/part-files.ts';
import { openAnywhere } from '../../api/files/read-file.ts';
import type { SharedFolder } from '../../api/files/shared-folder.ts';
import { FileReceiver } from '../../api/files/write-file.ts';
import type { Config } from '../../config/command-line.ts';
import { usageMessages } from '../../config/messages.ts';
import { fileTrouble, UsageError } from '../../config/usage-error.ts';
import { openSharedFolder } from '../shared-folder.ts';
import { callMessages } from './messages.ts';

export interface Output {
  /** Absolute path of the output file. Undefined: stdout. */
  readonly path: string | undefined;
  /** Folder of the output file, with symbolic links resolved. */
  readonly folder: string | undefined;
}

/** Checks the output file before anything is called. @throws UsageError if the file exists or its folder does not */
export async function openOutput(given: string | undefined): Promise<Output> {
  if (given === undefined) return { path: undefined, folder: undefined };
  const path = resolve(given);
  if (existsSync(path)) throw new UsageError(callMessages.outputExists, { file: JSON.stringify(given) });
  const folder = await realpath(dirname(path)).catch((error: unknown) => {
    throw unwritable(given, error);
  });
  return { path, folder };
}

const unwritable = (path: string, error: unknown) =>
  new UsageError(usageMessages.cannotBeWritten, {
    name: `--output ${JSON.stringify(path)}`,
    why: fileTrouble(error),
  });

/** Writes a complete result. @throws UsageError if the file cannot be written */
export async function writeOutput({ path }: Output, content: string | Uint8Array): Promise<void> {
  if (path === undefined) {
    await new Promise<void>((done) => process.stdout.write(content, () => done()));
    return;
  }
  await writeFile(path, content, { flag: 'wx' }).catch((error: unknown) => {
    throw unwritable(path, error);
  });
}

/**
 * Returns the file access of a person. An absolute path can refer to every file, a relative one to the shared folder if
 * there is one.
 */
export async function ownFiles(settings: Config, { path, folder }: Output): Promise<FileOptions> {
  const shared = await openSharedFolder(settings);
  const exchange: SharedFolder = {
    open: (wanted) => (isAbsolute(wanted) || !shared ? openAnywhere(resolve(wanted)) : shared.open(wanted)),
    receive: (file) =>
      new FileReceiver(
        folder ?? '',
        newPartName(),
        { ...file, name: basename(path ?? '') },
        settings.files.maxDownload * 1024 * 1024,
      ),
  };
  // Without an output file, a downloaded file is kept in memory and then written to stdout.
  return path === undefined ? { exchange } : { exchange, keepBytes: () => 0 };
}
