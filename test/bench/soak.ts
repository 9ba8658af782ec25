import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createSandbox } from '../../src/sandbox/index.ts';
import { type Kept, type Sample, type Soaked, startServer } from './soak/server.ts';

/**
 * `npm run soak` sends all kinds of requests to the built server over HTTP and stdio, for many minutes or
 * calls, with callers that come and go. At the service, 1 % of the responses are refusals, which the server
 * must report, and 1 % of the connections of reads break, which it must hide by retrying. The script prints
 * results and asserts nothing.
 *
 * `--minutes 60 --rate 50` sets the length and the rate; `--calls 1000000` sends this many calls as fast as
 * possible. `--over http` or `--over stdio` uses one transport. `--each 2000` tests one kind after the other
 * and prints the growth of the heap per request. The slope of the heap is measured after all caches are full;
 * their longest lifetime is half an hour. `--lifetime 20` limits it to 20 seconds, so that later growth does
 * not come from caches. `--snapshots FOLDER` writes heap snapshots in the middle and at the end.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    calls: { type: 'string' },
    rate: { type: 'string', default: '50' },
    over: { type: 'string', default: 'both' },
    each: { type: 'string' },
    lifetime: { type: 'string' },
    snapshots: { type: 'string' },
  },
});
const bounded = (text: string | undefined, least: number, most: number, otherwise: number) =>
  text === undefined ? otherwise : Math.min(most, Math.max(least, Number(text) || least));
const transports = values.over === 'both' ? ['http', 'stdio'] : [values.over === 'http' ? 'http' : 'stdio'];
const plan = {
  calls: bounded(values.calls, 100, 2_000_000, Number.POSITIVE_INFINITY) / transports.length,
  minutes: bounded(values.minutes, 0.1, 120, values.calls === undefined ? 2 : 120),
  rate:
    (values.calls === undefined ? bounded(values.rate, 1, 2000, 50) : Number.POSITIVE_INFINITY) /
    transports.length,
};
const lifetimeMs = values.lifetime === undefined ? undefined : bounded(values.lifetime, 1, 3600, 20) * 1000;
const inFlight = 16;
const say = (text: string) => void process.stdout.write(`${text}\n`);
const megabytes = (bytes: number) => `${(bytes / 1_048_576).toFixed(1)} MB`;
const percent = (part: number, of: number) => `${((100 * part) / of).toFixed(2)} %`;

const refusal = 'The stage is closed.';
const injected = [
  {
    on: '/^(GET|POST|PUT|PATCH) (?!.*auth)/',
    every: 100,
    fault: { kind: 'status', status: 409, body: { Message: refusal } },
  },
  { on: '/^GET /', every: 101, fault: { kind: 'drop', at: 'headers' } },
] as const;

const boundOf = (most: string) => (most === '0' || most === '0.0 MB' ? 'no bound' : most);
const cacheLine = ({ name, size, max, bytes, maxBytes, missingMinutes }: Kept) =>
  `${name}: ${size} of ${boundOf(String(max))}, ${megabytes(bytes)} of ${boundOf(megabytes(maxBytes))}, ${missingMinutes === 0 ? 'full' : `full in ${missingMinutes.toFixed(0)} min at the latest`}`;

/** Results of one kind of request. */
interface Tally {
  calls: number;
  refused: number;
  readonly unexpected: string[];
}

const tallies = (server: Soaked): Map<string, Tally> =>
  new Map(Object.keys(server.kinds).map((name) => [name, { calls: 0, refused: 0, unexpected: [] }]));

async function make(server: Soaked, name: string, turn: number, tally: Tally): Promise<void> {
  tally.calls += 1;
  const met = await server.kinds[name]?.(turn).catch((error: Error) => `${error.name}: ${error.message}`);
  if (met === undefined) return;
  if (met.includes(refusal) || met.includes('(409)')) tally.refused += 1;
  else if (tally.unexpected.push(met) > 1000) tally.unexpected.length = 1000;
}

/**
 * Checks whether all caches are full. Ignores a cache that needs more than two hours to fill, such as one that only its
 * number of entries limits, because no run takes that long.
 */
const isSettled = ({ kept }: Sample) =>
  kept.every(({ missingMinutes }) => missingMinutes === 0 || missingMinutes > 120);

/** Returns the growth of the heap by least squares, in bytes per minute. */
function slope(settled: readonly Sample[]): number {
  const mean = (of: (sample: Sample) => number) =>
    settled.reduce((sum, sample) => sum + of(sample), 0) / settled.length;
  const [minute, heap] = [mean((sample) => sample.minute), mean((sample) => sample.heap)];
  const spread = settled.reduce((sum, sample) => sum + (sample.minute - minute) ** 2, 0);
  const joint = settled.reduce((sum, sample) => sum + (sample.minute - minute) * (sample.heap - heap), 0);
  return spread === 0 ? 0 : joint / spread;
}

