import { Transform } from 'node:stream';
import { excessOfJson, requestLimits } from '../json/measure.ts';

/** Bytes of one message. */
const maxBytes = 10 * 1024 * 1024;
const lineBreak = 0x0a;

/**
 * Passes messages on line by line, each measured before anything parses it. What is too much is left out and answered
 * instead, under the id that it begins or ends with.
 * @param refuse gets the answer, as a line
 * @param room resolves when more may be read
 */
export function createFrames(refuse: (line: string) => void, room: () => Promise<void>): Transform {
  let pieces: Buffer[] = [];
  let size = 0;

  const take = (piece: Buffer): void => {
    size += piece.length;
    // Nothing of what is too long is kept but its end, where the id may be.
    if (size > maxBytes) pieces = pieces.slice(-1);
    pieces.push(piece);
  };
  /** The line that is complete; undefined where it was refused. */
  const finish = (): Buffer | undefined => {
    const line = pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
    const isWhole = size <= maxBytes;
    pieces = [];
    size = 0;
    const text = line.toString('utf8');
    const excess = isWhole ? excessOfJson(text, requestLimits) : `is longer than ${maxBytes} bytes`;
    if (excess === undefined) return line;
    const id = (isWhole ? idIn(text.slice(0, 300), first) : undefined) ?? idIn(text.slice(-300), last);
    const error = { code: -32_600, message: `Nothing was done: the message ${excess}. Send less at once.` };
    refuse(`${JSON.stringify({ jsonrpc: '2.0', id: id ?? null, error })}\n`);
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
      // Where the output has failed, the end is near.
      void room().then(
        () => done(),
        () => done(),
      );
    },
  });
}

const idMember = '"id"\\s{0,9}:\\s{0,9}("[^"\\\\]{1,200}"|\\d{1,15})';
const first = new RegExp(
  `^\\s{0,9}\\{\\s{0,9}(?:"jsonrpc"\\s{0,9}:\\s{0,9}"2\\.0"\\s{0,9},\\s{0,9})?${idMember}`,
);
const last = new RegExp(`,\\s{0,9}${idMember}\\s{0,9}\\}\\s{0,9}$`);

function idIn(text: string, place: RegExp): unknown {
  const found = place.exec(text)?.[1];
  return found === undefined ? undefined : JSON.parse(found);
}
