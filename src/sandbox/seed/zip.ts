import { crc32 } from 'node:zlib';

/** One file to be packed; the path may lead through folders. */
export interface ZipEntry {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** A .zip archive of uncompressed entries, with names in the charset of Russian DOS as old archivers wrote them, or in UTF-8. */
export function writeZip(entries: readonly ZipEntry[], names: 'cp866' | 'utf-8'): Uint8Array {
  const local: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = names === 'cp866' ? encodeCp866(entry.path) : Buffer.from(entry.path);
    const common = commonFields(entry.bytes, name.length, names === 'utf-8');
    const parts = [signature(0x04034b50), common, name, Buffer.from(entry.bytes)];
    local.push(...parts);
    directory.push(signature(0x02014b50), Buffer.from([20, 0]), common, placeFields(offset), name);
    offset += parts.reduce((sum, part) => sum + part.length, 0);
  }
  const directoryBytes = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directoryBytes.length, 8);
  end.writeUInt32LE(offset, 12);
  return new Uint8Array(Buffer.concat([...local, directoryBytes, signature(0x06054b50), end]));
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** The 26 bytes that a local header and a directory entry share: version, flags, method, time, checksum, sizes. */
function commonFields(bytes: Uint8Array, nameLength: number, isUtf8: boolean): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(isUtf8 ? 0x800 : 0, 2);
  // 1 January 2020, the same in every run.
  fields.writeUInt16LE((40 << 9) | (1 << 5) | 1, 8);
  fields.writeUInt32LE(crc32(bytes), 10);
  fields.writeUInt32LE(bytes.length, 14);
  fields.writeUInt32LE(bytes.length, 18);
  fields.writeUInt16LE(nameLength, 22);
  return fields;
}

/** What a directory entry adds: comment, volume, attributes, and where the local header stands. */
function placeFields(offset: number): Buffer {
  const fields = Buffer.alloc(14);
  fields.writeUInt32LE(offset, 10);
  return fields;
}

function encodeCp866(text: string): Buffer {
  return Buffer.from([...text].map(cp866Byte));
}

function cp866Byte(char: string): number {
  const code = char.charCodeAt(0);
  if (code < 0x80) return code;
  // А to п and р to я are two runs; the rest that names need stand alone.
  if (code >= 0x410 && code <= 0x43f) return code - 0x410 + 0x80;
  if (code >= 0x440 && code <= 0x44f) return code - 0x440 + 0xe0;
  return { Ё: 0xf0, ё: 0xf1, '№': 0xfc }[char] ?? 0x5f;
}
