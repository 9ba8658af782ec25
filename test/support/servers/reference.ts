import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Response for a file of the API reference (OpenAPI). If undefined, the proxy forwards the request to the service. */
export type ReferenceFile =
  | { readonly status?: number; readonly type?: string; readonly body: string }
  | 'hangs'
  | undefined;

/** Reverse proxy that replaces files of the API reference (OpenAPI) of a service. */
export interface ReferenceServer {
  readonly url: string;
  /** All requests: `METHOD /path?query`, the value of the Authorization header as `token`, and the body. */
  readonly requests: {
    readonly request: string;
    readonly token: string | undefined;
    readonly body: string;
  }[];
  close(): Promise<void>;
}

/** @param file returns the file for a path that begins with /swagger or /openapi */
export async function startReferenceServer(
  service: string,
  file: (path: string, token: string | undefined) => ReferenceFile | Promise<ReferenceFile>,
): Promise<ReferenceServer> {
  const requests: ReferenceServer['requests'] = [];
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const path = incoming.url ?? '';
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const token = incoming.headers.authorization;
    requests.push({ request: `${incoming.method} ${path}`, token, body: body.toString('utf8') });
    const own = /^\/(swagger|openapi)/.test(path) ? await file(path, token) : undefined;
    if (own === 'hangs') return;
    if (own !== undefined) {
      outgoing.writeHead(own.status ?? 200, { 'content-type': own.type ?? 'application/json' }).end(own.body);
      return;
    }
    const { host: _, connection: __, ...headers } = incoming.headers as Record<string, string>;
    const method = incoming.method ?? 'GET';
    const passed = await fetch(service + path, {
      method,
      headers,
      ...(method === 'GET' ? {} : { body: new Uint8Array(body) }),
      redirect: 'manual',
    });
    const type = passed.headers.get('content-type');
    outgoing
      .writeHead(passed.status, type === null ? {} : { 'content-type': type })
      .end(Buffer.from(await passed.arrayBuffer()));
  };
  const server = createServer((...exchange) => void answer(...exchange));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
