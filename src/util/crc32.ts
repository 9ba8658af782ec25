/**
 * Returns the CRC-32 of ZIP and PNG (polynomial 0xEDB88320) as an unsigned number. `crc32` of `node:zlib` does not
 * exist in Node 21 and 22.0 to 22.1.
 */
export function crc32(bytes: Uint8Array): number {
  let sum = -1;
  // Use an index, which is several times faster than an iterator, because files have megabytes.
  for (let at = 0; at < bytes.length; at += 1)
    sum = (sum >>> 8) ^ (table[(sum ^ (bytes[at] ?? 0)) & 0xff] ?? 0);
  return ~sum >>> 0;
}

const table = Int32Array.from({ length: 256 }, (_, byte) => {
  let entry = byte;
  for (let bit = 0; bit < 8; bit += 1) entry = (entry >>> 1) ^ (entry & 1 ? 0xedb88320 : 0);
  return entry;
});
