import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of its own before a service, as a gateway or an older deployment would stand there. */
export interface Front {
  readonly url: string;
  /** `METHOD /path` of what came, in order; requests for tokens left out. */
  readonly requests: string[];
  /** How many of them were under way at the same time at most. */
  mostAtOnce(): number;
  close(): Promise<void>;
}

/** What a JSON answer to a `METHOD /path` is instead. */
export type Alter = (body: any, request: string) => unknown;

/**
 * Starts a server on loopback that passes requests on to `target`.
 * @param refuse status of an answer without a body for this `METHOD /path`; undefined passes the request on
 */
export async function startFront(
  target: string,
  refuse: (request: string) => number | undefined,
  alter?: Alter,
): Promise<Front> {
  const requests: string[] = [];
  let inFlight = 0;
  let most = 0;
  const server = createServer((incoming, outgoing) => {
    const request = `${incoming.method} ${(incoming.url ?? '').split('?')[0]}`;
    if (!request.includes('/auth/')) requests.push(request);
    inFlight += 1;
    most = Math.max(most, inFlight);
    outgoing.once('close', () => {
      inFlight -= 1;
    });
    const status = refuse(request);
    if (status !== undefined) {
      incoming.resume();
      outgoing.writeHead(status).end();
      return;
    }
    passOn(target, incoming).then(
      async (response) => {
        const type = response.headers.get('content-type');
        outgoing.writeHead(response.status, type ? { 'content-type': type } : {});
        const isAltered = alter !== undefined && !request.includes('/auth/') && /json/.test(type ?? '');
        outgoing.end(
          isAltered
            ? JSON.stringify(alter(await response.json(), request))
            : Buffer.from(await response.arrayBuffer()),
        );
      },
      () => outgoing.destroy(),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    mostAtOnce: () => most,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function passOn(target: string, incoming: IncomingMessage): Promise<Response> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const headers = new Headers();
  for (const name of ['authorization', 'content-type'] as const) {
    const value = incoming.headers[name];
    if (value !== undefined) headers.set(name, value);
  }
  const body = Buffer.concat(chunks);
  return fetch(`${target}${incoming.url}`, {
    method: incoming.method ?? 'GET',
    headers,
    ...(body.length > 0 ? { body } : {}),
  });
}
