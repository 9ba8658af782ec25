import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { excessOfJson, requestLimits } from '../../../json/measure.ts';
import { refuse } from './error-response.ts';
import { bodyTooLarge } from './guards.ts';

export type Body = { readonly json: unknown } | { readonly refused: Response };

/**
 * Reads and parses the body of a request.
 * @param maxBytes maximum size, also of a body without `Content-Length`
 * @param weigh called with the size: before reading if it is announced, otherwise before parsing
 */
export async function readBody(
  incoming: IncomingMessage,
  maxBytes: number,
  weigh: (bytes: number) => void,
): Promise<Body> {
  const announced = incoming.headers['content-length'];
  if (announced !== undefined) weigh(Number(announced));
  const bytes = await readBytes(incoming, maxBytes);
  if (bytes === undefined) return { refused: refuse(400, 'The request body is incomplete.', closing) };
  if (!Buffer.isBuffer(bytes)) return { refused: bodyTooLarge(maxBytes, bytes) };
  if (announced === undefined) weigh(bytes.length);
  // Decoding would insert replacement characters, which a call that changes a record would store.
  if (!isUtf8(bytes)) return { refused: refuse(400, 'The request body is not valid UTF-8.', {}, -32_700) };
  const read = bytes.toString('utf8').replace(byteOrderMark, '');
  const excess = excessOfJson(read, requestLimits);
  if (excess !== undefined) return { refused: refuse(413, `The body ${excess}.`, {}, -32_600) };
  try {
    return { json: JSON.parse(read) };
  } catch {
    return { refused: refuse(400, 'The request body is not valid JSON.', {}, -32_700) };
  }
}

const closing = { connection: 'close' };
const byteOrderMark = /^\ufeff/;

/**
 * Reads the body. An announced length was checked before, and Node delivers no more bytes than that. Other
 * bodies are counted while they arrive.
 * @returns undefined if the body is incomplete; headers of the refusal if it is too long
 */
function readBytes(
  incoming: IncomingMessage,
  maxBytes: number,
): Promise<Buffer | Readonly<Record<string, string>> | undefined> {
  return new Promise((resolve) => {
    if (incoming.destroyed) return resolve(undefined);
    const chunks: Buffer[] = [];
    let count = 0;
    const take = (chunk: Buffer) => {
      count += chunk.byteLength;
      if (count <= maxBytes) chunks.push(chunk);
      else chunks.length = 0;
      // Clients may not read a response while they send, so read up to twice the limit before the refusal.
      if (count > 2 * maxBytes) finish(closing);
    };
    const end = () => finish(count > maxBytes ? {} : Buffer.concat(chunks));
    const breakOff = () => finish(undefined);
    const finish = (result: Buffer | Readonly<Record<string, string>> | undefined) => {
      incoming.off('data', take).off('end', end).off('close', breakOff);
      resolve(result);
    };
    incoming.on('data', take).once('end', end).once('close', breakOff).on('error', breakOff);
  });
}

/** Limits for discarding a refused body. Beyond them, the connection is closed. */
const discarding = { ms: 500, bytes: 64 * 1024 * 1024 };

/** Reads and discards the rest of a refused body, so that its sender finishes and reads the refusal. */
export function discardUnread(incoming: IncomingMessage): void {
  if (incoming.complete || incoming.destroyed) return;
  let count = 0;
  const stop = () => incoming.socket.destroySoon();
  const timer = setTimeout(stop, discarding.ms).unref();
  incoming.on('error', () => undefined);
  incoming.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer));
  incoming.on('data', (chunk: Buffer) => {
    count += chunk.length;
    if (count > discarding.bytes) stop();
  });
}
