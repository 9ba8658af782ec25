import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { bomb, member, type RawMember, rawZip } from './bombs.ts';
import { bytesOf, type HostileFile, joined, noise } from './hostile-file.ts';

const gigabyte = 1024;

/** Creates nested archives with 16 members each. The innermost contain 100 MB of zeros. */
function nested(levels: number): Uint8Array {
  if (levels === 0) return rawZip([{ name: '0.dll', packed: bomb(100, '\0'), size: 100 * 1024 * 1024 }]);
  const inner = nested(levels - 1);
  return rawZip(Array.from({ length: 16 }, (_, at) => member(`lib ${at}.zip`, inner)));
}

/** Creates an archive whose members share the same bytes. */
function overlapping(): Uint8Array {
  const packed = bomb(20);
  const one: RawMember = { name: 'a.txt', packed, size: 20 * 1024 * 1024 };
  return rawZip([
    one,
    ...Array.from({ length: 500 }, () => ({
      ...one,
      packed: new Uint8Array(),
      packedSize: packed.length,
      offset: 0,
    })),
  ]);
}

const good = member('letter.txt', 'Претензия о взыскании долга');
const stored = (name: string, text: string): RawMember => {
  const packed = bytesOf(text);
  return { name, packed, method: 0, size: packed.length, checksum: crc32(packed) };
};

/** Archives and other files that contain files. */
export const hostileArchives: readonly HostileFile[] = [
  { name: 'archives in archives.zip', make: () => nested(4) },
  { name: 'the same bytes for all.zip', make: overlapping },
  {
    name: 'ten gigabytes.zip',
    make: () => rawZip([{ name: 'a.txt', packed: bomb(10 * gigabyte), size: 0xffffffff }]),
  },
  { name: 'smaller than it is.zip', make: () => rawZip([{ name: 'a.txt', packed: bomb(1000), size: 10 }]) },
  {
    name: 'larger than it is.zip',
    make: () => rawZip([{ name: 'a.txt', packed: deflateRawSync('text'), size: 0xfffffff0 }]),
  },
  { name: 'packed in more than there is.zip', make: () => rawZip([{ ...good, packedSize: 0x7fffffff }]) },
  { name: 'more members than there are.zip', make: () => rawZip([good], { count: 60_000 }) },
  { name: 'a directory somewhere else.zip', make: () => rawZip([good], { at: 0xfffffff0 }) },
  { name: 'a member before the beginning.zip', make: () => rawZip([{ ...good, offset: 0xffffff00 }]) },
  { name: 'cut.zip', make: () => rawZip([good, good]).subarray(0, -30) },
  { name: 'nothing but an end.zip', make: () => rawZip([]) },
  { name: 'nothing but a beginning.zip', make: () => joined('PK\x03\x04', noise(1000)) },
  { name: 'under a password.zip', make: () => rawZip([{ ...good, flags: 1 }]) },
  { name: 'an unknown method.zip', make: () => rawZip([{ ...good, method: 99 }]) },
  {
    name: 'ways out.zip',
    make: () =>
      rawZip(
        [
          '../../etc/passwd',
          '/etc/passwd',
          'C:\\Windows\\a',
          'a\0b',
          '',
          '\u202etxt.exe',
          'x'.repeat(60_000),
        ].map((name) => ({ ...good, name })),
      ),
  },
  {
    name: 'fifty thousand members.zip',
    make: () => rawZip(Array.from({ length: 50_000 }, (_, at) => stored(`${at}.txt`, 'x'))),
  },
  { name: 'noise in it.zip', make: () => rawZip([{ name: 'a.txt', packed: noise(100_000), size: 100_000 }]) },
  {
    name: 'gigabytes.gz',
    make: () => {
      const one = gzipSync(Buffer.alloc(10 * 1024 * 1024));
      return joined(...Array.from({ length: 200 }, () => one));
    },
  },
  { name: 'another packer.7z', make: () => joined('7z\xbc\xaf\x27\x1c\0\x04', noise(1000)) },
  { name: 'another packer.rar', make: () => joined('Rar!\x1a\x07\x01\0', noise(1000)) },
  { name: 'a program.exe', make: () => joined('MZ\x90\0', noise(10_000)) },
  { name: 'a program.docx', make: () => joined('\x7fELF\x02\x01\x01\0', noise(10_000)) },
];
