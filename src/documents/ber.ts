/** A value in ASN.1 Basic Encoding Rules (X.690). */
export interface BerValue {
  readonly tag: number;
  readonly bytes: Uint8Array;
  /** Index of the next value. */
  readonly end: number;
}

const isConstructed = 0x20;
/** Maximum nesting of values. */
const maxDepth = 30;

/** Reads the value at an index. Returns undefined if it is missing or truncated. */
export function readBer(bytes: Uint8Array, at: number, depth = 0): BerValue | undefined {
  const [tag, length] = [bytes[at], bytes[at + 1]];
  if (tag === undefined || length === undefined || (tag & 0x1f) === 0x1f) return undefined;
  if (length === 0x80) return readUnbounded(bytes, at, depth);
  const digits = length < 0x80 ? 0 : length & 0x7f;
  const start = at + 2 + digits;
  if (digits > 4 || start > bytes.length) return undefined;
  const size =
    digits === 0 ? length : bytes.subarray(at + 2, start).reduce((sum, byte) => sum * 256 + byte, 0);
  if (start + size > bytes.length) return undefined;
  return { tag, bytes: bytes.subarray(start, start + size), end: start + size };
}

/** Reads a value of indefinite length, which is terminated by two zero bytes. */
function readUnbounded(bytes: Uint8Array, at: number, depth: number): BerValue | undefined {
  if (depth >= maxDepth) return undefined;
  let next = at + 2;
  while (!(bytes[next] === 0 && bytes[next + 1] === 0)) {
    const inner = readBer(bytes, next, depth + 1);
    if (inner === undefined) return undefined;
    next = inner.end;
  }
  return { tag: bytes[at] ?? 0, bytes: bytes.subarray(at + 2, next), end: next + 2 };
}

/** Returns the values nested in a constructed value. Stops at the first one that is missing or truncated. */
export function valuesIn({ bytes }: Pick<BerValue, 'bytes'>): BerValue[] {
  const values: BerValue[] = [];
  for (let value = readBer(bytes, 0); value; value = readBer(bytes, value.end)) values.push(value);
  return values;
}

/** Returns the bytes of a string. Joins the segments of a constructed encoding. */
export function stringOf(value: BerValue, depth = 0): Uint8Array {
  if ((value.tag & isConstructed) === 0 || depth >= maxDepth) return value.bytes;
  return Buffer.concat(valuesIn(value).map((piece) => stringOf(piece, depth + 1)));
}
