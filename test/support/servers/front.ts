import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Reverse proxy in front of a service. It imitates a gateway or an older installation. */
export interface Front {
  readonly url: string;
  /** `METHOD /path` of the received requests, in order, without those for tokens. */
  readonly requests: string[];
  /** `METHOD /path?query` and body of each request in `requests`. */
  readonly sent: { readonly request: string; readonly body: string }[];
  /** Returns the maximum number of requests, without those for tokens, that were in flight at the same time. */
  mostAtOnce(): number;
  close(): Promise<void>;
}

/** Returns the JSON to send instead of the response to `METHOD /path`. */
export type Alter = (body: any, request: string) => unknown;

/** Changes to the wire format of a service. Requests for tokens are not changed. */
export interface Otherwise {
  /** Changes the JSON of a response. */
  readonly answered?: (json: string, request: string) => string;
  /** Changes the body of a request. */
  readonly taken?: (body: string, request: string) => string;
}

/**
 * Starts a reverse proxy for `target` on the loopback interface.
 * @param refuse returns the status of an empty response to this `METHOD /path`, or undefined to forward the request
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

/**
 * Returns the body of the last request with a body. Skips other requests, because casebridge may read the record after
 * a change.
 */
export const lastBody = ({ sent }: Pick<Front, 'sent'>): string =>
  sent.findLast(({ body }) => body !== '')?.body ?? '';
