import { bytesOf, type HostileFile, joined, noise } from './hostile-file.ts';

const head = 'From: a@a.example\r\nTo: b@a.example\r\nSubject: claim\r\nMIME-Version: 1.0\r\n';
const file = (name: string, make: () => string): HostileFile => ({ name, make: () => bytesOf(make()) });
const compound = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';

function parts(levels: number): string {
  const begin = Array.from(
    { length: levels },
    (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
  );
  return `${head}${begin.join('')}\r\ntext\r\n`;
}

/** Creates a compound file, as old office and mail programs write it, with changes to its header and sector table. */
function compoundFile(change: (header: Buffer, table: Buffer) => void): Uint8Array {
  const header = Buffer.alloc(512);
  header.write(compound, 'latin1');
  header.writeUInt16LE(0x3e, 24);
  header.writeUInt16LE(3, 26);
  header.writeUInt16LE(0xfffe, 28);
  header.writeUInt16LE(9, 30);
  header.writeUInt16LE(6, 32);
  header.writeUInt32LE(1, 44);
  header.writeUInt32LE(1, 48);
  header.writeUInt32LE(4096, 56);
  header.writeUInt32LE(0xfffffffe, 60);
  header.writeUInt32LE(0xfffffffe, 68);
  header.fill(0xff, 76);
  header.writeUInt32LE(0, 76);
  const table = Buffer.alloc(512, 0xff);
  change(header, table);
  return joined(header, table, Buffer.alloc(512), noise(4096));
}

/** Creates a TNEF file that contains the same attribute many times. */
function packedByOutlook(count: number, id: string, content: string): Uint8Array {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(content.length);
  const one = joined('\x01', id, length, content, '\0\0');
  return Buffer.concat([joined('\x78\x9f\x3e\x22\0\0'), ...new Array<Uint8Array>(count).fill(one)]);
}

/** Email messages and compound files. */
export const hostileMails: readonly HostileFile[] = [
  file('parts in parts.eml', () => parts(5000)),
  file('messages in messages.eml', () => `${head}Content-Type: message/rfc822\r\n\r\n`.repeat(5000)),
  file(
    'a hundred thousand parts.eml',
    () =>
      `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\nContent-Disposition: attachment; filename=a.txt\r\n\r\nx\r\n'.repeat(100_000)}`,
  ),
  file('a header without end.eml', () => `${head}X-Long: ${'a\r\n '.repeat(1_000_000)}`),
  file('a million headers.eml', () => `${head}${'X-A: b\r\n'.repeat(500_000)}\r\ntext`),
  file('words in words.eml', () => `${head}Subject: ${'=?utf-8?B?=?koi8-r?Q?'.repeat(100_000)}\r\n\r\ntext`),
  file('no base64.eml', () => `${head}Content-Transfer-Encoding: base64\r\n\r\n${'@@@=='.repeat(500_000)}`),
  file('no boundary.eml', () => `${head}Content-Type: multipart/mixed\r\n\r\n${'--\r\n'.repeat(100_000)}`),
  {
    name: 'sectors in a circle.msg',
    make: () =>
      compoundFile((_, table) => {
        table.writeUInt32LE(0xfffffffd, 0);
        table.writeUInt32LE(1, 4);
      }),
  },
  {
    name: 'sectors that are not there.msg',
    make: () => compoundFile((header) => header.writeUInt32LE(0x7fffffff, 48)),
  },
  {
    name: 'sectors of four gigabytes.doc',
    make: () => compoundFile((header) => header.writeUInt16LE(32, 30)),
  },
  {
    name: 'tables in a circle.doc',
    make: () =>
      compoundFile((header) => {
        header.writeUInt32LE(0, 68);
        header.writeUInt32LE(0xffff, 72);
      }),
  },
  { name: 'noise.doc', make: () => joined(compound, noise(100_000)) },
  {
    name: 'a million properties.dat',
    make: () =>
      packedByOutlook(1, '\x03\x90\x06\0', `\xff\xff\xff\x7f${'\x1f\x10\x37\0\xff\xff\0\0'.repeat(500_000)}`),
  },
  {
    name: 'hundreds of thousands of attachments.dat',
    make: () => packedByOutlook(300_000, '\x02\x90\x06\0', ''),
  },
  { name: 'nothing but a mark.msg', make: () => joined(compound) },
];
