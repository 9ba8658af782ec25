import { constants, crc32, deflateRawSync } from 'node:zlib';
import { joined } from './hostile-file.ts';

const megabyte = 1024 * 1024;

/** Returns deflated bytes that expand to `megabytes` megabytes of one letter, without creating the expanded text. */
export function bomb(megabytes: number, letter = 'A'): Uint8Array {
  const one = deflateRawSync(Buffer.alloc(megabyte, letter), {
    level: 9,
    finishFlush: constants.Z_FULL_FLUSH,
  });
  const end = deflateRawSync(Buffer.alloc(0));
  return Buffer.concat([...Array.from({ length: megabytes }, () => one), end]);
}

/** Raw member of an archive, with any values in its headers. */
export interface RawMember {
  readonly name: string;
  readonly packed: Uint8Array;
  readonly method?: number;
  readonly size?: number;
  readonly packedSize?: number;
  readonly checksum?: number;
  readonly flags?: number;
  /** Offset of its header in the directory. */
  readonly offset?: number;
}

/** Creates a ZIP archive with the given header values, which may contradict its content. */
export function rawZip(
  members: readonly RawMember[],
  end: { readonly count?: number; readonly at?: number } = {},
) {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const member of members) {
    const { packed, method = 8, flags = 0, checksum = 0 } = member;
    const name = Buffer.from(member.name, 'utf8');
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(flags | 0x800, 2);
    fields.writeUInt16LE(method, 4);
    fields.writeUInt32LE(checksum, 10);
    fields.writeUInt32LE(member.packedSize ?? packed.length, 14);
    fields.writeUInt32LE((member.size ?? packed.length) >>> 0, 18);
    fields.writeUInt16LE(name.length, 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(member.offset ?? at, 10);
    directory.push(joined('PK\x01\x02\x14\x00', fields, rest.subarray(0, 14), name));
    const local = joined('PK\x03\x04', fields, name, packed);
    parts.push(local);
    at += local.length;
  }
  const table = joined(...directory);
  const last = Buffer.alloc(18);
  last.writeUInt16LE((end.count ?? members.length) & 0xffff, 4);
  last.writeUInt16LE((end.count ?? members.length) & 0xffff, 6);
  last.writeUInt32LE(table.length, 8);
  last.writeUInt32LE(end.at ?? at, 12);
  return joined(...parts, table, 'PK\x05\x06', last);
}

/** Creates a member with correct headers. */
export function member(name: string, content: Uint8Array | string): RawMember {
  const bytes = Buffer.from(content);
  return { name, packed: deflateRawSync(bytes), size: bytes.length, checksum: crc32(bytes) };
}
