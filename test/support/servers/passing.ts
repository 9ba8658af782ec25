import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer as createSecure } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TlsOptions } from 'node:tls';

/**
 * Returns headers to set in the forwarded request, or to remove if undefined. Returns undefined if the function has
 * already sent a response itself.
 */
type Change = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
) => Record<string, string | undefined> | undefined;

export interface Passing {
  /** Address of the proxy. Its host is `127.0.0.1` with TLS and `localhost` without. */
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

/** Returns the headers that `change` has set in the response. They replace headers of the service's response. */
const headersOf = (outgoing: ServerResponse) => outgoing.getHeaders();
