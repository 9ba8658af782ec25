import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Description of a running session, in its folder. */
export interface OpenSession {
  readonly pid: number;
  readonly socket: string;
  readonly prompt: string;
  readonly day: string;
}

export const sessionFile = 'session.json';

/** Checks whether a process runs. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Returns undefined if no session runs in the folder. */
export function openSessionIn(dir: string): OpenSession | undefined {
  const file = join(dir, sessionFile);
  if (!existsSync(file)) return undefined;
  const session = JSON.parse(readFileSync(file, 'utf8')) as OpenSession;
  return isRunning(session.pid) ? session : undefined;
}

/** Creates the folder of a session. @throws Error if a session runs there */
export function prepareFolder(dir: string): void {
  mkdirSync(dir, { recursive: true });
  if (openSessionIn(dir)) throw new Error(`A session runs in ${dir}. End it first with \`--play end\`.`);
}
