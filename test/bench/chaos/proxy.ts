import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { readRequests, type Taken } from '../../support/servers/fault-server.ts';
import type { Random } from './random.ts';

/** Response of the service. */
export interface Passed {
  readonly status: number;
  readonly type: string | undefined;
  readonly disposition: string | undefined;
  readonly body: Buffer;
}

/** One request from casebridge to the service. */
export interface InterceptedRequest {
  readonly taken: Taken;
  readonly socket: Socket;
  readonly random: Random;
  /**
   * Forwards the request to the service.
   * @throws Error if the service cannot be reached
   */
  pass(): Promise<Passed>;
  /** Returns the last response to another user, with its request id. */
  foreign(): { readonly passed: Passed; readonly id: string } | undefined;
}

export interface UpstreamFault {
  readonly name: string;
  /** Writes anything to the connection, or nothing. */
  readonly play: (exchange: InterceptedRequest) => unknown;
  /** Whether the fault is used only for reads, because nobody could detect a false response to a change. */
  readonly isForReads?: boolean;
  /** Whether the fault is used only for changes. */
  readonly isForChanges?: boolean;
  /** Whether the fault affects a request for a token. casebridge first gets status 401, so that it requests one. */
  readonly isOfTokens?: boolean;
  /** Whether the response is complete but differs from the service's response. */
  readonly alters?: boolean;
}

/** Fault assigned to a call. */
export interface Planned {
  readonly fault: UpstreamFault;
  /** Affected requests of the call: the first one, the change itself, or all of them. */
  readonly on: 'first' | 'change' | 'every';
  played: number;
}

/** Change that the service has made or may have made. */
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
  /** Assigned faults, by the request id that casebridge sends with each request of a call. */
  readonly plans: Map<string, Planned>;
  /** Faults for token requests, by the token that the request contains. */
  readonly tokenPlans: Map<string, Planned>;
  readonly carried: Carried[];
  /** All tokens that were issued or sent. */
  readonly secrets: Set<string>;
  readonly requests: () => number;
  /** Fault for all requests without an assigned one. */
  everywhere: UpstreamFault | undefined;
  /** Maximum number of open connections. Further connections are closed at once. */
  maxConnections: number;
  /** Closes all connections and accepts none for `ms` milliseconds. */
  restart(ms: number): Promise<void>;
  close(): Promise<void>;
}

export const noncePattern = /Chaos\d+x\d+e/g;
const exchangeTarget = '/api/v2/auth/short-lived-token';

/** Checks whether a request changes data. */
export const isChange = ({ method, target }: Pick<Taken, 'method' | 'target'>) =>
  method !== 'GET' &&
  !target.includes('/auth/') &&
  !(method === 'POST' && /^\/api\/v3\/(documents$|objects\/Get)/.test(target));

const bearerOf = ({ headers }: Taken) => /^Bearer (\S+)/.exec(headers.authorization ?? '')?.[1] ?? '';

/** Writes a raw response to the socket. */
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

/** Starts a proxy in front of the service, at which all faults can occur. */
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
    const exchange: InterceptedRequest = {
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

/** Headers that belong to one connection or that the proxy sets itself. */
const dropped = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'keep-alive',
  'expect',
]);
