/** Folder of a compound file with 512-byte sectors and without small streams. */

export interface Folder {
  readonly [name: string]: Uint8Array | Folder;
}

interface Entry {
  readonly name: string;
  readonly type: number;
  readonly content: Uint8Array;
  right: number;
  child: number;
}

const end = 0xfffffffe;
const none = 0xffffffff;

export function compoundFile(root: Folder): Uint8Array {
  const entries: Entry[] = [];
  const add = (name: string, type: number, what: Uint8Array | Folder): number => {
    const isFile = what instanceof Uint8Array;
    const entry: Entry = { name, type, content: isFile ? what : new Uint8Array(), right: none, child: none };
    const number = entries.push(entry) - 1;
    let before = none;
    for (const [inner, value] of isFile ? [] : Object.entries(what)) {
      const at = add(inner, value instanceof Uint8Array ? 2 : 1, value);
      if (before === none) entry.child = at;
      else (entries[before] as Entry).right = at;
      before = at;
    }
    return number;
  };
  add('Root Entry', 5, root);
  const sectors: Buffer[] = [];
  const chains: number[] = [];
  const store = (content: Uint8Array): number => {
    if (content.length === 0) return end;
    const first = sectors.length;
    for (let at = 0; at < content.length; at += 512) {
      const sector = Buffer.alloc(512);
      sector.set(content.subarray(at, at + 512));
      chains[sectors.length] = at + 512 < content.length ? sectors.length + 1 : end;
      sectors.push(sector);
    }
    return first;
  };
  const starts = entries.map(({ content }) => store(content));
  const directory = store(
    Buffer.concat(entries.map((entry, index) => directoryEntry(entry, starts[index] ?? end))),
  );
  const tables = Math.ceil((sectors.length + 8) / 126);
  const firstTable = sectors.length;
  for (let table = 0; table < tables; table += 1) chains.push(0xfffffffd);
  const table = Buffer.alloc(tables * 512, 0xff);
  for (const [index, next] of chains.entries()) table.writeUInt32LE(next >>> 0, index * 4);
  const header = Buffer.alloc(512);
  header.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  header.writeUInt16LE(9, 30);
  header.writeUInt32LE(directory, 48);
  header.writeUInt32LE(end, 60);
  header.writeUInt32LE(end, 68);
  for (let index = 0; index < 109; index += 1)
    header.writeUInt32LE(index < tables ? firstTable + index : none, 76 + index * 4);
  return new Uint8Array(Buffer.concat([header, ...sectors, table]));
}

function directoryEntry({ name, type, content, right, child }: Entry, start: number): Buffer {
  const bytes = Buffer.alloc(128);
  const used = bytes.write(name, 'utf16le');
  bytes.writeUInt16LE(used + 2, 64);
  bytes.writeUInt8(type, 66);
  bytes.writeUInt32LE(none, 68);
  bytes.writeUInt32LE(right, 72);
  bytes.writeUInt32LE(child, 76);
  bytes.writeUInt32LE(start, 116);
  bytes.writeUInt32LE(content.length, 120);
  return bytes;
}
