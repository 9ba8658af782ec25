import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { clockFlags } from '../time/clock.ts';

/** The built server, as an assistant starts it. */
export const serverPath = fileURLToPath(new URL('../../../dist/src/main.js', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The built bin as a process of its own, with nothing of this one's environment. */
export interface Process {
  readonly child: ChildProcessWithoutNullStreams;
  stdout(): string;
  stderr(): string;
  /** Resolves when stdout matches; rejects when the process ends before that. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
  /** How it ended. */
  readonly ended: Promise<Ended>;
  /** Ends it, if it still runs. */
  close(): Promise<void>;
}

const running = new Set<Process>();

/** Ends what still runs; when a file of tests is over. */
export async function endProcesses(): Promise<void> {
  await Promise.all([...running].map((one) => one.close()));
}

/** What a server learns of its service has tests of its own: elsewhere it would only take time. */
export const unlearned = { CASEBRIDGE_LEARN: 'off' };

export function startProcess(args: readonly string[], env: Readonly<Record<string, string>> = {}): Process {
  const child = spawn(process.execPath, [...clockFlags(), serverPath, ...args], {
    // In English on every machine.
    env: { PATH: process.env.PATH ?? '', LANG: 'C', ...unlearned, ...env },
  });
  const written = { stdout: '', stderr: '' };
  child.stdin.on('error', () => undefined);
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (chunk: string) => {
      written[name] += chunk;
    });
  const ended = once(child, 'close').then(([code, signal]): Ended => ({ code, signal, ...written }));
  const started: Process = {
    child,
    stdout: () => written.stdout,
    stderr: () => written.stderr,
    ended,
    says: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(written.stdout);
          if (found) resolve(found);
        };
        child.stdout.on('data', look);
        void ended.then((end) => reject(new Error(`ended before ${pattern}: ${JSON.stringify(end)}`)));
        look();
      }),
    close: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
  running.add(started);
  void ended.then(() => running.delete(started));
  return started;
}

/** Runs the bin to its end, with nothing on its stdin. */
export async function run(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Ended> {
  const started = startProcess(args, env);
  started.child.stdin.end();
  try {
    return await started.ended;
  } finally {
    await started.close();
  }
}
