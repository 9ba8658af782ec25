import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Worded } from '../contract/language.ts';
import { worded } from '../contract/worded.ts';
import { configMessages } from './messages.ts';

/**
 * Returns a message if another program may be about to write the file. Signs of this are a lock file of an editor, and
 * a program that has the file open for writing. Open files are checked only on Linux and macOS, because Windows itself
 * prevents changes to them.
 */
export function writerOf(path: string, platform: NodeJS.Platform): Worded | undefined {
  const mark = marksOf(path).find((file) => existsSync(file));
  if (mark !== undefined) return worded(configMessages.inEditor, { mark: basename(mark) });
  const isOpen = platform === 'linux' ? isOpenOnLinux(path) : platform === 'darwin' && isOpenOnMac(path);
  return isOpen ? configMessages.inProgram : undefined;
}

/** Lock files of vim and Emacs. */
const marksOf = (path: string) =>
  [`.${basename(path)}.swp`, `.#${basename(path)}`].map((name) => join(dirname(path), name));

/** Uses /proc, which lists the open files of the user's own programs. */
function isOpenOnLinux(path: string): boolean {
  return listed('/proc')
    .filter((name) => /^\d+$/.test(name))
    .some((id) => listed(`/proc/${id}/fd`).some((fd) => isWriting(id, fd, path)));
}

function isWriting(id: string, fd: string, path: string): boolean {
  try {
    if (readlinkSync(`/proc/${id}/fd/${fd}`) !== path) return false;
    const flags = /^flags:\s*(\d+)/m.exec(readFileSync(`/proc/${id}/fdinfo/${fd}`, 'utf8'))?.[1];
    // The lowest two bits are the access mode. 0 is read-only.
    return (Number.parseInt(flags ?? '0', 8) & 3) !== 0;
  } catch {
    return false;
  }
}

function isOpenOnMac(path: string): boolean {
  try {
    const said = execFileSync('/usr/sbin/lsof', ['-Fa', '--', path], { encoding: 'utf8', timeout: 10_000 });
    return /^a[wu]/m.test(said);
  } catch {
    return false;
  }
}

/** Lists a directory. Empty if that fails, because the program may have ended or belong to another user. */
function listed(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
