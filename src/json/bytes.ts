/** Approximate memory of a value and of a reference to it, in bytes. */
const valueBytes = 16;

/** Returns the approximate memory of a parsed value, bytes, or a map, in bytes. */
export function bytesOf(value: unknown): number {
  const left: unknown[] = [value];
  let bytes = 0;
  while (left.length > 0) {
    const one = left.pop();
    bytes += valueBytes;
    if (typeof one === 'string') bytes += 2 * one.length;
    else if (one instanceof Uint8Array) bytes += one.length;
    else if (one instanceof Map) for (const [key, part] of one) left.push(key, part);
    else if (typeof one === 'object' && one !== null) for (const part of Object.values(one)) left.push(part);
  }
  return bytes;
}
