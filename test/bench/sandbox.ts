import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compare, milliseconds, type Row, row, table } from './compare.ts';
import { aim, flood, floodCount, freshMark } from './load/flood.ts';
import { soak } from './load/mixed-load.ts';
import { end, start } from './load/raw-client.ts';

/**
 * `npm run bench:sandbox [-- --million]` compares the embedded service with a bare server that returns the
 * same bytes. It also measures the start time, and the memory over many mixed requests. The script asserts
 * nothing.
 */
const beside = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const say = (text = '') => process.stdout.write(`${text}\n`);

/**
 * Requests to measure. Lists are measured twice: repeated without changes in between, and requested for the
 * first time.
 */
const lists = {
  'one record': '/api/v2/participants/00000000-0000-4000-8000-9a2700100000',
  'a page of 100 of 10,000 participants': '/api/v2/participants?pageSize=100',
  'page 57 of them': '/api/v2/participants?page=57&pageSize=100',
  '  for the first time, page 57': `/api/v2/participants?page=57&pageSize=100&${freshMark}`,
  '  for the first time, 20 a page': `/api/v2/participants?page=285&pageSize=20&${freshMark}`,
  'a search by name among them': '/api/v2/participants?name=Westmoor&pageSize=10',
  '  anew, each time': `/api/v2/participants?name=Westmoor&pageSize=10&${freshMark}`,
  'a page of 100 of 3,000 cases': '/api/v2/cases?pageSize=100',
  'a page of 100 folders with all below': '/api/v2/folders?pageSize=100',
} as const;

async function main(): Promise<void> {
  say(`node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${process.platform}`);
  const rows = [...(await starting()), ...(await answering())];
  say(table(rows));
  say();
  const count = process.argv.includes('--million') ? 1_000_000 : 200_000;
  const service = await open('large', ['--expose-gc']);
  try {
    await soak(service.origin, service.heap, count, say);
  } finally {
    await end(service.child);
  }
}

/**
 * Measures the time from process start until the process prints its address. For comparison, also measures a minimal
 * HTTP server that is started in the same way.
 */
async function starting(): Promise<Row[]> {
  const launch = async (args: readonly string[]) => {
    const began = performance.now();
    const child = start({ args });
    await line(child);
    const taken = performance.now() - began;
    await end(child);
    return taken;
  };
  const bare = [beside('./servers/upstream.mjs'), beside('./servers/upstream.mjs'), 'token'];
  const ours = (data: string) => [beside('./servers/sandbox-service.mjs'), data];
  const rows: Row[] = [];
  for (const data of ['small', 'large']) {
    const result = await compare(
      11,
      () => launch(ours(data)),
      () => launch(bare),
    );
    const beyond = { ...row(`start, ${data} set`, result, milliseconds), value: result.ours - result.floor };
    rows.push(beyond, {
      what: '  beyond the bare server',
      ours: milliseconds(beyond.value),
      floor: '',
      value: beyond.value,
      ...(data === 'small' ? { target: 150 } : {}),
    });
  }
  return rows;
}

/** Measures the time per request, with pipelined requests on four connections. */
async function answering(): Promise<Row[]> {
  const service = await open('large');
  const folder = mkdtempSync(join(tmpdir(), 'casebridge-bench-'));
  const rows: Row[] = [];
  try {
    const token = await signIn(service.origin);
    for (const [what, path] of Object.entries(lists)) {
      const ours = await aim(service.origin, path, token);
      writeFileSync(join(folder, 'answer.json'), ours.body);
      const bare = start({ args: [beside('./servers/upstream.mjs'), join(folder, 'answer.json'), token] });
      const floor = await aim(`http://127.0.0.1:${await line(bare)}`, path, token);
      const rounds = ours.body.length > 20_000 ? 2 : 8;
      const each = (volley: typeof ours) => async () => (await flood(volley, rounds)) / floodCount(rounds);
      await compare(2, each(ours), each(floor));
      const result = await compare(9, each(ours), each(floor));
      const held = path.includes(freshMark) ? undefined : 3;
      rows.push(row(`${what} (${Math.round(ours.body.length / 1024)} kB)`, result, perSecond, held));
      await end(bare);
    }
  } finally {
    await end(service.child);
    rmSync(folder, { recursive: true });
  }
  return rows;
}

const perSecond = (ms: number) => `${Math.round(1000 / ms).toLocaleString('en')}/s`;

interface Service {
  readonly child: ReturnType<typeof start>;
  readonly origin: string;
  /** Returns the used heap after a garbage collection, in bytes. */
  heap(): Promise<number>;
}

async function open(data: string, flags: readonly string[] = []): Promise<Service> {
  const child = start({ args: [...flags, beside('./servers/sandbox-service.mjs'), data] });
  const origin = (await line(child)).split(' ')[0] ?? '';
  const heap = async () => {
    const answer = line(child);
    child.stdin?.write('heap\n');
    return Number(await answer);
  };
  return { child, origin, heap };
}

const line = (child: ReturnType<typeof start>) =>
  new Promise<string>((resolve) =>
    child.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString('utf8').trim())),
  );

async function signIn(origin: string): Promise<string> {
  const response = await fetch(`${origin}/api/v2/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'password', username: 'anna', password: 'sandbox-anna' }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

await main();
