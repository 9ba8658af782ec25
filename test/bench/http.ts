import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { envelope } from '../support/clients/raw.ts';
import { jsonHeaders } from '../support/clients/raw-http.ts';
import { compare, median, milliseconds, type Row, row, table } from './compare.ts';
import {
  addressOf,
  type Era,
  type Load,
  type LoadOptions,
  openLoad,
  openSessions,
  type Served,
  serve,
} from './load/http-load.ts';
import { end, type Program, start } from './load/raw-client.ts';
import { serveCase } from './sample.ts';

/**
 * `npm run bench:http` compares casebridge over HTTP, for many callers with separate tokens, with a bare SDK
 * server that passes the same call through without authentication. All traffic is on loopback. Both sides are
 * measured alternately. The script asserts nothing.
 */
const beside = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const token = 'token-of-the-benchmark';
const callers = 100;
const sessions = 2000;
const floodSize = 400;
const high = 'reads=100000000,parallel=1000,total=10000,sessions=100000';
const say = (text = '') => process.stdout.write(`${text}\n`);

async function main(): Promise<void> {
  const began = performance.now();
  say(`node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${process.platform}`);
  const sample = await serveCase(token);
  try {
    const { origin } = sample;
    const ours: Program = {
      args: [beside('../../dist/src/main.js'), 'http', '--port', '0'],
      env: { CASEBRIDGE_URL: origin, CASEBRIDGE_LIMITS: high },
    };
    const bare: Program = { args: [beside('./servers/bare-http.mjs'), origin, token] };
    const call = { name: 'get_object', arguments: { id: sample.id } };
    say(`${callers} callers with a token each, ${sample.size} bytes for get_object`);
    say();
    const rows = [await coldStart(ours, join(sample.folder, 'tools.json'))];
    for (const era of ['2026-07-28', 'sessions of 2025-11-25'] as const)
      rows.push(...(await calling(era, ours, bare, call)));
    rows.push(...(await idleSessions(ours, bare)), await twoProcesses(ours, call));
    say(table(rows));
    say();
    say('Two processes, the balancer, the service and the callers shared these cores.');
    say(`${((performance.now() - began) / 1000).toFixed(0)} s`);
  } finally {
    await sample.end();
  }
}

/**
 * Measures the time from process start to the first list, for a new caller.
 * @param file path of the file with the list that the baseline returns unchanged
 */
async function coldStart(ours: Program, file: string): Promise<Row> {
  const list = async (program: Program) => {
    const child = start(program);
    const url = await addressOf(child);
    const answer = await fetch(url, { method: 'POST', headers: listHeaders, body: listBody });
    const text = await answer.text();
    await end(child);
    if (!text.includes('"tools"')) throw new Error(text.slice(0, 300));
    return text;
  };
  writeFileSync(file, JSON.stringify(JSON.parse(await list(ours)).result));
  const launch = (program: Program) => async () => {
    const began = performance.now();
    await list(program);
    return performance.now() - began;
  };
  const result = await compare(
    23,
    launch(ours),
    launch({ args: [beside('./servers/bare-list.mjs'), file, 'http'] }),
  );
  return row('cold start to the first tools/list', result, milliseconds, 1.3);
}

const listHeaders = {
  ...jsonHeaders,
  authorization: 'Bearer caller-0',
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/list',
};
const listBody = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: envelope } });

/** Starts one server per program, calls `use` with them, and stops them. */
async function using<Result>(programs: readonly Program[], use: (served: Served[]) => Promise<Result>) {
  const served = await Promise.all(programs.map(serve));
  try {
    return await use(served);
  } finally {
    await Promise.all(served.map((one) => one.end()));
  }
}

const calling = (era: Era, ours: Program, bare: Program, call: LoadOptions['call']) =>
  using([ours, bare], async (served): Promise<Row[]> => {
    const loads = await Promise.all(served.map(({ url }) => openLoad(url, { era, call, callers })));
    const [a, b] = loads as [Load, Load];
    const flood = (load: Load) => () => load.flood(floodSize, 32);
    const sequential = (load: Load) => async () => median(await load.times(100));
    await compare(2, flood(a), flood(b));
    const one = await compare(40, sequential(a), sequential(b));
    const many = await compare(20, flood(a), flood(b));
    await Promise.all(loads.map((load) => load.end()));
    return [
      row(`${era}: get_object, p50, one after another`, one, milliseconds, 1.25),
      row(`${era}: 32 in flight (time)`, many, perSecond, 1.25),
    ];
  });

const perSecond = (taken: number) => `${Math.round((floodSize / taken) * 1000).toLocaleString('en')}/s`;

/** Measures the memory of an idle session. The first sessions fill shared caches and are not counted. */
const idleSessions = (ours: Program, bare: Program) =>
  using([ours, bare], async (served): Promise<Row[]> => {
    const measured = await Promise.all(
      served.map(async (one) => {
        await openSessions(one.url, 400);
        const before = await one.memory();
        await openSessions(one.url, sessions);
        const after = await one.memory();
        return { heap: (after.heap - before.heap) / sessions, rss: (after.rss - before.rss) / sessions };
      }),
    );
    const [a, b] = measured as [(typeof measured)[0], (typeof measured)[0]];
    const line = (what: string, of: 'heap' | 'rss') => ({
      what: `${what} for each of ${sessions.toLocaleString('en')} idle sessions`,
      ours: kilobytes(a[of]),
      floor: kilobytes(b[of]),
      value: a[of] / 1024,
      target: 16,
    });
    return [line('heap', 'heap'), line('resident memory', 'rss')];
  });

const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;

/**
 * Compares two processes behind a load balancer with one. The target is 1.8 times the calls per second, which
 * is 0.56 of the time.
 */
async function twoProcesses({ args, env }: Program, call: LoadOptions['call']): Promise<Row> {
  const ports = await Promise.all([freePort(), freePort()]);
  const programs = ports.map((port) => ({
    args: [...args.slice(0, -1), port],
    env: { ...env, CASEBRIDGE_PUBLIC_URL: 'http://localhost/mcp' },
  }));
  const balancers = [ports, ports.slice(0, 1)].map((behind) => ({
    args: [beside('./servers/balancer.mjs'), ...behind],
  }));
  return using(programs, () =>
    using(balancers, async (fronts) => {
      const options = { era: '2026-07-28', call, callers, host: 'localhost' } as const;
      const loads = await Promise.all(fronts.map(({ url }) => openLoad(url, options)));
      const [two, one] = loads as [Load, Load];
      const flood = (load: Load) => () => load.flood(floodSize, 64);
      await compare(3, flood(two), flood(one));
      const result = await compare(12, flood(two), flood(one));
      await Promise.all(loads.map((load) => load.end()));
      return row('two processes behind a balancer, baseline: one (time)', result, perSecond, 0.56);
    }),
  );
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}

await main();
