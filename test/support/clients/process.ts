import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { clockFlags } from '../time/clock.ts';

/** Path of the built server that an assistant starts. */
export const serverPath = fileURLToPath(new URL('../../../dist/src/main.js', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Process of the built program. It inherits no environment variables from this process. */
export interface Process {
  readonly child: ChildProcessWithoutNullStreams;
  stdout(): string;
  stderr(): string;
  /** Resolves when stdout matches. Rejects if the process ends first. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
  readonly ended: Promise<Ended>;
  /** Ends the process if it still runs. */
  close(): Promise<void>;
}

interface Running {
  close(): Promise<unknown>;
}
const running = new Set<Running>();

/** Registers a server so that it is closed at the end of the test file. Returns the server. */
export function endsWithFile<Server extends Running>(server: Server): Server {
  running.add(server);
  return server;
}

/** Ends the processes and servers that still run. Called at the end of a test file. */
export async function endProcesses(): Promise<void> {
  const ending = [...running];
  running.clear();
  await Promise.all(ending.map((one) => one.close()));
}

/**
 * Turns off learning: servers do not read field names from the API reference (OpenAPI) of the service. Learning has
 * separate tests and would take time in others.
 */
export const unlearned = { CASEBRIDGE_LEARN: 'off' };

export function startProcess(args: readonly string[], env: Readonly<Record<string, string>> = {}): Process {
  const child = spawn(process.execPath, [...clockFlags(), serverPath, ...args], {
    // Messages are in English on every machine.
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

/**
 * Commands that `run` starts without a separate process. The server on stdio uses the stdin of its process, and `init`
 * its home folder.
 */
const withoutProcess = new Set(['call', 'tools', 'help', 'doctor', 'learn', 'sandbox', 'http']);
let lastRun: Promise<unknown> = Promise.resolve();

/** Runs the program until it ends, with empty stdin. Commands without a separate process run one after another. */
export function run(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Pick<Ended, 'code' | 'stdout' | 'stderr'>> {
  if (!withoutProcess.has(args[0] ?? '')) return runProcess(args, env);
  const ended = lastRun.then(() => runHere(args, { LANG: 'C', ...unlearned, ...env }));
  lastRun = ended.catch(() => undefined);
  return ended;
}

async function runHere(args: readonly string[], env: Record<string, string>) {
  const { runCommandLine } = await import('../../../src/commands/run.ts');
  const written = { stdout: '', stderr: '' };
  const restore = (['stdout', 'stderr'] as const).map((name) => {
    const stream = process[name];
    const { write } = stream;
    stream.write = ((text: string | Uint8Array, ...others: unknown[]) => {
      written[name] += typeof text === 'string' ? text : Buffer.from(text).toString('utf8');
      const done = others.find((other) => typeof other === 'function') as (() => void) | undefined;
      if (done) setImmediate(done);
      return true;
    }) as typeof write;
    return () => {
      stream.write = write;
    };
  });
  try {
    return { code: await runCommandLine(args, env), ...written };
  } finally {
    for (const one of restore) one();
  }
}

/** Runs the program in a separate process, for tests of its terminal, its environment or its log. */
export async function runProcess(
  args: readonly string[],
  env?: Readonly<Record<string, string>>,
): Promise<Ended> {
  const started = startProcess(args, env);
  started.child.stdin.end();
  try {
    return await started.ended;
  } finally {
    await started.close();
  }
}
