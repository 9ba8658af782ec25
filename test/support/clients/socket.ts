import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection on which a test writes what it likes. */
export interface RawSocket {
  readonly socket: Socket;
  /** Everything that came so far. */
  received(): string;
  /** Resolves when what came matches; rejects when the connection ends before that. */
  receives(pattern: RegExp): Promise<RegExpExecArray>;
  /** Resolves when the connection has ended, whoever ended it. */
  readonly ended: Promise<void>;
}

/** @param text is sent at once */
export async function openSocket(url: string, text = ''): Promise<RawSocket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    received += chunk;
  });
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  // A server that has refused a request closes the connection, whether all of it has arrived or not.
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

/** The lines of a request, as they go over the wire. */
export const lines = (...parts: readonly string[]) => parts.map((part) => `${part}\r\n`).join('');
