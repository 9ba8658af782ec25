import { isUtf8 } from 'node:buffer';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { excessOfJson, requestLimits } from '../json/measure.ts';
import { readMessage } from './message.ts';

/** Maximum size of one message, in bytes. Longer ones are refused. */
const maxBytes = 10 * 1024 * 1024;
const lineBreak = 0x0a;
const byteOrderMark = /^\ufeff/;
/** Codes of JSON-RPC 2.0, 5.1. */
const parseError = -32_700;
const invalidRequest = -32_600;

export interface FrameReports {
  readonly onMessage: (message: JSONRPCMessage) => void;
  /** Called for a line that is not a message and needs no response. */
  readonly onError: (error: Error) => void;
  /** Writes a line that contains a JSON-RPC error response. */
  readonly refuse: (line: string) => void;
}

/**
 * Creates a function that splits the input into messages, one per line, and checks each. A line that exceeds a limit or
 * is not a message is answered with a JSON-RPC error, because its sender may wait for a response.
 */
export function createFrames({ onMessage, onError, refuse }: FrameReports): (chunk: Buffer) => void {
  let pieces: Buffer[] = [];
  let size = 0;

  const take = (piece: Buffer): void => {
    size += piece.length;
    // Keep only the start and the end of a line that is too long, because the id may be there.
    if (size > maxBytes && pieces.length > 2) pieces = [pieces[0] as Buffer, pieces.at(-1) as Buffer];
    pieces.push(piece);
  };
  const finish = (): void => {
    const line = pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
    const isWhole = size <= maxBytes;
    pieces = [];
    size = 0;
    const text = line.toString('utf8');
    const excess = isWhole ? excessOfJson(text, requestLimits) : `is longer than ${maxBytes} bytes`;
    const read =
      excess !== undefined
        ? unread(text, invalidRequest, `the message ${excess}. Send less at once.`)
        : isUtf8(line)
          ? readLine(text.replace(byteOrderMark, ''))
          : // Decoding inserted replacement characters, which a call that changes a record would store.
            unread(text, parseError, 'the message is not valid UTF-8. Encode it as UTF-8.');
    if (read === undefined) return;
    if ('message' in read) onMessage(read.message);
    else if ('error' in read) onError(read.error);
    else {
      const { id = null, code, message } = read.fault;
      refuse(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n`);
    }
  };

  return (chunk) => {
    let begin = 0;
    for (let end = chunk.indexOf(lineBreak); end !== -1; end = chunk.indexOf(lineBreak, begin)) {
      take(chunk.subarray(begin, end + 1));
      begin = end + 1;
      finish();
    }
    if (begin < chunk.length) take(chunk.subarray(begin));
  };
}

/** Reason why a line is refused. `id` is missing if the line has no readable one. */
interface Fault {
  readonly id?: unknown;
  readonly code: number;
  readonly message: string;
}

/** Start of a response, up to its first nested value. */
const isResponse = /^[^{]{0,9}\{[^{[]{0,300}"(?:result|error)"\s{0,9}:/;

function unread(text: string, code: number, reason: string): Line {
  // Do not answer a broken response with an error, because a request of the sender may have the same id, and the error
  // would end that request.
  if (isResponse.test(text)) return { error: new Error(reason) };
  const id = idIn(text.slice(0, 300), first) ?? idIn(text.slice(-300), last);
  return { fault: { id, code, message: `Nothing was done: ${reason}` } };
}

type Line = { readonly message: JSONRPCMessage } | { readonly fault: Fault } | { readonly error: Error };

/** Reads the message in a line (JSON-RPC 2.0, 5.1). Returns undefined if the line is blank. */
function readLine(text: string): Line | undefined {
  if (text.trim() === '') return undefined;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    const message = 'Nothing was done: the line is not valid JSON. Send one message per line.';
    return { fault: { code: parseError, message } };
  }
  if (Array.isArray(json)) {
    const message = 'Nothing was done: the line is a batch. Send each message on a separate line.';
    return { fault: { code: invalidRequest, message } };
  }
  try {
    return { message: readMessage(json) };
  } catch (error) {
    const { id, method, result, error: failure } = (json ?? {}) as Record<string, unknown>;
    // A response is never answered, because two programs could otherwise send each other errors forever.
    if (method === undefined && (result !== undefined || failure !== undefined))
      return { error: error as Error };
    const message =
      'Nothing was done: the line is not a JSON-RPC 2.0 message with `jsonrpc`, `method` and `id`.';
    return { fault: { id: isId(id) ? id : undefined, code: invalidRequest, message } };
  }
}

const isId = (id: unknown): boolean => typeof id === 'string' || Number.isInteger(id);

const idMember = '"id"\\s{0,9}:\\s{0,9}("[^"\\\\]{1,200}"|\\d{1,15})';
const first = new RegExp(
  `^\\s{0,9}\\{\\s{0,9}(?:"jsonrpc"\\s{0,9}:\\s{0,9}"2\\.0"\\s{0,9},\\s{0,9})?${idMember}`,
);
const last = new RegExp(`,\\s{0,9}${idMember}\\s{0,9}\\}\\s{0,9}$`);

function idIn(text: string, place: RegExp): unknown {
  const found = place.exec(text)?.[1];
  return found === undefined ? undefined : JSON.parse(found);
}
