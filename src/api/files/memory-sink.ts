import { UnexpectedAnswerError } from '../../contract/errors.ts';
import type { Received, Sink } from './sink.ts';

export class MemorySink implements Sink {
  readonly #maxBytes: number;
  readonly #declaredBytes: number;
  #chunks: Buffer[] = [];
  #size = 0;

  /** @param declaredBytes size announced by the service */
  constructor(maxBytes: number, declaredBytes = 0) {
    this.#maxBytes = maxBytes;
    this.#declaredBytes = declaredBytes;
  }

  write(chunk: Buffer): undefined {
    this.#size += chunk.length;
    if (Math.max(this.#size, this.#declaredBytes) > this.#maxBytes)
      throw new UnexpectedAnswerError(
        `The file is larger than ${Math.floor(this.#maxBytes / 1_048_576)} MB, the limit for reading: give the user the document’s Url.`,
      );
    this.#chunks.push(chunk);
  }

  async end(): Promise<Received> {
    return { bytes: Buffer.concat(this.#chunks) };
  }

  async discard(): Promise<void> {
    this.#chunks = [];
  }
}
