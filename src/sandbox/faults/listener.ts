import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { inject, type SharedFolder } from './fault-injector.ts';
import type { FaultPlan } from './fault-rules.ts';

/** One request that has arrived. */
export interface RequestEntry {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** As it was sent, with the question mark; empty where there is none. */
  readonly query: string;
  /** Missing as long as nothing was answered, which may be for ever. */
  status?: number;
  /** Kind of the fault that happened to it. */
  fault?: string;
}

/** What answers the requests; all of it may change while the listener runs. */
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

/** Listens on a loopback port, notes what arrives, and lets the planned faults happen in front of the service. */
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
    const exchange: SharedFolder = {
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

/** How a fault reads the request itself, past the ordinary way. */
function heldBack(backend: Backend, incoming: IncomingMessage): Pick<SharedFolder, 'drain' | 'answer'> {
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

/** Opens the port, and knows how to open the same one again. */
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
  // This timer alone keeps the process: with the port closed nothing else would.
  const openAfter = (ms: number) => {
    timer = setTimeout(() => server.listen(port, host), ms);
  };
  // Another program may hold the port at this moment.
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
