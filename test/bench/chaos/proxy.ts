import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { readRequests, type Taken } from '../../support/servers/fault-server.ts';
import type { Random } from './random.ts';

/** What the service answered. */
export interface Passed {
  readonly status: number;
  readonly type: string | undefined;
  readonly disposition: string | undefined;
  readonly body: Buffer;
}

/** One request between the bridge and the service. */
export interface SharedFolder {
  readonly taken: Taken;
  readonly socket: Socket;
  readonly random: Random;
  /** Lets the service do its work. @throws where it cannot be reached */
  pass(): Promise<Passed>;
  /** The last answer to somebody else, with the id of that request. */
  foreign(): { readonly passed: Passed; readonly id: string } | undefined;
}

export interface UpstreamFault {
  readonly name: string;
  /** Writes to the connection whatever it likes, or nothing. */
  readonly play: (exchange: SharedFolder) => unknown;
  /** What it says about a change would be a lie that nobody could see through. */
  readonly isForReads?: boolean;
  /** Happens to changes alone. */
  readonly isForChanges?: boolean;
  /** Happens to a request for a token, which has to be asked for first. */
  readonly isOfTokens?: boolean;
  /** The answer is whole, but not what the service said. */
  readonly alters?: boolean;
}

/** What a call was dealt. */
export interface Planned {
  readonly fault: UpstreamFault;
  /** Which requests of the call: the first, the change itself, or every one. */
  readonly on: 'first' | 'change' | 'every';
  played: number;
}

/** A change that the service has carried out, or may have. */
export interface Carried {
  readonly order: number;
  readonly requestId: string;
  readonly method: string;
  readonly target: string;
  readonly nonces: readonly string[];
  readonly isCertain: boolean;
}

export interface Gateway {
  readonly url: string;
  /** By the id that the bridge sends with each request of a call. */
  readonly plans: Map<string, Planned>;
  /** What happens to the next request for a token that carries this one. */
  readonly tokenPlans: Map<string, Planned>;
  readonly carried: Carried[];
  /** Every token that was given out or sent. */
  readonly secrets: Set<string>;
  readonly requests: () => number;
  /** What happens to all requests of which no plan speaks. */
  everywhere: UpstreamFault | undefined;
  /** Connections that are let in; those above are ended at once. */
  maxConnections: number;
  /** Ends every connection, and takes none for a while. */
  restart(ms: number): Promise<void>;
  close(): Promise<void>;
}

export const noncePattern = /Chaos\d+x\d+e/g;
const exchangeTarget = '/api/v2/auth/short-lived-token';

/** Whether a request changes something. */
export const isChange = ({ method, target }: Pick<Taken, 'method' | 'target'>) =>
  method !== 'GET' &&
  !target.includes('/auth/') &&
  !(method === 'POST' && /^\/api\/v3\/(documents$|objects\/Get)/.test(target));

const bearerOf = ({ headers }: Taken) => /^Bearer (\S+)/.exec(headers.authorization ?? '')?.[1] ?? '';

/** Writes an answer by hand. */
export function writeAnswer(
  socket: Socket,
  { status, type, disposition, body }: Passed,
  more: readonly string[] = [],
): void {
  const lines = [
    `HTTP/1.1 ${status} Any`,
    ...(type === undefined ? [] : [`content-type: ${type}`]),
    ...(disposition === undefined ? [] : [`content-disposition: ${disposition}`]),
    ...more,
    `content-length: ${body.length}`,
    '\r\n',
  ];
  if (!socket.destroyed) socket.write(Buffer.concat([Buffer.from(lines.join('\r\n'), 'latin1'), body]));
}

/** A gateway before the service at which anything can go wrong. */
export async function startGateway(service: string, random: Random): Promise<Gateway> {
  const sockets = new Set<Socket>();
  let requests = 0;
  let last: { passed: Passed; id: string; bearer: string } | undefined;

  const send = async (taken: Taken): Promise<Passed> => {
    const headers = Object.fromEntries(Object.entries(taken.headers).filter(([name]) => !dropped.has(name)));
    const answer = await fetch(`${service}${taken.target}`, {
      method: taken.method,
      headers,
      redirect: 'manual',
      ...(taken.body !== '' && { body: taken.body }),
    });
    return {
      status: answer.status,
      type: answer.headers.get('content-type') ?? undefined,
      disposition: answer.headers.get('content-disposition') ?? undefined,
      body: Buffer.from(await answer.arrayBuffer()),
    };
  };
  const note = (taken: Taken, isCertain: boolean) => {
    if (!isChange(taken)) return;
    found.carried.push({
      order: found.carried.length,
      requestId: taken.headers['x-request-id'] ?? '',
      method: taken.method,
      target: taken.target,
      nonces: [...new Set(taken.body.match(noncePattern) ?? [])],
      isCertain,
    });
  };
  const pass = async (taken: Taken): Promise<Passed> => {
    try {
      const passed = await send(taken);
      if (passed.status < 300) note(taken, true);
      if (taken.target === exchangeTarget)
        for (const [secret] of passed.body.toString().matchAll(/[\da-f]{64}/g)) found.secrets.add(secret);
      else if (passed.status < 300)
        last = { passed, id: taken.headers['x-request-id'] ?? '', bearer: bearerOf(taken) };
      return passed;
    } catch (error) {
      note(taken, false);
      throw error;
    }
  };
  const faultOf = (taken: Taken): UpstreamFault | undefined => {
    if (taken.target === exchangeTarget) {
      const planned = found.tokenPlans.get(bearerOf(taken));
      found.tokenPlans.delete(bearerOf(taken));
      if (planned) planned.played += 1;
      return planned?.fault;
    }
    const planned = found.plans.get(taken.headers['x-request-id'] ?? '');
    if (!planned) return found.everywhere;
    const { fault, on, played } = planned;
    if (isChange(taken) ? fault.isForReads : fault.isForChanges) return undefined;
    if (on !== 'every' && played > 0) return undefined;
    if (on === 'change' && !isChange(taken)) return undefined;
    planned.played += 1;
    return fault;
  };
  const play = async (socket: Socket, taken: Taken) => {
    requests += 1;
    found.secrets.add(bearerOf(taken));
    const exchange: SharedFolder = {
      taken,
      socket,
      random,
      pass: () => pass(taken),
      foreign: () => (last && last.bearer !== bearerOf(taken) ? last : undefined),
    };
    try {
      const fault = faultOf(taken);
      if (fault) await fault.play(exchange);
      else writeAnswer(socket, await exchange.pass());
    } catch {
      socket.destroy();
    }
  };
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    if (sockets.size >= found.maxConnections) return socket.destroy();
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    readRequests(socket, (taken) => void play(socket, taken));
    return undefined;
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => {
      server.listen(port, '127.0.0.1', resolve);
    });
  const shut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  await listen(0);
  const { port } = server.address() as { port: number };
  const found: Gateway = {
    url: `http://127.0.0.1:${port}`,
    plans: new Map(),
    tokenPlans: new Map(),
    carried: [],
    secrets: new Set(),
    requests: () => requests,
    everywhere: undefined,
    maxConnections: Number.POSITIVE_INFINITY,
    restart: async (ms) => {
      await shut();
      await sleep(ms);
      await listen(port);
    },
    close: shut,
  };
  return found;
}

/** What belongs to a connection, or is made anew. */
const dropped = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'keep-alive',
  'expect',
]);
