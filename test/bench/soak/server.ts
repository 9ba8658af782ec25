import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { placeOf, speakOverHttp, speakOverStdio } from './clients.ts';
import { httpKinds, stdioKinds } from './http.ts';
import { kinds } from './kinds.ts';

/** State of the server at one time. Memory is in bytes; `p99` is the delay of the event loop, in milliseconds. */
export interface Sample {
  readonly minute: number;
  readonly heap: number;
  readonly rss: number;
  readonly open: number;
  readonly p99: number;
  readonly kept: readonly Kept[];
}

/** State of a cache of the server, and the minutes until it is full. A bound of 0 means no bound. */
export interface Kept {
  readonly name: string;
  readonly size: number;
  readonly max: number;
  readonly bytes: number;
  readonly maxBytes: number;
  readonly missingMinutes: number;
}

/** Server in the soak test. */
export interface Soaked {
  readonly over: string;
  /** Functions that make one request of a kind, by kind. */
  readonly kinds: Readonly<Record<string, (turn: number) => Promise<string | undefined>>>;
  /** Returns the measurements of the probe in the server. */
  measure(): Promise<Omit<Sample, 'minute'>>;
  /** Writes a heap snapshot. */
  snapshot(file: string): Promise<unknown>;
  /** Returns sizes from the server's metrics. */
  sizes(): Promise<string>;
  end(): void;
}

const settings = {
  http: ['http', '--port', '0', '--monitor-port', '0', '--trust-proxy', '--log-level', 'fatal'],
  stdio: ['--log-level', 'fatal'],
};
const many = 'reads=100000000,writes=100000000,risky=100000000,parallel=64,idle=1';

/**
 * Starts a server.
 * @param lifetimeMs maximum lifetime of cache entries. Default: the server's own lifetimes
 */
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
  // Messages are sent one after the other, because replies have no ids.
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

/** Returns the URLs of the MCP endpoint and of the monitoring port. */
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
