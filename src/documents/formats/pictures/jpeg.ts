import { viewOf } from '../../view-of.ts';
import { checkedSize, cutOff, type PictureFile } from './known-picture.ts';

interface JpegHead {
  readonly width: number;
  readonly height: number;
  readonly components: number;
  /** Clockwise rotation in degrees, as saved by the camera. */
  readonly turned: number;
  /** Whether an Adobe program wrote the file. Adobe programs invert four-colour images. */
  readonly isAdobe: boolean;
}

export function jpegPicture(bytes: Uint8Array): PictureFile {
  const head = jpegHead(bytes);
  const { width, height, components, turned, isAdobe } = head;
  const sizes = [checkedSize(width, height)];
  return {
    kind: 'JPEG picture',
    mediaType: 'image/jpeg',
    sizes,
    page: () => ({
      width,
      height,
      turned,
      images: [{ width, height, x: 0, y: 0, entries: jpegEntries(components, isAdobe), data: bytes }],
    }),
  };
}

export function jpegEntries(components: number, isAdobe: boolean): string {
  const colors = components === 1 ? '/DeviceGray' : components === 4 ? '/DeviceCMYK' : '/DeviceRGB';
  const turnedRound = components === 4 && isAdobe ? ' /Decode [1 0 1 0 1 0 1 0]' : '';
  return `/ColorSpace ${colors} /BitsPerComponent 8 /Filter /DCTDecode${turnedRound}`;
}

function jpegHead(bytes: Uint8Array): JpegHead {
  const view = viewOf(bytes);
  let turned = 0;
  let isAdobe = false;
  for (let at = 2; at + 10 <= bytes.length; ) {
    if (bytes[at] !== 0xff) break;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const length = view.getUint16(at + 2);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame)
      return {
        height: view.getUint16(at + 5),
        width: view.getUint16(at + 7),
        components: bytes[at + 9] ?? 3,
        turned,
        isAdobe,
      };
    const body = bytes.subarray(at + 4, at + 2 + length);
    if (marker === 0xe1) turned = turnOf(body);
    if (marker === 0xee && Buffer.from(body.subarray(0, 5)).toString('latin1') === 'Adobe') isAdobe = true;
    at += 2 + length;
  }
  throw cutOff();
}

/** Rotation in degrees by EXIF orientation. Mirrored pictures are shown unchanged. */
const degreesOf: Record<number, number> = { 3: 180, 6: 90, 8: 270 };
const orientationTag = 0x0112;

function turnOf(body: Uint8Array): number {
  if (body.length < 20 || Buffer.from(body.subarray(0, 4)).toString('latin1') !== 'Exif') return 0;
  const view = viewOf(body.subarray(6));
  const little = view.getUint16(0) === 0x4949;
  const start = view.getUint32(4, little);
  if (start + 2 > view.byteLength) return 0;
  const count = view.getUint16(start, little);
  for (let index = 0; index < count; index += 1) {
    const at = start + 2 + index * 12;
    if (at + 12 > view.byteLength) return 0;
    if (view.getUint16(at, little) === orientationTag) return degreesOf[view.getUint16(at + 8, little)] ?? 0;
  }
  return 0;
}
