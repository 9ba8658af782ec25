import { deflateSync } from 'fflate';
import { crc32 } from '../util/crc32.ts';

/** A compressed member of an archive. */
export interface Packed {
  readonly packed: Uint8Array;
  /** ZIP compression method. 0: stored, 8: deflated. */
  readonly method: number;
  readonly size: number;
  readonly checksum: number;
}

/** Members of a package by name, in the order in which they are written. */
type Members = ReadonlyMap<string, Uint8Array | Packed>;

/** 1980-01-01, the earliest date in ZIP. A fixed date makes the output reproducible. */
const earliestZipDate = 0x0021;

/** Creates a ZIP archive. The same members always produce the same bytes. */
export function pack(members: Members): Uint8Array {
  const local: Uint8Array[] = [];
  const central: Uint8Array[] = [];
  let offset = 0;
  for (const [name, member] of members) {
    const one = member instanceof Uint8Array ? deflate(member) : member;
    const title = new TextEncoder().encode(name);
    const head = headOf(one, title.length);
    local.push(numbers([4, 0x04034b50], ...head), title, one.packed);
    central.push(
      numbers([4, 0x02014b50], [2, 20], ...head, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]),
      title,
    );
    offset += 30 + title.length + one.packed.length;
  }
  const size = central.reduce((total, { length }) => total + length, 0);
  const count = members.size;
  const end = numbers(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, size],
    [4, offset],
    [2, 0],
  );
  return Buffer.concat([...local, ...central, end]);
}

type Field = readonly [bytes: 2 | 4, value: number];

/** Returns the fields that the local header and the central directory share. Names are UTF-8. */
const headOf = ({ method, checksum, packed, size }: Packed, titleLength: number): Field[] => [
  ...([
    [2, 20],
    [2, 0x800],
    [2, method],
    [2, 0],
    [2, earliestZipDate],
    [4, checksum],
  ] as const),
  ...([
    [4, packed.length],
    [4, size],
    [2, titleLength],
    [2, 0],
  ] as const),
];

function numbers(...fields: readonly Field[]): Uint8Array {
  const bytes = Buffer.alloc(fields.reduce((total, [length]) => total + length, 0));
  let at = 0;
  for (const [length, value] of fields) at = bytes.writeUIntLE(value, at, length);
  return bytes;
}

const deflate = (content: Uint8Array): Packed => ({
  packed: deflateSync(content, { level: 6 }),
  method: 8,
  size: content.length,
  checksum: crc32(content),
});
