import { createServer, type IncomingMessage, request as sendRequest } from 'node:http';
import { text } from 'node:stream/consumers';

/** Command of the player, sent to the process of the session. */
export interface PlayMessage {
  readonly command: 'tools' | 'call' | 'more' | 'end';
  readonly page?: number;
  readonly tool?: string;
  /** Arguments as JSON text. */
  readonly args?: string;
  readonly call?: number;
  readonly answer?: string;
}

/** Maximum number of bytes of one command. A longer one is refused. */
const longestMessage = 4 * 1024 * 1024;

/**
 * Serves HTTP on a local socket. Each request is one command, and its response is the output.
 * @returns a function that stops listening
 */
export async function listenForPlayer(
  socketPath: string,
  carryOut: (message: PlayMessage) => Promise<string>,
): Promise<() => void> {
  const outputFor = async (incoming: IncomingMessage) => {
    if (Number(incoming.headers['content-length'] ?? Infinity) > longestMessage)
      throw new Error(`The command is longer than ${longestMessage} bytes.`);
    return carryOut(JSON.parse(await text(incoming)) as PlayMessage);
  };
  const server = createServer((incoming, response) => {
    outputFor(incoming).then(
      (output) => response.end(output),
      (error: Error) => response.writeHead(500).end(`The session failed: ${error.message}`),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(socketPath, resolve);
  });
  return () => server.close();
}

/**
 * Sends a command to a session.
 * @throws Error if no process listens at the socket, or if the command fails
 */
export async function sendToSession(socketPath: string, message: PlayMessage): Promise<string> {
  const body = JSON.stringify(message);
  const headers = { 'content-length': Buffer.byteLength(body) };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sendRequest({ socketPath, method: 'POST', headers }, resolve)
      .once('error', () => reject(new Error('The session has ended. Start another one with `--play start`.')))
      .end(body);
  });
  const output = await text(response);
  if (response.statusCode !== 200) throw new Error(output);
  return output;
}
