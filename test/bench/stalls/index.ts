import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { jsonHeaders, modernRequest, rawRequest } from '../../support/clients/raw-http.ts';
import { aligned, milliseconds } from '../compare.ts';
import { type Answer, type Send, type StallInput, stallInputs } from './inputs.ts';

/**
 * `npm run bench:stalls` measures how long each of many inputs blocks the event loop of the built server over
 * HTTP, and compares this with the time for parsing the same JSON. `-- --whole` also tests each odd text
 * separately, `-- WORD` only tests inputs whose names contain the word. Prints the minimum of several
 * attempts, because other programs can only make a stall longer, and the processor time, which they do not
 * affect. The script asserts nothing.
 */
const say = (text = '') => process.stdout.write(`${text}\n`);
const token = 'token-of-the-benchmark';
const tries = 3;
/** Minimum processor time of a stall that gets a row in the table, in milliseconds. The first twelve always get one. */
const shortest = 10;

/** Longest stall and its processor time, in milliseconds. */
interface Stall {
  readonly longest: number;
  readonly worked: number;
}

interface Measured {
  readonly name: string;
  readonly stall: Stall;
  readonly floor: number | undefined;
  readonly taken: number;
  readonly said: string;
}

async function main(): Promise<void> {
  const words = process.argv.slice(2).filter((word) => word !== '--whole');
  const isWhole = process.argv.includes('--whole');
  say(`node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${process.platform}`);
  const service = await serveAnswers();
  const server = await serveWatched(service.origin);
  const measured: Measured[] = [];
  try {
    await server.longest();
    await sleep(1000);
    say(`idle for a second: ${milliseconds((await server.longest()).longest)}`);
    for (const input of stallInputs(isWhole))
      if (words.every((word) => input.name.includes(word)))
        measured.push(await measure(input, service, server));
  } finally {
    server.end();
    service.end();
  }
  const rows = measured.toSorted((one, other) => other.stall.worked - one.stall.worked);
  const shown = rows.filter(({ stall }, place) => stall.worked >= shortest || place < 12);
  say(
    aligned([
      ['', 'processor', 'worst stall', 'JSON.parse alone', 'whole time', 'answered'],
      ...shown.map(({ name, stall, floor, taken, said }) => [
        name,
        milliseconds(stall.worked),
        milliseconds(stall.longest),
        floor === undefined ? '' : milliseconds(floor),
        milliseconds(taken),
        said,
      ]),
    ]),
  );
  say(`${rows.length - shown.length} more below ${milliseconds(rows[shown.length]?.stall.worked ?? 0)}`);
}

async function measure(
  { name, answer: make, send }: StallInput,
  service: Service,
  server: Watched,
): Promise<Measured> {
  const answer = make?.();
  service.answer = answer;
  let stall = { longest: Number.POSITIVE_INFINITY, worked: Number.POSITIVE_INFINITY };
  let taken = Number.POSITIVE_INFINITY;
  let said = '';
  for (let round = 0; round < tries; round += 1) {
    await server.longest();
    const began = performance.now();
    said = await ask(server.url, send).catch((error: Error) => error.message);
    taken = Math.min(taken, performance.now() - began);
    // Wait, so that garbage collection after the response counts too.
    await sleep(50);
    const { longest, worked } = await server.longest();
    stall = { longest: Math.min(stall.longest, longest), worked: Math.min(stall.worked, worked) };
  }
  return { name, stall, floor: floorOf(answer), taken, said };
}

/**
 * Returns the minimum time for parsing the body of the response, in milliseconds. Returns undefined if the response has
 * special headers or is not JSON.
 */
function floorOf(answer: Answer | undefined): number | undefined {
  if (answer === undefined || answer.headers !== undefined) return undefined;
  const bytes = Buffer.from(answer.body);
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < tries; round += 1) {
    const began = performance.now();
    try {
      JSON.parse(bytes.toString('utf8'));
    } catch {
      return undefined;
    }
    least = Math.min(least, performance.now() - began);
  }
  return least;
}

async function ask(url: string, send: Send): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const { status, text, message } =
    'body' in send
      ? await rawRequest(url, { headers: { ...jsonHeaders, ...headers }, body: send.body })
      : await modernRequest(url, send.method, send.params, { headers });
  const said =
    message?.result?.content?.[0]?.text ?? message?.error?.message ?? message?.result?.resultType ?? '';
  const kind = message?.result?.isError ? 'refused: ' : '';
  return `${status}, ${text.length} bytes ${kind}${JSON.stringify(said.slice(0, 40))}`;
}

interface Service {
  readonly origin: string;
  /** Response to every following request, except requests for tokens. */
  answer: Answer | undefined;
  end(): void;
}

async function serveAnswers(): Promise<Service> {
  const granted = JSON.stringify({ access_token: token, token_type: 'bearer', expires_in: 86_400 });
  const json = { 'content-type': 'application/json; charset=utf-8' };
  const server = createServer((request, response) => {
    request.resume();
    if (request.url?.startsWith('/api/v2/auth/')) response.writeHead(200, json).end(granted);
    else {
      const { status = 200, headers = json, body } = service.answer ?? { body: '{}' };
      response.writeHead(status, headers).end(body);
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const service: Service = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: undefined,
    end: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return service;
}

interface Watched {
  readonly url: string;
  /** Returns the longest stall of the event loop since the last call of this function. */
  longest(): Promise<Stall>;
  end(): void;
}

async function serveWatched(origin: string): Promise<Watched> {
  const path = (file: string) => fileURLToPath(new URL(file, import.meta.url));
  const args = ['--import', path('./probe.mjs'), path('../../../dist/src/main.js'), 'http', '--port', '0'];
  const child = spawn(process.execPath, args, {
    env: {
      PATH: process.env.PATH ?? '',
      CASEBRIDGE_URL: origin,
      CASEBRIDGE_LOG_LEVEL: 'error',
      CASEBRIDGE_LIMITS:
        'reads=100000000,writes=100000000,risky=100000000,parallel=1000,total=10000,sessions=100000',
    },
    stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
  });
  process.once('exit', () => child.kill('SIGKILL')).once('SIGTERM', () => process.exit(1));
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8');
      const found = /serves MCP at (\S+)/.exec(said)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', () => reject(new Error('The server ended before it listened.')));
  });
  return {
    url,
    longest: async () => {
      child.send('measure');
      const [stall] = await once(child, 'message');
      return stall;
    },
    end: () => child.kill('SIGKILL'),
  };
}

await main();
