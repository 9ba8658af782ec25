import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setClock } from '../../../support/time/clock.ts';
import { sessionFile } from './open.ts';
import { openSession, type SessionOptions } from './session.ts';
import { listenForPlayer, type PlayMessage } from './socket.ts';

/**
 * Options of a session's process. `start` runs it in the background. The player's commands reach it by a
 * local socket.
 */

interface HostOptions extends Omit<SessionOptions, 'scratch'> {
  readonly idleMinutes: number;
  /** Time that the clocks show at the start. Default: the machine's time. */
  readonly moment?: string;
}

async function host({ idleMinutes, moment, ...options }: HostOptions): Promise<void> {
  if (moment !== undefined) setClock(moment);
  const scratch = mkdtempSync(join(tmpdir(), 'casebridge-play-'));
  chmodSync(scratch, 0o700);
  const file = join(options.dir, sessionFile);
  const session = await openSession({ ...options, scratch }).catch((error: Error) => {
    rmSync(scratch, { recursive: true, force: true });
    throw error;
  });
  let isEnding = false;
  let timer: NodeJS.Timeout;
  const leave = async (end?: 'idle' | 'stopped') => {
    if (isEnding) return;
    isEnding = true;
    stopListening();
    clearTimeout(timer);
    try {
      if (end !== undefined) await session.finish(end);
      await session.close();
    } catch (error) {
      // The process must exit, even if its folder has been deleted.
      process.stderr.write(`${String(error)}\n`);
      process.exitCode = 1;
    }
    for (const path of [file, scratch]) rmSync(path, { recursive: true, force: true });
    process.exit();
  };
  const waitForCommand = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void leave('idle'), idleMinutes * 60_000);
  };
  const path = join(scratch, 'socket');
  const stopListening = await listenForPlayer(path, async (message: PlayMessage) => {
    waitForCommand();
    const answer = await session.handle(message);
    waitForCommand();
    // Wait until the response has been sent.
    if (message.command === 'end') setTimeout(() => void leave(), 50);
    return answer;
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void leave('stopped'));
  waitForCommand();
  const { prompt, day } = session;
  writeFileSync(file, `${JSON.stringify({ pid: process.pid, socket: path, prompt, day })}\n`);
}

await host(JSON.parse(process.argv[2] ?? '{}') as HostOptions);
