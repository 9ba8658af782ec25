import { gzipSync } from 'node:zlib';

/**
 * Returns the CRC-32 that ZIP archives use. Reads it from the trailer of a gzip stream, RFC 1952, 2.3.1, because
 * `crc32` of `node:zlib` does not exist in Node 21 and 22.0 to 22.1.
 */
export const crc32 = (bytes: Uint8Array): number =>
  gzipSync(bytes, { level: 0 }).subarray(-8).readUInt32LE(0);
