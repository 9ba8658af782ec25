import { UnexpectedAnswerError } from '../../../contract/errors.ts';

type Way = (
  bytes: Buffer,
  options: { readonly maxOutputLength: number },
  done: (error: Error | null, result: Buffer) => void,
) => void;

/**
 * Decompresses a body. Some services compress responses although casebridge does not request it.
 * @param encoding value of `content-encoding`
 * @param maxBytes maximum size of the result
 * @throws UnexpectedAnswerError if the result is larger, the encoding is unknown or the data is damaged
 * @throws Error from zlib if the data is incomplete
 */
export async function decompress(bytes: Buffer, encoding: string, maxBytes: number): Promise<Buffer> {
  const name = encoding.trim().toLowerCase();
  if (name === '' || name === 'identity') return bytes;
  // Loaded on demand, because casebridge requests no compression.
  const zlib = await import('node:zlib');
  const ways: ReadonlyMap<string, Way> = new Map<string, Way>([
    ['gzip', zlib.gunzip],
    ['x-gzip', zlib.gunzip],
    // Some services omit the zlib header, which has method 8 in its low bits.
    ['deflate', ((bytes[0] ?? 0) & 0x0f) === 8 ? zlib.inflate : zlib.inflateRaw],
    ['br', zlib.brotliDecompress],
  ]);
  const way = ways.get(name);
  if (way === undefined)
    throw new UnexpectedAnswerError('The service compressed its answer in a way that was not requested.');
  return new Promise((resolve, reject) => {
    way(bytes, { maxOutputLength: maxBytes }, (error, result) => {
      if (error) reject(explain(error, maxBytes));
      else resolve(result);
    });
  });
}

function explain(error: NodeJS.ErrnoException, maxBytes: number): Error {
  if (error.code === 'ERR_BUFFER_TOO_LARGE') return tooLarge(maxBytes);
  if (error.code === 'Z_BUF_ERROR') return error;
  return new UnexpectedAnswerError('The service’s answer is damaged: it cannot be decompressed.', {
    cause: error,
  });
}

/** Returns the error for a response above the limit. */
export const tooLarge = (maxBytes: number) =>
  new UnexpectedAnswerError(`The answer is larger than ${Math.floor(maxBytes / 1_048_576)} MB.`, {
    advice: 'ask-for-less',
  });