/** Sends all kinds in turn, at the rate of the plan. */
async function mix(server: Soaked): Promise<void> {
  const began = performance.now();
  const samples: Sample[] = [];
  const met = tallies(server);
  const names = [...met.keys()];
  let sent = 0;
  const snapshot = async (name: string) => {
    if (values.snapshots !== undefined)
      await server.snapshot(resolve(values.snapshots, `${server.over}-${name}.heapsnapshot`));
  };
  const isOver = () => sent >= plan.calls || performance.now() - began > plan.minutes * 60_000;
  const worker = async () => {
    while (!isOver()) {
      const turn = sent;
      sent += 1;
      const due = began + (turn / plan.rate) * 1000 - performance.now();
      if (due > 0) await sleep(due);
      const name = names[turn % names.length] as string;
      // Each kind counts its turns separately, so that they do not depend on its position in the list.
      await make(server, name, Math.floor(turn / names.length), met.get(name) as Tally);
    }
  };
  const every = Number.isFinite(plan.calls) ? 5000 : Math.min(60_000, Math.max(2000, plan.minutes * 6000));
  const middle = Math.max(1, Math.floor((plan.minutes * 30_000) / every));
  const sampler = async (done: Promise<unknown>) => {
    for (let over = false; !over; ) {
      over = await Promise.race([done.then(() => true), sleep(every, false)]);
      const found = await server.measure();
      samples.push({ ...found, minute: (performance.now() - began) / 60_000 });
      say(`${server.over.padEnd(5)} ${lineOf(samples.at(-1) as Sample, sent)}  ${await server.sizes()}`);
      if (samples.length === middle) await snapshot('middle');
    }
    await snapshot('end');
  };
  const workers = Promise.all(Array.from({ length: inFlight }, worker));
  await Promise.all([workers, sampler(workers)]);
  sum(server.over, samples, met);
}

const lineOf = ({ minute, heap, rss, open, p99 }: Sample, sent: number) =>
  `${minute.toFixed(2).padStart(7)} min ${String(sent).padStart(8)} requests  heap ${megabytes(heap)}  rss ${megabytes(rss)}  open files ${open}  event loop p99 ${p99.toFixed(1)} ms`;

function sum(over: string, samples: readonly Sample[], met: ReadonlyMap<string, Tally>): void {
  const all = [...met.values()];
  const count = (of: (tally: Tally) => number) => all.reduce((total, tally) => total + of(tally), 0);
  const sent = count(({ calls }) => calls);
  const full = samples.filter(isSettled);
  // Two samples are too few for a slope. The second half of all samples then replaces them.
  const settled = full.length > 2 ? full : samples.slice(Math.floor(samples.length / 2));
  const perMinute = slope(settled);
  const minutes = samples.at(-1)?.minute ?? 0;
  const files = samples.slice(1).map(({ open }) => open);
  say(`\n${over}: ${sent} requests of ${met.size} kinds in ${minutes.toFixed(1)} min`);
  say(
    `  refusals of the service that were shown ${count(({ refused }) => refused)} (${percent(
      count(({ refused }) => refused),
      sent,
    )})`,
  );
  say(`  anything else than was expected ${count(({ unexpected }) => unexpected.length)}`);
  for (const [name, { calls, unexpected }] of met)
    if (unexpected.length > 0)
      say(`    ${name}: ${unexpected.length} of ${calls}, such as ${unexpected[0]?.slice(0, 200)}`);
  say(
    full.length > 2
      ? `  all caches full from minute ${full[0]?.minute.toFixed(1)}; heap from there ${megabytes(full[0]?.heap ?? 0)} to ${megabytes(full.at(-1)?.heap ?? 0)}`
      : `  caches were not full: the heap of the second half grew with them`,
  );
  for (const cache of samples.at(-1)?.kept ?? []) say(`    ${cacheLine(cache)}`);
  say(
    `  heap slope from there ${megabytes(perMinute * 10)} in 10 min, ${megabytes((perMinute * minutes * 1e6) / sent)} in a million requests`,
  );
  say(`  open files ${Math.min(...files)} to ${Math.max(...files)}`);
  say(`  event loop p99, worst sample ${Math.max(...samples.map(({ p99 }) => p99)).toFixed(1)} ms\n`);
}

/** Tests one kind after the other. */
async function each(server: Soaked, count: number): Promise<void> {
  const met = tallies(server);
  for (const [name, tally] of met) {
    let turn = 0;
    const run = async (until: number) => {
      const worker = async () => {
        while (turn < until) {
          turn += 1;
          await make(server, name, turn, tally);
        }
      };
      await Promise.all(Array.from({ length: inFlight }, worker));
      return (await server.measure()).heap;
    };
    // Warm up first, because code and data that are loaded only once are not growth.
    const before = await run(Math.ceil(count / 4));
    const after = await run(count + Math.ceil(count / 4));
    const odd = tally.unexpected.length;
    say(
      `${server.over.padEnd(5)} ${name.padEnd(45)} ${String(count).padStart(7)}  heap ${megabytes(before)} to ${megabytes(after)}, ${((after - before) / count).toFixed(0)} bytes a request${odd > 0 ? `, ${odd} odd: ${tally.unexpected[0]?.slice(0, 100)}` : ''}`,
    );
  }
}

async function main(): Promise<void> {
  const service = await createSandbox();
  const servers: Soaked[] = [];
  try {
    for (const over of transports) servers.push(await startServer(over, service.url, lifetimeMs));
    service.faults.set(injected);
    if (values.each !== undefined)
      for (const server of servers) await each(server, bounded(values.each, 100, 100_000, 2000));
    else await Promise.all(servers.map(mix));
  } finally {
    for (const server of servers) server.end();
    await service.close();
  }
}

await main();
