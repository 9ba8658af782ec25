import { crc32, deflateSync } from 'node:zlib';
import { type HostileFile, joined, noise } from './hostile-file.ts';

function chunk(type: string, data: Uint8Array): Uint8Array {
  const body = joined(type, data);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return joined(length, body, sum);
}

function png(width: number, height: number, data: Uint8Array): Uint8Array {
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  size.set([8, 6, 0, 0, 0], 8);
  return joined(
    '\x89PNG\r\n\x1a\n',
    chunk('IHDR', size),
    chunk('IDAT', data),
    chunk('IEND', new Uint8Array()),
  );
}

/** Images and fonts. */
export const hostilePictures: readonly HostileFile[] = [
  {
    name: 'sixty thousand by sixty thousand.png',
    make: () => png(60_000, 60_000, deflateSync(Buffer.alloc(10_000_000))),
  },
  { name: 'two thousand million wide.png', make: () => png(0x7fffffff, 0x7fffffff, noise(100)) },
  { name: 'no size.png', make: () => png(0, 0, new Uint8Array()) },
  { name: 'nothing but a mark.png', make: () => joined('\x89PNG\r\n\x1a\n') },
  {
    name: 'a text behind it.png',
    make: () =>
      joined(
        png(1, 1, deflateSync(Buffer.alloc(5))),
        chunk('zTXt', joined('a\0\0', deflateSync(Buffer.alloc(50_000_000)))),
      ),
  },
  {
    name: 'as large as can be said.jpg',
    make: () =>
      joined(
        '\xff\xd8\xff\xc0\0\x11\x08\xff\xff\xff\xff\x03\x01\x22\0\x02\x11\x01\x03\x11\x01',
        noise(1000),
        '\xff\xd9',
      ),
  },
  { name: 'marks alone.jpg', make: () => joined('\xff\xd8', '\xff\xe1\0\x02'.repeat(200_000)) },
  {
    name: 'frames.gif',
    make: () =>
      joined(
        'GIF89a\xff\xff\xff\xff\x80\0\0\0\0\0\xff\xff\xff',
        '\x2c\0\0\0\0\xff\xff\xff\xff\0\x02\x02\x4c\x01\0'.repeat(50_000),
      ),
  },
  { name: 'in a circle.tiff', make: () => joined('II*\0\x08\0\0\0\0\0\x08\0\0\0') },
  {
    name: 'large.webp',
    make: () => joined('RIFF\xff\xff\xff\x7fWEBPVP8X\x0a\0\0\0\0\0\0\0\xff\xff\xff\xff\xff\xff'),
  },
  {
    name: 'large.bmp',
    make: () =>
      joined(
        'BM\xff\xff\xff\x7f\0\0\0\0\x36\0\0\0\x28\0\0\0\xff\xff\xff\x7f\xff\xff\xff\x7f\x01\0\x20\0',
        noise(100),
      ),
  },
  { name: 'a font.ttf', make: () => joined('\0\x01\0\0\xff\xff', noise(100_000)) },
];
