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
}

/** A server that is soaked. */
export interface Soaked {
  readonly over: string;
  /** Every kind of request, ready to be made. */
  readonly kinds: Readonly<Record<string, (turn: number) => Promise<string | undefined>>>;
  /** What the probe in the server measures. */
  measure(): Promise<Omit<Sample, 'minute'>>;
  /** Sizes that the server tells of itself. */
  sizes(): Promise<string>;
  end(): void;
}

const settings = {
  http: ['http', '--port', '0', '--monitor-port', '0', '--trust-proxy', '--log-level', 'fatal'],
  stdio: ['--log-level', 'fatal'],
};
const many = 'reads=100000000,writes=100000000,risky=100000000,parallel=64,idle=1';

export async function startServer(over: string, service: string): Promise<Soaked> {
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
        ...(over === 'stdio' && { CASEBRIDGE_LOGIN: 'admin', CASEBRIDGE_PASSWORD: 'sandbox-admin' }),
      },
      stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
    },
  );
  const measure = async () => {
    child.send('measure');
    return (await once(child, 'message'))[0];
  };
  const end = () => void child.kill();
  if (over === 'stdio') {
    const who = speakOverStdio(child);
    const bound = { ...bind(kinds, () => who), ...bind(stdioKinds, () => who) };
    return { over, kinds: bound, measure, sizes: async () => '', end };
  }
  const [url, monitor] = await listening(child);
  const place = await placeOf(url, service);
  return {
    over,
    kinds: {
      ...bind(kinds, (turn) => speakOverHttp(place, place.caller(turn))),
      ...bind(httpKinds, () => place),
    },
    measure,
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
