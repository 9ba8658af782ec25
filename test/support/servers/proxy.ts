import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { TlsOptions } from 'node:tls';

/**
 * Response of a proxy to CONNECT: opens a tunnel, sends nothing, closes the connection, responds in another protocol,
 * or returns a status.
 */
type Turn = 'tunnel' | 'stall' | 'hang up' | 'speak otherwise' | number;

/** Proxy that connects every host to the same service, so that host names need not exist. */
export interface TestProxy {
  /** Address without user and password. */
  readonly url: string;
  readonly port: number;
  /** CONNECT requests, in order. */
  readonly asked: { readonly target: string; readonly authorization: string | undefined }[];
  /** Requests other than CONNECT. */
  readonly forwarded: string[];
  /** Returns all bytes that casebridge sent through tunnels. */
  passed(): string;
  turn: Turn;
  /** Closes all tunnels, as after a restart of the proxy. */
  breakTunnels(): void;
  close(): Promise<void>;
}

/** @param port port of the service on this machine */
export async function startProxy(port: number, options: { tls?: TlsOptions } = {}): Promise<TestProxy> {
  const sockets = new Set<Socket>();
  const passed: Buffer[] = [];
  const own = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => socket.destroy()).once('close', () => sockets.delete(socket));
  };
  const tunnel = (from: Socket) => {
    const to = own(connect(port, '127.0.0.1'));
    let isOpen = false;
    to.once('connect', () => {
      isOpen = true;
      from.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      from.on('data', (bytes: Buffer) => passed.push(bytes));
      from.pipe(to).pipe(from);
      from.once('close', () => to.destroy());
      // If the service resets its connection, reset the client's connection too.
      to.once('close', (broken) => (broken ? from.resetAndDestroy() : from.destroy()));
    });
    to.once('error', () => isOpen || refuse(from, 502));
  };
  const refuse = (from: Socket, status: number) =>
    from.end(`HTTP/1.1 ${status} No\r\nproxy-authenticate: Basic\r\ncontent-length: 2\r\n\r\nno`);
  const onConnect = (request: IncomingMessage, from: Socket) => {
    proxy.asked.push({
      target: request.url ?? '',
      authorization: request.headers['proxy-authorization'],
    });
    if (proxy.turn === 'tunnel') tunnel(from);
    else if (proxy.turn === 'hang up') from.destroy();
    else if (proxy.turn === 'speak otherwise') from.end('SSH-2.0-OpenSSH_9.2\r\n');
    else if (proxy.turn !== 'stall') refuse(from, proxy.turn);
  };
  const server: Server = options.tls ? createTlsServer(options.tls) : createServer();
  server.on('connect', onConnect).on('connection', own);
  server.on('request', (request, response) => {
    proxy.forwarded.push(request.url ?? '');
    response.writeHead(501).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: listening } = server.address() as AddressInfo;
  const proxy: TestProxy = {
    url: `${options.tls ? 'https' : 'http'}://127.0.0.1:${listening}`,
    port: listening,
    asked: [],
    forwarded: [],
    passed: () => Buffer.concat(passed).toString('latin1'),
    turn: 'tunnel',
    breakTunnels: () => {
      for (const socket of sockets) socket.resetAndDestroy();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  return proxy;
}
