import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import { envelope } from '../../support/clients/raw.ts';
import { jsonHeaders } from '../../support/clients/raw-http.ts';
import { initialize, type Program } from './raw-client.ts';

export type Era = 'sessions of 2025-11-25' | '2026-07-28';

/** Server over HTTP in a separate process. */
export interface Served {
  readonly url: URL;
  /** Returns the memory of the process after a garbage collection, in bytes. */
  memory(): Promise<{ heap: number; rss: number }>;
  /** Moves the server's clock forward. Requires a server started with `fleet/moving-clock.mjs`. */
  pass(ms: number): Promise<void>;
  end(): Promise<void>;
}

export async function serve({ args, env }: Program): Promise<Served> {
  const probe = fileURLToPath(new URL('../soak-probe.mjs', import.meta.url));
  const child: ChildProcess = spawn(process.execPath, ['--expose-gc', '--import', probe, ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
  });
  const url = await addressOf(child);
  return {
    url,
    memory: async () => {
      // An empty message requests the measurement. Any other text is the file name for a heap snapshot.
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

/** Returns the server's URL when it has printed it. */
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

/** Load of many callers with keep-alive connections. It only sends requests and counts bytes. */
export interface Load {
  /** Makes calls one after another. Returns the duration of each, in milliseconds. */
  times(count: number): Promise<number[]>;
  /** Makes `count` calls, with `inFlight` calls always in flight. Returns the total time, in milliseconds. */
  flood(count: number, inFlight: number): Promise<number>;
  end(): Promise<void>;
}

export interface LoadOptions {
  readonly era: Era;
  /** Parameters of `tools/call`. */
  readonly call: { readonly name: string; readonly arguments: object };
  /** Number of callers. Each has its own token and, in the older revision, its own session. */
  readonly callers: number;
  /** Returns the token of a caller. Callers are numbered from 0. */
  readonly tokenOf?: (number: number) => string;
  /** Value of the `Host` header if a proxy is in front of the server. */
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
  // Failures are detected by their length, because they are far shorter than the first response, which is
  // checked.
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

/** Begins a session. Returns the headers for its further requests. */
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

/** Opens `count` idle sessions, twenty per caller. */
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
