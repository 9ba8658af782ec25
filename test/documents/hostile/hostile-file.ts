/** A file that somebody made to break whatever reads it, or that came to be so. */
export interface HostileFile {
  /** What it is; its ending is that of its name. */
  readonly name: string;
  make(): Uint8Array;
}

/** What would be reached by those that reach out of themselves. */
export interface Bait {
  /** An address that counts who asks. */
  readonly url: string;
  /** A file with a secret. */
  readonly path: string;
}

export const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'utf8');

/** The same bytes for the same number. */
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
