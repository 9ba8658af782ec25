import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of its own before a service, as a gateway or an older deployment would stand there. */
export interface Front {
  readonly url: string;
  /** `METHOD /path` of what came, in order; requests for tokens left out. */
  readonly requests: string[];
  /** `METHOD /path?query` and body of the same. */
  readonly sent: { readonly request: string; readonly body: string }[];
  /** How many of them were under way at the same time at most. */
  mostAtOnce(): number;
  close(): Promise<void>;
}

/** What a JSON answer to a `METHOD /path` is instead. */
export type Alter = (body: any, request: string) => unknown;

/** What a service writes, and takes, otherwise; requests for tokens are left alone. */
export interface Otherwise {
  /** The JSON that is answered. */
  readonly answered?: (json: string, request: string) => string;
  /** The body that was sent. */
  readonly taken?: (body: string, request: string) => string;
}

/**
 * Starts a server on loopback that passes requests on to `target`.
 * @param refuse status of an answer without a body for this `METHOD /path`; undefined passes the request on
 */
export async function startFront(
  target: string,
  refuse: (request: string) => number | undefined = () => undefined,
  alter?: Alter,
  { answered = (json) => json, taken = (body) => body }: Otherwise = {},
): Promise<Front> {
  const requests: string[] = [];
  const sent: Front['sent'] = [];
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
    const isToken = request.includes('/auth/');
    const take = (body: Buffer) => {
      if (isToken) return body;
      sent.push({ request: `${incoming.method} ${incoming.url}`, body: body.toString() });
      return Buffer.from(taken(body.toString(), request));
    };
    passOn(target, incoming, take).then(
      async (response) => {
        const type = response.headers.get('content-type');
        const body = Buffer.from(await response.arrayBuffer());
        outgoing.writeHead(response.status, type ? { 'content-type': type } : {});
        if (isToken || !type?.includes('json')) outgoing.end(body);
        else if (alter) outgoing.end(JSON.stringify(alter(JSON.parse(body.toString()), request)));
        else outgoing.end(answered(body.toString(), request));
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
    sent,
    mostAtOnce: () => most,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function passOn(
  target: string,
  incoming: IncomingMessage,
  take: (body: Buffer) => Buffer,
): Promise<Response> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const headers = new Headers();
  for (const name of ['authorization', 'content-type'] as const) {
    const value = incoming.headers[name];
    if (value !== undefined) headers.set(name, value);
  }
  const body = take(Buffer.concat(chunks));
  return fetch(`${target}${incoming.url}`, {
    method: incoming.method ?? 'GET',
    headers,
    ...(body.length > 0 ? { body } : {}),
  });
}

/** The body of the last request that had one: what was changed may be read again behind it. */
export const lastBody = ({ sent }: Pick<Front, 'sent'>): string =>
  sent.findLast(({ body }) => body !== '')?.body ?? '';
