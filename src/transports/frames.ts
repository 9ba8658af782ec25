import { Transform } from 'node:stream';
import { parseJSONRPCMessage } from '@modelcontextprotocol/server';
import { excessOfJson, requestLimits } from '../json/measure.ts';

/** Maximum size of one message, in bytes. Longer ones are refused. */
const maxBytes = 10 * 1024 * 1024;
const lineBreak = 0x0a;
/** Codes of JSON-RPC 2.0, 5.1. */
const parseError = -32_700;
const invalidRequest = -32_600;

/**
 * Splits stdin into messages, one per line, and checks each before the server sees it. A line that exceeds a limit or
 * is not a message is answered with a JSON-RPC error, because its sender may wait for a response.
 * @param refuse writes the error, as a line
 * @param room resolves when more input may be read
 */
export function createFrames(refuse: (line: string) => void, room: () => Promise<void>): Transform {
  let pieces: Buffer[] = [];
  let size = 0;

  const take = (piece: Buffer): void => {
    size += piece.length;
    // Keep only the end of a line that is too long, because the id may be there.
    if (size > maxBytes) pieces = pieces.slice(-1);
    pieces.push(piece);
  };
  /** Returns the complete line. Returns undefined if it was refused or is blank. */
  const finish = (): Buffer | undefined => {
    const line = pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
    const isWhole = size <= maxBytes;
    pieces = [];
    size = 0;
    const text = line.toString('utf8');
    const excess = isWhole ? excessOfJson(text, requestLimits) : `is longer than ${maxBytes} bytes`;
    const fault = excess === undefined ? faultOf(text) : tooMuch(excess, text, isWhole);
    if (fault === undefined) return text.trim() === '' ? undefined : line;
    const { id = null, code, message } = fault;
    refuse(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n`);
    return undefined;
  };

  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let begin = 0;
      for (let end = chunk.indexOf(lineBreak); end !== -1; end = chunk.indexOf(lineBreak, begin)) {
        take(chunk.subarray(begin, end + 1));
        begin = end + 1;
        const line = finish();
        if (line !== undefined) this.push(line);
      }
      if (begin < chunk.length) take(chunk.subarray(begin));
      // If the output has failed, the process will end soon.
      void room().then(
        () => done(),
        () => done(),
      );
    },
  });
}

/** Reason why a line is refused. `id` is missing if the line has no readable one. */
interface Fault {
  readonly id?: unknown;
  readonly code: number;
  readonly message: string;
}

const tooMuch = (excess: string, text: string, isWhole: boolean): Fault => ({
  id: (isWhole ? idIn(text.slice(0, 300), first) : undefined) ?? idIn(text.slice(-300), last),
  code: invalidRequest,
  message: `Nothing was done: the message ${excess}. Send less at once.`,
});

/** Returns why a line is not a message (JSON-RPC 2.0, 5.1). Returns undefined if it is one, or needs no response. */
function faultOf(text: string): Fault | undefined {
  if (text.trim() === '') return undefined;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return {
      code: parseError,
      message: 'Nothing was done: the line is not valid JSON. Send one message per line.',
    };
  }
  if (Array.isArray(json))
    return {
      code: invalidRequest,
      message: 'Nothing was done: the line is a batch. Send each message on a separate line.',
    };
  try {
    parseJSONRPCMessage(json);
    return undefined;
  } catch {
    const { id, method, result, error } = (json ?? {}) as Record<string, unknown>;
    // A response is never answered, because two programs could otherwise send each other errors forever.
    if (method === undefined && (result !== undefined || error !== undefined)) return undefined;
    const message =
      'Nothing was done: the line is not a JSON-RPC 2.0 message with `jsonrpc`, `method` and `id`.';
    return { id: isId(id) ? id : undefined, code: invalidRequest, message };
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
