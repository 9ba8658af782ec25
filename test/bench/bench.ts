import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { unfence } from '../support/texts/fence.ts';
import { compare, median, milliseconds, type Row, row, table } from './compare.ts';
import { readKept, tableOfCosts } from './costs/kept-ratios.ts';
import { measureCosts } from './costs/measure.ts';
import { learningRow } from './learning.ts';
import { listTokens, tokensByArea } from './list-tokens.ts';
import { initialize, openRaw, type Program, type RawClient } from './load/raw-client.ts';
import { serveCase } from './sample.ts';

/**
 * `npm run bench` compares casebridge with bare SDK servers that do the minimum work (the baseline). All traffic
 * is on loopback. Both sides are measured alternately in the same run. The script asserts nothing.
 */
const beside = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const token = 'token-of-the-benchmark';
const say = (text = '') => process.stdout.write(`${text}\n`);

interface Programs {
  readonly ours: Program;
  readonly bareList: Program;
  readonly barePass: Program;
}
type Tools = readonly { readonly name: string }[];
type Call = { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> };
type Sample = Awaited<ReturnType<typeof serveCase>>;

async function main(): Promise<void> {
  const began = performance.now();
  say(`node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${process.platform}`);
  const sample = await serveCase(token);
  try {
    const { origin } = sample;
    const ours: Program = {
      args: [beside('../../dist/src/main.js')],
      env: { CASEBRIDGE_URL: origin, CASEBRIDGE_LOGIN: 'anna', CASEBRIDGE_PASSWORD: 'sandbox-anna' },
    };
    const tools = await listOnce(ours);
    const all = await listOnce({ ...ours, env: { ...ours.env, CASEBRIDGE_SURFACE: 'all' } });
    writeFileSync(join(sample.folder, 'tools.json'), JSON.stringify({ tools }));
    const programs: Programs = {
      ours,
      bareList: { args: [beside('./servers/bare-list.mjs'), join(sample.folder, 'tools.json')] },
      barePass: { args: [beside('./servers/bare-pass.mjs'), origin, token] },
    };
    say(
      `${tools.length} tools of ${all.length}, ${sample.size} bytes for get_object, ${sample.listSize} for list_objects`,
    );
    say(
      'The baseline of a call sends the same request with the same library and passes the answer on unchanged: it',
    );
    say(
      'checks neither arguments nor answer, signs nobody in, and has no limits, fence, log or further try.',
    );
    say();
    const call: Call = { name: 'get_object', arguments: { id: sample.id } };
    const rows = [
      ...(await coldStart(programs, call)),
      ...(await idleMemory(programs)),
      ...(await listing(programs)),
      ...(await calling(programs, call)),
      await listOfHundred(programs),
      await connecting(programs, call, sample),
      ...(await throughClient(programs, call)),
      await learningRow(ours),
      tokenRow('everyday', tools, 6_000),
      tokenRow('all', all, 18_500),
    ];
    say(table(rows));
    say();
    say(tokensByArea(all));
    say();
    say(tableOfCosts(await measureCosts(), readKept()));
    say();
    say(`${((performance.now() - began) / 1000).toFixed(0)} s`);
  } finally {
    await sample.end();
  }
}

async function listOnce(program: Program): Promise<Tools> {
  const client = await openRaw(program);
  const { tools } = await client.ask('tools/list', {});
  await client.end();
  return tools;
}

/** Measures the time from process start to the first response, including the handshake. */
async function coldStart({ ours, bareList, barePass }: Programs, call: Call): Promise<Row[]> {
  const launch = (program: Program, method: string, params: object) => async () => {
    const began = performance.now();
    const client = await openRaw(program);
    await client.ask(method, params);
    const taken = performance.now() - began;
    await client.end();
    return taken;
  };
  const [list, bare] = [launch(ours, 'tools/list', {}), launch(bareList, 'tools/list', {})];
  await compare(1, list, bare);
  const listed = await compare(23, list, bare);
  // casebridge signs in on the first call, and loads code that a list does not need.
  const called = await compare(11, launch(ours, 'tools/call', call), launch(barePass, 'tools/call', call));
  return [
    row('cold start to the first tools/list', listed, milliseconds, 1.2),
    row('cold start to the first get_object', called, milliseconds),
  ];
}

/** Measures resident memory 1.5 seconds after the first list. */
async function idleMemory({ ours, bareList }: Programs): Promise<Row[]> {
  const measure = async (program: Program) => {
    const client = await openRaw(program);
    await client.ask('tools/list', {});
    await sleep(1500);
    const bytes = residentMemory(client);
    await client.end();
    return bytes;
  };
  const result = await compare(
    3,
    () => measure(ours),
    () => measure(bareList),
  );
  return [row('memory, idle after a list', result, megabytes)];
}

async function listing({ ours, bareList }: Programs): Promise<Row[]> {
  const [a, b] = [await openRaw(ours), await openRaw(bareList)];
  const block = (client: RawClient) => async () => median(await client.times('tools/list', {}, 40));
  await compare(3, block(a), block(b));
  const result = await compare(40, block(a), block(b));
  await Promise.all([a.end(), b.end()]);
  return [row('tools/list, p50', result, milliseconds, 1.3)];
}

