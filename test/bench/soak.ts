import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { answer, type Fault, faults, startFaultServer } from '../support/fault-server.ts';
import { modernRequest } from '../support/raw-http.ts';
import { canary } from '../support/upstream.ts';
import { initialize } from './raw-client.ts';

/**
 * `npm run soak`: the built server for many minutes or calls, at a service of which 1 % of the answers are
 * refusals that must show, and 1 % of the connections break, which reads must pass over. Prints figures; nothing is
 * asserted. `--minutes 60 --rate 50`, or `--calls 1000000` as fast as they go; `--over http` with a hundred callers.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    calls: { type: 'string' },
    rate: { type: 'string', default: '50' },
    over: { type: 'string', default: 'stdio' },
  },
});
const bounded = (text: string | undefined, least: number, most: number, otherwise: number) =>
  text === undefined ? otherwise : Math.min(most, Math.max(least, Number(text) || least));
const plan = {
  calls: bounded(values.calls, 100, 2_000_000, Number.POSITIVE_INFINITY),
  minutes: bounded(values.minutes, 0.1, 120, values.calls === undefined ? 2 : 120),
  rate: values.calls === undefined ? bounded(values.rate, 1, 2000, 50) : Number.POSITIVE_INFINITY,
};
const isHttp = values.over === 'http';
const over = isHttp
  ? {
      args: ['http', '--port', '0'],
      env: { CASEBRIDGE_LIMITS: 'reads=100000000,writes=100000000,parallel=64' },
    }
  : { args: [], env: { CASEBRIDGE_LOGIN: 'anna', CASEBRIDGE_PASSWORD: canary.password } };
const inFlight = 16;
const say = (text: string) => process.stdout.write(`${text}\n`);

interface Sample {
  readonly minute: number;
  readonly heap: number;
  readonly rss: number;
  readonly open: number;
  readonly p99: number;
}

/** What the service did; reads are told by their method. */
const injected = { refused: 0, broken: 0 };
let served = 0;
const mixed: Fault = (socket, taken) => {
  served += 1;
  if (served % 100 === 0) {
    injected.refused += 1;
    return answer(409, {}, '{"Message":"The stage is closed."}')(socket, taken);
  }
  if (served % 101 === 50 && taken.method === 'GET') {
    injected.broken += 1;
    return faults.reset(socket);
  }
  return faults.fine(socket, taken);
};

const idOf = (turn: number) => `00000000-0000-4000-8000-${String(turn % 1e6).padStart(12, '0')}`;
const asks: readonly ((turn: number) => Record<string, unknown>)[] = [
  (turn) => ({ name: 'get_task', arguments: { id: idOf(turn) } }),
  (turn) => ({ name: 'get_object', arguments: { id: idOf(turn) } }),
  (turn) => ({ name: 'list_tasks', arguments: { Page: 1 + (turn % 50) } }),
  (turn) => ({ name: 'create_task', arguments: { Name: `Task ${turn}` } }),
  (turn) => ({ name: 'update_task', arguments: { id: idOf(turn), Name: 'Renamed' } }),
];

interface Answer {
  readonly result?: { readonly isError?: boolean };
}
type Ask = (method: string, params: Readonly<Record<string, unknown>>) => Promise<Answer>;

/** Answers of a server over stdio, by id. */
async function openStdio(child: ChildProcess): Promise<Ask> {
  const waiting = new Map<number, (message: Answer) => void>();
  let last = 0;
  createInterface({ input: child.stdout as NonNullable<ChildProcess['stdout']> }).on('line', (line) => {
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  });
  const ask: Ask = (method, params) => {
    last += 1;
    const id = last;
    child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return new Promise((resolve) => waiting.set(id, resolve));
  };
  await ask('initialize', initialize);
  child.stdin?.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  return ask;
}

/** A hundred callers of a server over HTTP, in turn. */
async function openHttp(child: ChildProcess): Promise<Ask> {
  const agent = new Agent({ keepAlive: true });
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error('The server ended before it listened.')));
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8');
      const found = /serves MCP at (\S+)/.exec(said)?.[1];
      if (found) resolve(found);
    });
  });
  let last = 0;
  return async (method, params) => {
    last += 1;
    const headers = { authorization: `Bearer caller-${last % 100}` };
    const { message } = await modernRequest(url, method, params, { id: last, headers, agent });
    return message ?? {};
  };
}

