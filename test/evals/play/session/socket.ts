import { connect, createServer } from 'node:net';

/** A command of the player, for the process of the session. */
export interface PlayMessage {
  readonly command: 'tools' | 'call' | 'more' | 'end';
  readonly page?: number;
  readonly tool?: string;
  /** JSON text of the arguments. */
  readonly args?: string;
  readonly call?: number;
  readonly answer?: string;
}

/** Most bytes of one command. A longer one ends the connection. */
const longestMessage = 4 * 1024 * 1024;

/**
 * Listens on a local socket. Each connection is one command and its answer.
 * @returns a function that stops listening
 */
export async function listenForPlayer(
  path: string,
  answer: (message: PlayMessage) => Promise<string>,
): Promise<() => void> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const chunks: Buffer[] = [];
    let length = 0;
    socket.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > longestMessage) socket.destroy();
      else chunks.push(chunk);
    });
    socket.on('error', () => socket.destroy());
    socket.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      Promise.resolve(text)
        .then((json) => answer(JSON.parse(json) as PlayMessage))
        .catch((error: Error) => `The session failed: ${error.message}`)
        .then((reply) => socket.end(reply))
        .catch(() => socket.destroy());
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(path, resolve);
  });
  return () => server.close();
}

/** Sends a command to a session. @throws Error if there is none at the socket */
export function sendToSession(path: string, message: PlayMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(path);
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', () =>
      reject(new Error('The session has ended. Start another one with `--play start`.')),
    );
    socket.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    socket.end(JSON.stringify(message));
  });
}
