import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer as createSecure } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TlsOptions } from 'node:tls';

/** Returns the headers to forward. Undefined if it has already sent a response. */
type Change = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
) => Record<string, string | undefined> | undefined;

export interface Passing {
  /** Without TLS, the address contains the name of this machine. */
  readonly url: string;
  readonly port: number;
  close(): Promise<unknown>;
}

/** Starts a reverse proxy that may change headers, or respond itself. */
export async function startPassing(target: () => string, change: Change, tls?: TlsOptions): Promise<Passing> {
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const changed = change(incoming, outgoing);
    if (changed === undefined) return;
    const { host: _host, ...headers } = { ...incoming.headers, ...changed };
    const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
    const onward = request(target() + incoming.url, { method: incoming.method, headers: given }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...headersOf(outgoing) });
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  };
  const server = tls ? createSecure(tls, pass) : createServer(pass);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: tls ? `https://127.0.0.1:${port}` : `http://localhost:${port}`,
    port,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns the headers that `change` has set. They replace those of the response. */
const headersOf = (outgoing: ServerResponse) => outgoing.getHeaders();
