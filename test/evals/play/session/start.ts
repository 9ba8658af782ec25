import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Policy } from '../request.ts';
import { requestWithId } from '../requests/index.ts';
import { isRunning, type OpenSession, openSessionIn, prepareFolder, sessionFile } from './open.ts';
import { type Arm, resultFile } from './result.ts';

/** Options of `--play start`. */
export interface StartOptions {
  readonly id: string;
  readonly dir: string;
  readonly arm: Arm;
  readonly policy?: Policy;
  readonly idleMinutes: number;
  readonly moment?: string;
}

const startTimeoutMs = 180_000;
const endTimeoutMs = 30_000;
const logFile = 'host.log';

/**
 * Starts the process of a session and waits until it listens.
 * @throws Error if the request does not exist, a session runs in the folder, or the process does not start in time
 */
export async function startInBackground(options: StartOptions): Promise<OpenSession> {
  requestWithId(options.id);
  prepareFolder(options.dir);
  for (const name of [sessionFile, resultFile, logFile, 'calls.jsonl', 'server.log'])
    rmSync(join(options.dir, name), { force: true });
  const log = openSync(join(options.dir, logFile), 'a');
  const host = fileURLToPath(new URL('host.ts', import.meta.url));
  const child = spawn(process.execPath, [...process.execArgv, host, JSON.stringify(options)], {
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const stop = new AbortController();
  const ended = once(child, 'exit', { signal: stop.signal }).then(
    () => true,
    () => true,
  );
  try {
    for (const until = Date.now() + startTimeoutMs; Date.now() < until; ) {
      const session = openSessionIn(options.dir);
      if (session !== undefined) return session;
      if (await Promise.race([ended, wait(100, false)])) break;
    }
    child.kill('SIGTERM');
    throw new Error(`The session did not start.\n${readFileSync(join(options.dir, logFile), 'utf8')}`);
  } finally {
    stop.abort();
    child.unref();
  }
}

/** Waits until the process of a session has ended. @throws Error if it still runs after 30 seconds */
export async function untilGone(pid: number): Promise<void> {
  for (const until = Date.now() + endTimeoutMs; isRunning(pid); await wait(50))
    if (Date.now() > until) throw new Error(`The process ${pid} of the session still runs.`);
}
