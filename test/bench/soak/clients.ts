import type { ChildProcess } from 'node:child_process';
import { Agent } from 'node:http';
import { createInterface } from 'node:readline';
import { envelope } from '../../support/clients/raw.ts';
import { modernRequest } from '../../support/clients/raw-http.ts';

/** Client of the server in the soak test, in protocol revision 2026-07-28. */
export interface Speaker {
  /**
   * Sends a request. Returns the response; an empty object if the request was cancelled.
   * @param signal cancels the request in the way of the transport
   */
  ask(
    method: string,
    params: object,
    signal?: AbortSignal,
  ): Promise<{ readonly result?: any; readonly error?: any }>;
}

/** Server over HTTP and its users. */
export interface Place {
  readonly url: string;
  readonly agent: Agent;
  /** Returns the headers of one of the permanent callers. */
  caller(turn: number): Record<string, string>;
  /** Returns the headers of a new caller. */
  newcomer(): Promise<Record<string, string>>;
}

/** Creates the client of the only user of a server over stdio. */
export function speakOverStdio(child: ChildProcess): Speaker & { write(line: string): void } {
  const waiting = new Map<number, (message: object) => void>();
  let last = 0;
  createInterface({ input: child.stdout as NonNullable<ChildProcess['stdout']> }).on('line', (line) => {
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  });
  const write = (line: string) => void child.stdin?.write(`${line}\n`);
  return {
    write,
    ask: (method, params, signal) => {
      last += 1;
      const id = last;
      write(JSON.stringify({ jsonrpc: '2.0', id, method, params: { _meta: envelope, ...params } }));
      return new Promise((resolve) => {
        waiting.set(id, resolve);
        signal?.addEventListener('abort', () => {
          const cancelled = { method: 'notifications/cancelled', params: { requestId: id } };
          if (waiting.delete(id)) write(JSON.stringify({ jsonrpc: '2.0', ...cancelled }));
          resolve({});
        });
      });
    },
  };
}

/** Creates a client of a server over HTTP. */
export const speakOverHttp = (place: Place, headers: Record<string, string>): Speaker => ({
  ask: async (method, params, signal) => {
    const { url, agent } = place;
    try {
      const { message, status, text } = await modernRequest(url, method, params as Record<string, unknown>, {
        headers,
        agent,
        signal,
      });
      return message ?? { error: { message: `${status} ${text.slice(0, 100)}` } };
    } catch (error) {
      if (signal?.aborted) return {};
      throw error;
    }
  },
});

/** Signs in a few permanent callers and, on demand, new ones at the embedded service. */
export async function placeOf(url: string, service: string): Promise<Place> {
  const tokenOf = async (login: string) => ({ authorization: `Bearer ${await signIn(service, login)}` });
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const stayers = await Promise.all(
    Array.from({ length: 40 }, (_, n) => tokenOf(n % 2 === 0 ? 'admin' : 'head')),
  );
  return {
    url,
    agent,
    caller: (turn) => stayers[turn % stayers.length] ?? {},
    newcomer: () => tokenOf('anna'),
  };
}

/** Signs in. Returns a session token of the embedded service. */
export async function signIn(service: string, login: string): Promise<string> {
  const body = JSON.stringify({ grant_type: 'password', username: login, password: `sandbox-${login}` });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${service}/api/v2/auth/token`, { method: 'POST', headers, body });
  return ((await answer.json()) as { access_token: string }).access_token;
}
