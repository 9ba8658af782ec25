/** File that can break a parser, on purpose or by accident. */
export interface HostileFile {
  /** Description with the file extension. */
  readonly name: string;
  make(): Uint8Array;
}

/** Targets of files that try to reach other resources. */
export interface Bait {
  /** URL that counts requests. */
  readonly url: string;
  /** Path of a file with a secret. */
  readonly path: string;
}

export const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'utf8');

/** Returns pseudorandom bytes. The same seed gives the same bytes. */
export function noise(length: number, seed = 1): Uint8Array {
  const bytes = new Uint8Array(length);
  let state = seed;
  for (let at = 0; at < length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
}

export const joined = (...parts: readonly (Uint8Array | string)[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
