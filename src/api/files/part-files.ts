import { randomBytes } from 'node:crypto';
import { lstat, readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';

/** Age above which an incomplete file is removed, in milliseconds. No transfer takes longer. */
const staleMs = 60 * 60 * 1000;
const part = /^\.part-(\d{1,10})-[0-9a-f]{16}$/;

export const newPartName = () => `.part-${process.pid}-${randomBytes(8).toString('hex')}`;

export const isPartName = (name: string) => part.test(name);

/** Removes incomplete files, except recent ones of other running processes. */
export async function sweepParts(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const pid = Number(part.exec(name)?.[1]);
    if (Number.isNaN(pid)) continue;
    const path = join(root, name);
    const entry = await lstat(path).catch(() => undefined);
    if (!entry?.isFile()) continue;
    const isOwned = pid !== process.pid && isRunning(pid) && Date.now() - entry.mtimeMs < staleMs;
    if (!isOwned) await unlink(path).catch(() => undefined);
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