/** What the probe in the server measures. */
async function measure(child: ChildProcess, began: number): Promise<Sample> {
  child.send('measure');
  const [found] = await once(child, 'message');
  return { ...found, minute: (performance.now() - began) / 60_000 };
}

/** Bytes per minute by the least squares, without the first fifth, in which caches fill. */
function slope(samples: readonly Sample[]): number {
  const settled = samples.slice(Math.floor(samples.length / 5));
  const mean = (of: (sample: Sample) => number) =>
    settled.reduce((sum, sample) => sum + of(sample), 0) / settled.length;
  const [minute, heap] = [mean((sample) => sample.minute), mean((sample) => sample.heap)];
  const spread = settled.reduce((sum, sample) => sum + (sample.minute - minute) ** 2, 0);
  const joint = settled.reduce((sum, sample) => sum + (sample.minute - minute) * (sample.heap - heap), 0);
  return spread === 0 ? 0 : joint / spread;
}

async function run(child: ChildProcess, ask: Ask) {
  const began = performance.now();
  const samples: Sample[] = [];
  const count = { sent: 0, failed: 0 };
  const isOver = () => count.sent >= plan.calls || performance.now() - began > plan.minutes * 60_000;
  const worker = async () => {
    while (!isOver()) {
      const turn = count.sent;
      count.sent += 1;
      const due = began + (turn / plan.rate) * 1000 - performance.now();
      if (due > 0) await sleep(due);
      const { result } = await ask('tools/call', asks[turn % asks.length]?.(turn) ?? {});
      if (result === undefined || result.isError) count.failed += 1;
    }
  };
  const sampler = async (done: Promise<unknown>) => {
    const every = Number.isFinite(plan.calls) ? 5000 : Math.min(30_000, Math.max(1000, plan.minutes * 1500));
    for (let over = false; !over; ) {
      over = await Promise.race([done.then(() => true), sleep(every, false)]);
      const sample = await measure(child, began);
      samples.push(sample);
      say(
        `${sample.minute.toFixed(2).padStart(7)} min ${String(count.sent).padStart(8)} calls  heap ${megabytes(sample.heap)}  rss ${megabytes(sample.rss)}  open files ${sample.open}  event loop p99 ${sample.p99.toFixed(1)} ms`,
      );
    }
  };
  const workers = Promise.all(Array.from({ length: inFlight }, worker));
  await Promise.all([workers, sampler(workers)]);
  return { ...count, samples };
}

const megabytes = (bytes: number) => `${(bytes / 1_048_576).toFixed(1)} MB`;
const percent = (part: number, of: number) => `${((100 * part) / of).toFixed(2)} %`;

async function main(): Promise<void> {
  const service = await startFaultServer();
  service.plays(mixed);
  // The record of what was taken would be the one thing here that grows.
  service.calls.push = () => 0;
  const beside = (file: string) => fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(
    process.execPath,
    ['--expose-gc', '--import', beside('soak-probe.mjs'), beside('../../dist/src/main.js'), ...over.args],
    {
      env: {
        PATH: process.env.PATH ?? '',
        CASEBRIDGE_URL: service.url,
        ...over.env,
      },
      stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
    },
  );
  try {
    const { sent, failed, samples } = await run(child, await (isHttp ? openHttp : openStdio)(child));
    const files = samples.slice(1).map((sample) => sample.open);
    const perTenMinutes = slope(samples) * 10;
    const perMillion = (perTenMinutes / 10) * ((samples.at(-1)?.minute ?? 0) / sent) * 1e6;
    say(`calls ${sent}, failed ${failed} (${percent(failed, sent)})`);
    say(
      `refusals of the service ${injected.refused} (${percent(injected.refused, sent)}), broken connections ${injected.broken}`,
    );
    say(`heap slope ${megabytes(perTenMinutes)} in 10 min, ${megabytes(perMillion)} in a million calls`);
    say(`open files ${Math.min(...files)} to ${Math.max(...files)}`);
    say(`event loop p99, worst sample ${Math.max(...samples.map(({ p99 }) => p99)).toFixed(1)} ms`);
  } finally {
    child.kill();
    await service.close();
  }
}

await main();
