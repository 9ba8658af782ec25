import type { IncomingMessage } from 'node:http';
import { excessOfJson, requestLimits } from '../../../json/measure.ts';
import { refuse } from './error-response.ts';
import { bodyTooLarge } from './guards.ts';

/** The JSON of a request, or why it is none. */
export type Body = { readonly json: unknown } | { readonly refused: Response };

/**
 * @param maxBytes also for a body that announces no length
 * @param weigh told of its bytes before they are parsed, and of those that are announced before they are read
 */
export async function readBody(
  incoming: IncomingMessage,
  maxBytes: number,
  weigh: (bytes: number) => void,
): Promise<Body> {
  const announced = incoming.headers['content-length'];
  if (announced !== undefined) weigh(Number(announced));
  const read = await readText(incoming, maxBytes);
  if (read === undefined) return { refused: refuse(400, 'The request body is incomplete.', closing) };
  if (typeof read !== 'string') return { refused: bodyTooLarge(maxBytes, read) };
  if (announced === undefined) weigh(read.length);
  const excess = excessOfJson(read, requestLimits);
  if (excess !== undefined) return { refused: refuse(413, `The body ${excess}.`, {}, -32_600) };
  try {
    return { json: JSON.parse(read) };
  } catch {
    return { refused: refuse(400, 'The request body is not valid JSON.', {}, -32_700) };
  }
}

const closing = { connection: 'close' };
const byteOrderMark = 0xfeff;

/**
 * An announced length has been checked, and no more than that ever arrives; other bodies are counted as they come.
 * @returns undefined for a body that breaks off; for one that is too long, headers of the refusal
 */
function readText(
  incoming: IncomingMessage,
  maxBytes: number,
): Promise<string | Readonly<Record<string, string>> | undefined> {
  return new Promise((resolve) => {
    if (incoming.destroyed) return resolve(undefined);
    const chunks: Buffer[] = [];
    let count = 0;
    const take = (chunk: Buffer) => {
      count += chunk.byteLength;
      if (count <= maxBytes) chunks.push(chunk);
      else chunks.length = 0;
      // Who is sending does not listen: a little too much is heard to its end, and refused then.
      if (count > 2 * maxBytes) finish(closing);
    };
    const end = () => finish(count > maxBytes ? {} : textOf(chunks));
    const breakOff = () => finish(undefined);
    const finish = (result: string | Readonly<Record<string, string>> | undefined) => {
      incoming.off('data', take).off('end', end).off('close', breakOff);
      resolve(result);
    };
    incoming.on('data', take).once('end', end).once('close', breakOff).on('error', breakOff);
  });
}

function textOf(chunks: readonly Buffer[]): string {
  const text = (chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)).toString('utf8');
  return text.charCodeAt(0) === byteOrderMark ? text.slice(1) : text;
}

/** How long a client may go on to send what nobody reads, in milliseconds and bytes. Then its connection ends. */
const discarding = { ms: 500, bytes: 64 * 1024 * 1024 };

/** Reads the rest of a body that was refused, so that its sender comes to read the refusal. */
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
