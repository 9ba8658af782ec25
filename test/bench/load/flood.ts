import { connect, type Socket } from 'node:net';

/** Raw request and the length of its response. */
export interface Volley {
  readonly port: number;
  readonly text: string;
  readonly answerBytes: number;
}

const pipelined = 32;
const connections = 4;

/**
 * Sends requests in rounds. Returns the total time, in milliseconds. The client only counts bytes, so the
 * time is the server's. This requires that the responses to a request always have the same length.
 */
export async function flood(volley: Volley, rounds: number): Promise<number> {
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(volley.port)));
  const began = performance.now();
  await Promise.all(
    sockets.map(async (socket) => {
      for (let round = 0; round < rounds; round += 1)
        await exchange(socket, requests(volley.text), volley.answerBytes * pipelined);
    }),
  );
  const taken = performance.now() - began;
  for (const socket of sockets) socket.destroy();
  return taken;
}

/**
 * Part of a request path that is replaced by a new number of the same width each time, so that no response
 * comes from a cache.
 */
export const freshMark = '_=0000000';
let fresh = 0;

function requests(text: string): string {
  if (!text.includes(freshMark)) return text.repeat(pipelined);
  return Array.from({ length: pipelined }, () => {
    fresh += 1;
    return text.replace(freshMark, `_=${String(fresh).padStart(7, '0')}`);
  }).join('');
}

/** Returns the number of requests that `flood` sends. */
export const floodCount = (rounds: number) => rounds * pipelined * connections;

/** Sends one GET request. Returns it with its response and the length of the response. */
export async function aim(origin: string, path: string, token: string): Promise<Volley & { body: Buffer }> {
  const port = Number(new URL(origin).port);
  const text = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n\r\n`;
  const socket = await open(port);
  const answer = await new Promise<Buffer>((resolve) => {
    let seen = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      seen = Buffer.concat([seen, chunk]);
      const head = seen.indexOf('\r\n\r\n');
      const length = Number(/^content-length: (\d+)/im.exec(seen.subarray(0, head).toString('latin1'))?.[1]);
      if (head >= 0 && seen.length >= head + 4 + length) resolve(seen);
    });
    socket.write(text);
  });
  socket.destroy();
  if (!answer.toString('latin1', 0, 15).startsWith('HTTP/1.1 200 ')) throw new Error(`${path} was refused`);
  return { port, text, answerBytes: answer.length, body: answer.subarray(answer.indexOf('\r\n\r\n') + 4) };
}

function exchange(socket: Socket, text: string, answerBytes: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let left = answerBytes;
    const read = (chunk: Buffer) => {
      left -= chunk.length;
      if (left > 0) return;
      socket.off('data', read).off('error', reject);
      if (left < 0) reject(new Error('an answer was longer than the first one'));
      else resolve();
    };
    socket.on('data', read).on('error', reject);
    socket.write(text);
  });
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket)).once('error', reject);
    socket.setNoDelay(true);
  });
}
