/** A value as the basic encoding rules of ASN.1 write it (X.690). */
export interface BerValue {
  readonly tag: number;
  readonly bytes: Uint8Array;
  /** Where the next one begins. */
  readonly end: number;
}

const isConstructed = 0x20;
/** Of values in values. */
const maxDepth = 30;

/** The value that begins at a place; undefined where none does, or where it is cut off. */
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

/** One that ends where two zeros stand in place of the next value within it. */
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

/** The values within one. */
export function valuesIn({ bytes }: Pick<BerValue, 'bytes'>): BerValue[] {
  const values: BerValue[] = [];
  for (let value = readBer(bytes, 0); value; value = readBer(bytes, value.end)) values.push(value);
  return values;
}

/** The bytes of a string, which may be written in pieces. */
export function stringOf(value: BerValue, depth = 0): Uint8Array {
  if ((value.tag & isConstructed) === 0 || depth >= maxDepth) return value.bytes;
  return Buffer.concat(valuesIn(value).map((piece) => stringOf(piece, depth + 1)));
}
