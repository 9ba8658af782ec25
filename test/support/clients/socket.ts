import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** TCP connection through which a test sends any bytes. */
export interface RawSocket {
  readonly socket: Socket;
  /** Returns the bytes received so far, as text. */
  received(): string;
  /** Resolves when the received text matches. Rejects if the connection ends first. */
  receives(pattern: RegExp): Promise<RegExpExecArray>;
  /** Resolves when either side has closed the connection. */
  readonly ended: Promise<void>;
}

/** @param text sent right after connecting */
export async function openSocket(url: string, text = ''): Promise<RawSocket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    received += chunk;
  });
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  // Ignore errors after connecting: a server that rejects a request closes the connection, even before it has received
  // the whole request.
  await once(socket, 'connect');
  socket.on('error', () => undefined);
  socket.write(text);
  return {
    socket,
    received: () => received,
    receives: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(received);
          if (found) resolve(found);
        };
        socket.on('data', look);
        void ended.then(() => reject(new Error(`ended before ${pattern}: ${received.slice(0, 500)}`)));
        look();
      }),
    ended,
  };
}

/** Returns the lines of an HTTP request, each with CR LF. */
export const lines = (...parts: readonly string[]) => parts.map((part) => `${part}\r\n`).join('');
