import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import { envelope } from '../../support/clients/raw.ts';
import { jsonHeaders } from '../../support/clients/raw-http.ts';
import { initialize, type Program } from './raw-client.ts';

export type Era = 'sessions of 2025-11-25' | '2026-07-28';

/** A server over HTTP in a process of its own. */
export interface Served {
  readonly url: URL;
  /** What the process holds after a garbage collection, in bytes. */
  memory(): Promise<{ heap: number; rss: number }>;
  /** Moves the clocks of one on that was started with a clock for it (`fleet/moving-clock.mjs`). */
  pass(ms: number): Promise<void>;
  end(): Promise<void>;
}

export async function serve({ args, env }: Program): Promise<Served> {
  const probe = fileURLToPath(new URL('soak-probe.mjs', import.meta.url));
  const child: ChildProcess = spawn(process.execPath, ['--expose-gc', '--import', probe, ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
  });
  const url = await addressOf(child);
  return {
    url,
    memory: async () => {
      // Any other text is the name of a file for a snapshot of all it holds.
      child.send('');
      const [found] = await once(child, 'message');
      return found;
    },
    pass: async (passMs) => {
      child.send({ passMs });
      await once(child, 'message');
    },
    end: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** Where a server serves, once it says so. */
export async function addressOf(child: ChildProcess): Promise<URL> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8');
      const found = /serves MCP at (\S+)/.exec(said)?.[1];
      if (found) resolve(new URL(found));
    });
    child.once('exit', () => reject(new Error(`It ended before it listened: ${child.spawnargs.join(' ')}`)));
  });
}

/** Many callers with kept-alive connections, who only send and count bytes. */
export interface Load {
  /** Milliseconds of each call, one after another. */
  times(count: number): Promise<number[]>;
  /** Milliseconds for `count` calls with `inFlight` of them always under way. */
  flood(count: number, inFlight: number): Promise<number>;
  end(): Promise<void>;
}

export interface LoadOptions {
  readonly era: Era;
  /** What `tools/call` is asked for. */
  readonly call: { readonly name: string; readonly arguments: object };
  /** Each with a token, and in the older revision a session, of their own. */
  readonly callers: number;
  /** Of each, from 0. */
  readonly tokenOf?: (number: number) => string;
  /** What the server is called where it is not reached directly. */
  readonly host?: string;
}

export async function openLoad(
  url: URL,
  { era, call, callers, host, tokenOf = (number) => `caller-${number}` }: LoadOptions,
): Promise<Load> {
  const pool = new Pool(url.origin, { connections: 64 });
  const send = async (headers: Record<string, string>, message: object) => {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    const answer = await pool.request({ method: 'POST', path: url.pathname, headers, body });
    return { status: answer.statusCode, headers: answer.headers, bytes: await answer.body.arrayBuffer() };
  };
  const isModern = era === '2026-07-28';
  const enter = async (number: number): Promise<Record<string, string>> => {
    const authorization = `Bearer ${tokenOf(number)}`;
    const headers = { ...jsonHeaders, authorization, ...(host === undefined ? {} : { host }) };
    if (isModern)
      return {
        ...headers,
        'mcp-protocol-version': era,
        'mcp-method': 'tools/call',
        'mcp-name': call.name,
      };
    return { ...headers, ...(await beginSession(send, headers)) };
  };
  const everybody: Record<string, string>[] = [];
  for (let number = 0; number < callers; number += 1) everybody.push(await enter(number));

  const params = { ...(isModern ? { _meta: envelope } : {}), ...call };
  let turn = 0;
  const once = async (): Promise<string> => {
    turn += 1;
    const { status, bytes } = await send(everybody[turn % callers] ?? {}, {
      id: turn,
      method: 'tools/call',
      params,
    });
    if (status !== 200 || bytes.byteLength < usual * 0.9)
      throw new Error(`${status} with ${bytes.byteLength} bytes instead of ${usual}`);
    return Buffer.from(bytes).toString('utf8');
  };
  // A failure is far shorter than the first answer, which is read.
  let usual = 0;
  const first = await once();
  if (!first.includes('"result"') || first.includes('"isError":true')) throw new Error(first.slice(0, 300));
  usual = Buffer.byteLength(first);

  return {
    times: async (count) => {
      const taken: number[] = [];
      for (let round = 0; round < count; round += 1) {
        const began = performance.now();
        await once();
        taken.push(performance.now() - began);
      }
      return taken;
    },
    flood: async (count, inFlight) => {
      const began = performance.now();
      let sent = 0;
      const worker = async () => {
        while (sent < count) {
          sent += 1;
          await once();
        }
      };
      await Promise.all(Array.from({ length: inFlight }, worker));
      return performance.now() - began;
    },
    end: () => pool.close(),
  };
}

type Send = (
  headers: Record<string, string>,
  message: object,
) => Promise<{ readonly status: number; readonly headers: Record<string, string | string[] | undefined> }>;

/** @returns the headers that continue it */
export async function beginSession(send: Send, headers: Record<string, string>) {
  const { status, headers: answered } = await send(headers, {
    id: 0,
    method: 'initialize',
    params: initialize,
  });
  const id = answered['mcp-session-id'];
  if (status !== 200 || typeof id !== 'string') throw new Error(`no session: ${status}`);
  const session = { 'mcp-session-id': id, 'mcp-protocol-version': initialize.protocolVersion };
  await send({ ...headers, ...session }, { method: 'notifications/initialized' });
  return session;
}

/** Opens so many sessions, of callers with twenty each, and leaves them alone. */
export async function openSessions(url: URL, count: number): Promise<void> {
  const pool = new Pool(url.origin, { connections: 8 });
  const send: Send = async (headers, message) => {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    const answer = await pool.request({ method: 'POST', path: url.pathname, headers, body });
    await answer.body.dump();
    return { status: answer.statusCode, headers: answer.headers };
  };
  let opened = 0;
  const worker = async () => {
    while (opened < count) {
      opened += 1;
      const caller = `Bearer caller-${Math.floor(opened / 20)}`;
      await beginSession(send, { ...jsonHeaders, authorization: caller });
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  await pool.close();
}
