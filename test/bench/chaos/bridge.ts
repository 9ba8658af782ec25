import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Violation } from './model.ts';

/** Log lines that have the same message. */
export interface Failure {
  readonly count: number;
  readonly first: string;
}

/** The built server over HTTP, which is stopped and restarted during the run. */
export interface App {
  readonly url: string;
  /** Returns whether the server was down at some time since `moment`, a value of `performance.now()`. */
  isCutSince(moment: number): boolean;
  /** Stops the server as an operator would, and restarts it on the same port. */
  restart(): Promise<void>;
  /** Kills the server, as a crash would, and restarts it. */
  kill(): Promise<void>;
  close(): Promise<void>;
  /** Ids of killed processes. The audit log has no outcome for the changes that were in progress in them. */
  readonly killed: ReadonlySet<number>;
  /** Log lines that require an operator's attention, by message. */
  readonly failures: ReadonlyMap<string, Failure>;
}

/** Maximum time for a busy client to notice that connections of an ended process are closed. */
const noticedMs = 5_000;
const server = fileURLToPath(new URL('../../../dist/src/main.js', import.meta.url));

/**
 * Starts the built server.
 * @param onLine called with each log line
 */
export async function startBridge(
  env: Readonly<Record<string, string>>,
  onLine: (line: string) => void,
  nodeArgs: readonly string[] = [],
): Promise<App> {
  const cuts: { readonly from: number; to: number }[] = [];
  const killed = new Set<number>();
  const failures = new Map<string, Failure>();
  let port = '0';
  let child: ChildProcess;
  const note = (line: string) => {
    onLine(line);
    const { level = 60, msg = line.slice(0, 100) } = parsed(line) ?? {};
    if (level < 50) return;
    const found = failures.get(String(msg));
    failures.set(String(msg), { count: (found?.count ?? 0) + 1, first: found?.first ?? line });
  };
  const start = async (): Promise<string> => {
    const started = spawn(process.execPath, [...nodeArgs, server, 'http', '--port', port, '--trust-proxy'], {
      env: { PATH: process.env.PATH ?? '', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    createInterface({ input: started.stderr }).on('line', note);
    return new Promise((resolve, reject) => {
      let said = '';
      started.once('exit', () => reject(new Error(`The server ended before it listened: ${said}`)));
      started.stdout.on('data', (chunk: Buffer) => {
        said += chunk.toString('utf8');
        const found = /serves MCP at (\S+)/.exec(said)?.[1];
        if (found) resolve(found);
      });
    });
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  const again = async (signal: NodeJS.Signals) => {
    const cut = { from: performance.now(), to: Number.POSITIVE_INFINITY };
    cuts.push(cut);
    if (signal === 'SIGKILL' && child.pid !== undefined) killed.add(child.pid);
    await end(signal);
    await start();
    cut.to = performance.now();
  };
  const url = await start();
  ({ port } = new URL(url));
  return {
    url,
    isCutSince: (moment) => cuts.some(({ to }) => to + noticedMs > moment),
    restart: () => again('SIGTERM'),
    kill: () => again('SIGKILL'),
    close: () => end('SIGTERM'),
    killed,
    failures,
  };
}

function parsed(line: string): { level?: number; msg?: unknown } | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Checks that the audit log has an outcome for each intent, except for intents of killed processes. */
export function checkRecord(path: string, killed: ReadonlySet<number>) {
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  const open = new Map<string, { request: string; tool: string }>();
  const found = { intents: 0, outcomes: 0, refused: 0, torn: 0, open: 0 };
  const requests = new Set<string>();
  for (const line of lines) {
    const entry = parsed(line) as any;
    if (entry === undefined) found.torn += 1;
    else if (entry.event === 'intent') {
      found.intents += 1;
      requests.add(entry.request);
      open.set(entry.call, entry);
    } else if (entry.event === 'outcome') {
      found.outcomes += 1;
      open.delete(entry.call);
    } else found.refused += 1;
  }
  const violations: Violation[] = [];
  for (const [call, { request, tool }] of open)
    if (killed.has(Number(call.split('-')[0]))) found.open += 1;
    else violations.push({ what: 'record of changes', requestId: request, detail: `${tool} has no outcome` });
  if (found.torn > killed.size)
    violations.push({ what: 'record of changes', requestId: '', detail: `${found.torn} lines are torn` });
  return { ...found, requests, violations };
}
