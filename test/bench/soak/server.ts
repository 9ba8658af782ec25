import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { placeOf, speakOverHttp, speakOverStdio } from './clients.ts';
import { httpKinds, stdioKinds } from './http.ts';
import { kinds } from './kinds.ts';

/** What the server held at a moment; bytes, and milliseconds of its loop. */
export interface Sample {
  readonly minute: number;
  readonly heap: number;
  readonly rss: number;
  readonly open: number;
  readonly p99: number;
  readonly kept: readonly Kept[];
}

/** What a cache of the server holds, and the minutes until it can hold no more; bounds of 0 for none. */
export interface Kept {
  readonly name: string;
  readonly size: number;
  readonly max: number;
  readonly bytes: number;
  readonly maxBytes: number;
  readonly missingMinutes: number;
}

/** A server that is soaked. */
export interface Soaked {
  readonly over: string;
  /** Every kind of request, ready to be made. */
  readonly kinds: Readonly<Record<string, (turn: number) => Promise<string | undefined>>>;
  /** What the probe in the server measures. */
  measure(): Promise<Omit<Sample, 'minute'>>;
  /** Writes a snapshot of its heap. */
  snapshot(file: string): Promise<unknown>;
  /** Sizes that the server tells of itself. */
  sizes(): Promise<string>;
  end(): void;
}

const settings = {
  http: ['http', '--port', '0', '--monitor-port', '0', '--trust-proxy', '--log-level', 'fatal'],
  stdio: ['--log-level', 'fatal'],
};
const many = 'reads=100000000,writes=100000000,risky=100000000,parallel=64,idle=1';

/** @param lifetimeMs how long its caches keep anything at most; as long as they do where it is left out */
export async function startServer(over: string, service: string, lifetimeMs?: number): Promise<Soaked> {
  const beside = (file: string) => fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(
    process.execPath,
    [
      '--expose-gc',
      ...['--import', beside('../soak-probe.mjs'), beside('../../../dist/src/main.js')],
      ...settings[over as keyof typeof settings],
    ],
    {
      env: {
        PATH: process.env.PATH ?? '',
        CASEBRIDGE_URL: service,
        CASEBRIDGE_LIMITS: many,
        ...(lifetimeMs !== undefined && { SOAK_LIFETIME_MS: String(lifetimeMs) }),
        ...(over === 'stdio' && { CASEBRIDGE_LOGIN: 'admin', CASEBRIDGE_PASSWORD: 'sandbox-admin' }),
      },
      stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
    },
  );
  // One after the other: answers have no ids.
  let told: Promise<any> = Promise.resolve();
  const tell = (file: string) => {
    told = told.then(async () => {
      const answer = once(child, 'message');
      child.send(file);
      return (await answer)[0];
    });
    return told;
  };
  const probed = { measure: () => tell(''), snapshot: tell };
  const end = () => void child.kill();
  if (over === 'stdio') {
    const who = speakOverStdio(child);
    const bound = { ...bind(kinds, () => who), ...bind(stdioKinds, () => who) };
    return { over, kinds: bound, ...probed, sizes: async () => '', end };
  }
  const [url, monitor] = await listening(child);
  const place = await placeOf(url, service);
  return {
    over,
    kinds: {
      ...bind(kinds, (turn) => speakOverHttp(place, place.caller(turn))),
      ...bind(httpKinds, () => place),
    },
    ...probed,
    sizes: async () => {
      const text = await (await fetch(`${monitor}/metrics`)).text();
      const found = text.matchAll(/^casebridge_(sessions|callers|answering) (\d+)$/gm);
      return [...found].map(([, name, size]) => `${name} ${size}`).join(', ');
    },
    end,
  };
}

const bind = <Who>(
  all: Readonly<Record<string, (who: Who, turn: number) => Promise<string | undefined>>>,
  who: (turn: number) => Who,
) =>
  Object.fromEntries(
    Object.entries(all).map(([name, kind]) => [name, (turn: number) => kind(who(turn), turn)]),
  );

/** @returns where it serves MCP and where it is watched */
function listening(child: ChildProcess): Promise<[string, string]> {
  let said = '';
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`The server ended before it listened: ${said}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8');
      const url = /serves MCP at (\S+)/.exec(said)?.[1];
      const monitor = /(http:\S+)\/livez/.exec(said)?.[1];
      if (url && monitor) resolve([url, monitor]);
    });
  });
}
