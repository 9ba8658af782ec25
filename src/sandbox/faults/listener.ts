import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { type InterceptedRequest, inject } from './fault-injector.ts';
import type { FaultPlan } from './fault-rules.ts';

/** A received request. */
export interface RequestEntry {
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  /** Query as sent, with the question mark. Empty if there is none. */
  readonly query: string;
  /** Undefined until a response is sent, which may never happen. */
  status?: number;
  /** Kind of the applied fault. */
  fault?: string;
}

/** Handler for requests. It may be replaced while the listener runs. */
export interface Backend {
  fetch(request: Request): Response | Promise<Response>;
  expireToken(authorization: string | undefined): void;
  forgetSessions(): void;
}

/** A listening service. */
export interface Listener {
  readonly origin: string;
  /** The last requests, oldest first: 10,000 at most. */
  readonly requests: RequestEntry[];
  close(): Promise<void>;
}

const host = '127.0.0.1';
const keptRequests = 10_000;
const retryMs = 50;

/** Listens on a loopback port, records requests, and applies the planned faults before requests reach the service. */
export async function openListener(port: number, plan: FaultPlan, backend: Backend): Promise<Listener> {
  const requests: RequestEntry[] = [];
  const entries = new WeakMap<object, RequestEntry>();
  const pass = getRequestListener(async (request, { incoming }) => {
    const response = await backend.fetch(request);
    const entry = entries.get(incoming);
    if (entry) entry.status = response.status;
    return response;
  });
  const server = createServer((incoming, outgoing) => {
    const entry = entryOf(incoming);
    if (requests.push(entry) > keptRequests) requests.splice(0, keptRequests / 10);
    entries.set(incoming, entry);
    const fault = plan.take(entry.method, entry.path);
    if (!fault) return void pass(incoming, outgoing);
    entry.fault = fault.kind;
    const exchange: InterceptedRequest = {
      incoming,
      outgoing,
      pass: () => void pass(incoming, outgoing),
      ...heldBack(backend, incoming),
      head: (status, headers) => {
        entry.status = status;
        outgoing.writeHead(status, headers);
      },
      expireToken: () => backend.expireToken(incoming.headers.authorization),
      restart: (closedMs) => {
        backend.forgetSessions();
        if (closedMs !== undefined) opened.reopenAfter(closedMs);
      },
    };
    inject(fault, exchange).catch(() => outgoing.destroy());
  });
  const opened = await openPort(server, port);
  return { origin: `http://${host}:${opened.port}`, requests, close: opened.close };
}

function entryOf(incoming: IncomingMessage): RequestEntry {
  const url = incoming.url ?? '/';
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  return { method: incoming.method ?? 'GET', path, query: mark < 0 ? '' : url.slice(mark) };
}

/** Returns functions with which a fault reads the request body itself, before or instead of the service. */
function heldBack(backend: Backend, incoming: IncomingMessage): Pick<InterceptedRequest, 'drain' | 'answer'> {
  const read = async () => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  };
  return {
    drain: async () => {
      await read();
    },
    answer: async () => {
      const body = await read();
      const { method = 'GET', url = '/', headers } = incoming;
      const request = new Request(new URL(url, `http://${headers.host ?? host}`), {
        method,
        headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
          value === undefined ? [] : [[name, String(value)]],
        ),
        ...(body.length > 0 ? { body } : {}),
      });
      const response = await backend.fetch(request);
      const bytes = Buffer.from(await response.arrayBuffer());
      return { status: response.status, headers: Object.fromEntries(response.headers), bytes };
    },
  };
}

/** Opens the port, and returns a function that opens the same port again. */
async function openPort(server: Server, wanted: number) {
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(wanted, host, () => {
      server.off('error', reject);
      resolve();
    }),
  );
  const { port } = server.address() as AddressInfo;
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  // Do not call `unref`, because this timer must keep the process alive while the port is closed.
  const openAfter = (ms: number) => {
    timer = setTimeout(() => server.listen(port, host), ms);
  };
  // If another program uses the port now, try again later.
  server.on('error', () => {
    if (!isOver) openAfter(retryMs);
  });
  const shut = () =>
    new Promise<void>((resolve) => {
      clearTimeout(timer);
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return {
    port,
    reopenAfter: (ms: number) => {
      void shut();
      openAfter(ms);
    },
    close: () => {
      isOver = true;
      return shut();
    },
  };
}
