import { fileURLToPath } from 'node:url';
import { type Comparison, compare } from '../compare.ts';
import { addressOf, type Era, openLoad } from '../load/http-load.ts';
import { end, openRaw, type Program, start } from '../load/raw-client.ts';
import { serveCase } from '../sample.ts';
import { processorMs } from './processor.ts';

/** Processor time of one call to casebridge and to the baseline, in milliseconds. */
export interface Cost extends Comparison {
  readonly name: string;
}

interface Call {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** Server that receives requests without pause. */
interface Asked {
  readonly pid: number;
  flood(count: number): Promise<unknown>;
  end(): Promise<unknown>;
}

/**
 * Amount of work: calls per round, calls in flight, counted pairs of rounds, and pairs of rounds before them
 * to warm up.
 */
interface Work {
  readonly calls: number;
  readonly inFlight: number;
  readonly pairs: number;
  readonly before: number;
}

const beside = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const token = 'token-of-the-benchmark';
const callers = 20;
const high = 'reads=100000000,parallel=1000,total=10000,sessions=100000';
const oneRead: Work = { calls: 400, inFlight: 8, pairs: 10, before: 4 };
const aList: Work = { calls: 24, inFlight: 4, pairs: 8, before: 4 };

/**
 * Measures each kind of call alternately with its baseline. Other load on the machine does not count, because only the
 * processor time of the servers is measured.
 */
export async function measureCosts(): Promise<readonly Cost[]> {
  const sample = await serveCase(token);
  const read: Call = { name: 'get_object', arguments: { id: sample.id } };
  const list: Call = { name: 'list_objects', arguments: { PageSize: 100 } };
  try {
    const { origin } = sample;
    const main = beside('../../../dist/src/main.js');
    const signIn = { CASEBRIDGE_LOGIN: 'anna', CASEBRIDGE_PASSWORD: 'sandbox-anna' };
    const http: Pair = [
      { args: [main, 'http', '--port', '0'], env: { CASEBRIDGE_URL: origin, CASEBRIDGE_LIMITS: high } },
      { args: [beside('../servers/bare-http.mjs'), origin, token] },
    ];
    const stdio: Pair = [
      { args: [main], env: { CASEBRIDGE_URL: origin, ...signIn } },
      { args: [beside('../servers/bare-pass.mjs'), origin, token] },
    ];
    const session = overHttp('sessions of 2025-11-25');
    const stateless = overHttp('2026-07-28');
    return [
      await costOf('HTTP, session of 2025, one read', http, session(read), oneRead),
      await costOf('HTTP, request of 2026, one read', http, stateless(read), oneRead),
      await costOf('HTTP, session of 2025, list of 100', http, session(list), aList),
      await costOf('stdio, one read', stdio, overStdio(read), oneRead),
      await costOf('stdio, list of 100', stdio, overStdio(list), aList),
    ];
  } finally {
    await sample.end();
  }
}

/** casebridge and its baseline. */
type Pair = readonly [Program, Program];
type Open = (program: Program, inFlight: number) => Promise<Asked>;

async function costOf(name: string, pair: Pair, open: Open, work: Work): Promise<Cost> {
  const [ours, floor] = [await open(pair[0], work.inFlight), await open(pair[1], work.inFlight)];
  try {
    const each = (asked: Asked) => async () => {
      const before = processorMs(asked.pid);
      await asked.flood(work.calls);
      return (processorMs(asked.pid) - before) / work.calls;
    };
    await compare(work.before, each(ours), each(floor));
    return { name, ...(await compare(work.pairs, each(ours), each(floor))) };
  } finally {
    await Promise.all([ours.end(), floor.end()]);
  }
}

const overHttp =
  (era: Era) =>
  (call: Call): Open =>
  async (program, inFlight) => {
    const child = start(program);
    const load = await openLoad(await addressOf(child), { era, call, callers });
    return {
      pid: child.pid ?? 0,
      flood: (count) => load.flood(count, inFlight),
      end: async () => {
        await load.end();
        await end(child);
      },
    };
  };

const overStdio =
  (call: Call): Open =>
  async (program, inFlight) => {
    const client = await openRaw(program);
    return {
      pid: client.pid,
      flood: (count) => client.flood('tools/call', call, count, inFlight),
      end: () => client.end(),
    };
  };