async function calling({ ours, barePass }: Programs, call: Call): Promise<Row[]> {
  const [a, b] = [await openRaw(ours), await openRaw(barePass)];
  await Promise.all([expectCase(a, call), expectCase(b, call)]);
  const sequential = (client: RawClient) => async () => median(await client.times('tools/call', call, 100));
  const flood = (client: RawClient) => () => client.flood('tools/call', call, floodSize, 32);
  await compare(3, flood(a), flood(b));
  const one = await compare(40, sequential(a), sequential(b));
  const many = await compare(20, flood(a), flood(b));
  const work = (client: RawClient) => async () => {
    const before = processorTime(client);
    for (let round = 0; round < 4; round += 1) await flood(client)();
    return (processorTime(client) - before) / (4 * floodSize);
  };
  const busy = await compare(6, work(a), work(b));
  const memory = await compare(
    1,
    async () => residentMemory(a),
    async () => residentMemory(b),
  );
  await Promise.all([a.end(), b.end()]);
  return [
    row('get_object, p50, one after another', one, milliseconds, 1.15),
    row('get_object, 32 in flight (time)', many, perSecond, 1.05),
    row('get_object, 32 in flight (processor)', busy, milliseconds, 1.3),
    row('memory after these calls', memory, megabytes),
  ];
}

/** Measures processor time for a list that is too long. casebridge shortens it, the baseline passes it through. */
async function listOfHundred({ ours, barePass }: Programs): Promise<Row> {
  const call: Call = { name: 'list_objects', arguments: { PageSize: 100 } };
  const [a, b] = [await openRaw(ours), await openRaw(barePass)];
  const lists = 60;
  const work = (client: RawClient) => async () => {
    const before = processorTime(client);
    await client.flood('tools/call', call, lists, 4);
    return (processorTime(client) - before) / lists;
  };
  await compare(3, work(a), work(b));
  const result = await compare(12, work(a), work(b));
  await Promise.all([a.end(), b.end()]);
  return row('list_objects of 100 (processor)', result, milliseconds, 1.5);
}

/** Measures how many connections a new process opens for calls, 32 of which are always in flight. */
async function connecting({ ours, barePass }: Programs, call: Call, { connections }: Sample): Promise<Row> {
  const open = async (program: Program) => {
    const before = await connections();
    const client = await openRaw(program);
    await client.flood('tools/call', call, floodSize, 32);
    await client.end();
    return (await connections()) - before;
  };
  const [a, b] = [await open(ours), await open(barePass)];
  return {
    what: 'connections opened, 32 in flight',
    ours: String(a),
    floor: String(b),
    value: a,
    target: 32,
  };
}

const floodSize = 1000;
const perSecond = (taken: number) => `${Math.round((floodSize / taken) * 1000).toLocaleString('en')}/s`;

/** Checks that the call returns the requested case, so that both sides do the same work. */
async function expectCase(client: RawClient, call: Call): Promise<void> {
  const result = await client.ask('tools/call', call);
  if (result.isError || JSON.parse(unfence(result.content[0].text)).Id !== call.arguments.id)
    throw new Error(`get_object failed: ${JSON.stringify(result).slice(0, 300)}`);
}

/** Measures lists and calls through the SDK's client, in the newest protocol revision that both sides support. */
async function throughClient({ ours, bareList, barePass }: Programs, call: Call): Promise<Row[]> {
  const clients = await Promise.all([ours, bareList, barePass].map(connect));
  const [a, list, pass] = clients as [Client, Client, Client];
  const timed = (action: () => Promise<unknown>, count: number) => async () => {
    const taken: number[] = [];
    for (let round = 0; round < count; round += 1) {
      const began = performance.now();
      await action();
      taken.push(performance.now() - began);
    }
    return median(taken);
  };
  // `bypass` is needed because casebridge lets clients cache the list, so the client would send no request.
  const listed = (client: Client) => timed(() => client.listTools(undefined, { cacheMode: 'bypass' }), 20);
  const called = (client: Client) => timed(() => client.callTool(call), 60);
  await compare(3, listed(a), listed(list));
  const lists = await compare(20, listed(a), listed(list));
  await compare(3, called(a), called(pass));
  const calls = await compare(30, called(a), called(pass));
  await Promise.all(clients.map((client) => client.close()));
  return [
    row('SDK client, mode auto: tools/list, p50', lists, milliseconds, 1.3),
    row('SDK client, mode auto: get_object, p50', calls, milliseconds, 1.25),
  ];
}

async function connect(program: Program): Promise<Client> {
  const client = new Client(initialize.clientInfo, { versionNegotiation: { mode: 'auto' } });
  const { args, env } = program;
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [...args], ...(env ? { env } : {}) }),
  );
  return client;
}

function tokenRow(surface: string, tools: Tools, target: number): Row {
  const tokens = listTokens(tools);
  return {
    what: `tools/list ${surface}, o200k tokens`,
    ours: tokens.toLocaleString('en'),
    floor: '',
    value: tokens,
    target,
  };
}

/**
 * Returns the processor time of the process, in milliseconds. Returns NaN if the system does not report it
 * (Linux does).
 */
function processorTime(client: RawClient): number {
  try {
    const [, figures = ''] = readFileSync(`/proc/${client.pid}/stat`, 'utf8').split(') ');
    const [user, system] = figures.split(' ').slice(11, 13);
    // The values are in hundredths of a second.
    return (Number(user) + Number(system)) * 10;
  } catch {
    return Number.NaN;
  }
}

/** Returns the resident memory, in bytes. Returns NaN if the system does not report it (Linux does). */
function residentMemory(client: RawClient): number {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${client.pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes) * 1024;
  } catch {
    return Number.NaN;
  }
}

const megabytes = (bytes: number) =>
  Number.isNaN(bytes) ? 'not known here' : `${(bytes / 1_048_576).toFixed(0)} MB`;

await main();
