import { UnreadableError } from '../../format.ts';
import { viewOf } from '../../view-of.ts';
import { jpegEntries } from './jpeg.ts';
import { checkedSize, cutOff, type PictureFile } from './known-picture.ts';
import type { PdfImage, PdfImagePage } from './picture-pdf.ts';

const tags = {
  width: 256,
  height: 257,
  bits: 258,
  packing: 259,
  colors: 262,
  fillOrder: 266,
  stripOffsets: 273,
  orientation: 274,
  samples: 277,
  rowsPerStrip: 278,
  stripSizes: 279,
  planes: 284,
  faxOptions: 292,
  predictor: 317,
  palette: 320,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileSizes: 325,
  jpegTables: 347,
} as const;
type Tag = keyof typeof tags;

/** Values of one page, by tag. */
type Directory = ReadonlyMap<number, readonly number[]>;

const maxPages = 10_000;
const maxPieces = 20_000;
const degreesOf: Record<number, number> = { 3: 180, 6: 90, 8: 270 };

/** Reads a TIFF with one or more pages, the output format of scanners and fax programs. */
export function tiffPicture(bytes: Uint8Array): PictureFile {
  const directories = directoriesOf(bytes);
  const sizes = directories.map((directory) =>
    checkedSize(first(directory, 'width'), first(directory, 'height')),
  );
  return { kind: 'TIFF picture', sizes, page: (index) => pageOf(bytes, directories[index] ?? new Map()) };
}

const first = (directory: Directory, tag: Tag, otherwise = 0) => directory.get(tags[tag])?.[0] ?? otherwise;
const all = (directory: Directory, tag: Tag) => directory.get(tags[tag]) ?? [];

/** Size of a value in bytes, by type: byte, string, 16-bit number, 32-bit number, undefined bytes. */
const bytesOf: Record<number, number> = { 1: 1, 2: 1, 3: 2, 4: 4, 7: 1 };

function directoriesOf(bytes: Uint8Array): Directory[] {
  const view = viewOf(bytes);
  const little = bytes[0] === 0x49;
  const found: Directory[] = [];
  const seen = new Set<number>();
  let at = bytes.length < 8 ? 0 : view.getUint32(4, little);
  while (at !== 0 && !seen.has(at) && found.length < maxPages) {
    seen.add(at);
    if (at + 2 > bytes.length) break;
    const count = view.getUint16(at, little);
    const end = at + 2 + count * 12;
    if (end > bytes.length) break;
    found.push(
      new Map(Array.from({ length: count }, (_, index) => entryOf(view, at + 2 + index * 12, little))),
    );
    at = end + 4 <= bytes.length ? view.getUint32(end, little) : 0;
  }
  if (found.length === 0) throw cutOff();
  return found;
}

function entryOf(view: DataView, at: number, little: boolean): [number, number[]] {
  const [tag, type, count] = [
    view.getUint16(at, little),
    view.getUint16(at + 2, little),
    view.getUint32(at + 4, little),
  ];
  const size = bytesOf[type];
  if (size === undefined || count > 1_000_000) return [tag, []];
  const from = size * count <= 4 ? at + 8 : view.getUint32(at + 8, little);
  if (from + size * count > view.byteLength) return [tag, []];
  const value = (place: number) =>
    size === 1
      ? view.getUint8(place)
      : size === 2
        ? view.getUint16(place, little)
        : view.getUint32(place, little);
  return [tag, Array.from({ length: count }, (_, index) => value(from + index * size))];
}

function pageOf(bytes: Uint8Array, directory: Directory): PdfImagePage {
  const [width, height] = [first(directory, 'width'), first(directory, 'height')];
  const isTiled = directory.has(tags.tileWidth);
  const pieceWidth = isTiled ? first(directory, 'tileWidth') : width;
  const pieceHeight = isTiled
    ? first(directory, 'tileHeight')
    : Math.min(first(directory, 'rowsPerStrip', height), height);
  const offsets = all(directory, isTiled ? 'tileOffsets' : 'stripOffsets');
  const sizes = all(directory, isTiled ? 'tileSizes' : 'stripSizes');
  checkedSize(pieceWidth, pieceHeight);
  const across = Math.ceil(width / pieceWidth);
  const expected = across * Math.ceil(height / pieceHeight);
  if (first(directory, 'planes', 1) !== 1 || offsets.length < expected || expected > maxPieces)
    throw new UnreadableError('unknown', 'the TIFF has an unsupported layout of colours or strips');
  const images = Array.from({ length: expected }, (_, index): PdfImage => {
    const y = Math.floor(index / across) * pieceHeight;
    const rows = isTiled ? pieceHeight : Math.min(pieceHeight, height - y);
    const from = offsets[index] ?? 0;
    const packed = bytes.subarray(from, from + (sizes[index] ?? bytes.length - from));
    const piece = { width: pieceWidth, height: rows };
    return { ...piece, x: (index % across) * pieceWidth, y, ...pieceOf(packed, directory, piece) };
  });
  return { width, height, images, turned: degreesOf[first(directory, 'orientation')] ?? 0 };
}

const [whiteIsZero, rgb, palette, cmyk] = [0, 2, 3, 5];
const faxPackings = [2, 3, 4];

/** Returns the image entries and data of a strip or tile. */
function pieceOf(
  packed: Uint8Array,
  directory: Directory,
  { width, height }: { readonly width: number; readonly height: number },
): Pick<PdfImage, 'entries' | 'data'> {
  const packing = first(directory, 'packing', 1);
  const data =
    first(directory, 'fillOrder', 1) === 2 && faxPackings.includes(packing) ? turnedBits(packed) : packed;
  if (packing === 7) return jpegPiece(data, directory);
  const samples = first(directory, 'samples', 1);
  const bits = first(directory, 'bits', 1);
  const colors = first(directory, 'colors');
  const size = `/Columns ${width} /Rows ${height}`;
  const prediction = first(directory, 'predictor', 1) === 2 ? 2 : 1;
  const predicted = `/DecodeParms << /Predictor ${prediction} /Colors ${samples} /BitsPerComponent ${bits} /Columns ${width} >>`;
  const options = first(directory, 'faxOptions');
  const isBlackOne = colors === whiteIsZero ? 'false' : 'true';
  const fax = (kind: number, isAligned: boolean) =>
    `/Filter /CCITTFaxDecode /DecodeParms << /K ${kind} ${size} /BlackIs1 ${isBlackOne} /EncodedByteAlign ${isAligned} /EndOfBlock false >>`;
  const filters: Record<number, string> = {
    1: '',
    2: fax(0, true),
    3: fax((options & 1) === 1 ? 1 : 0, (options & 4) === 4),
    4: fax(-1, false),
    5: `/Filter /LZWDecode ${predicted}`,
    8: `/Filter /FlateDecode ${predicted}`,
    32773: '/Filter /RunLengthDecode',
    32946: `/Filter /FlateDecode ${predicted}`,
  };
  const filter = filters[packing];
  if (filter === undefined)
    throw new UnreadableError('unknown', `the TIFF has an unsupported compression (${packing})`);
  return {
    entries: `${colorsOf(directory, { bits, samples, isFax: faxPackings.includes(packing) })} /BitsPerComponent ${bits} ${filter}`,
    data,
  };
}

function colorsOf(
  directory: Directory,
  { bits, samples, isFax }: { readonly bits: number; readonly samples: number; readonly isFax: boolean },
): string {
  const colors = first(directory, 'colors');
  if (colors === palette) {
    const values = all(directory, 'palette');
    const count = values.length / 3;
    const hex = Array.from(
      { length: count * 3 },
      (_, at) => (values[(at % 3) * count + Math.floor(at / 3)] ?? 0) >> 8,
    );
    return `/ColorSpace [/Indexed /DeviceRGB ${count - 1} <${Buffer.from(hex).toString('hex')}>]`;
  }
  if (colors === rgb && samples === 3) return '/ColorSpace /DeviceRGB';
  if (colors === cmyk && samples === 4) return '/ColorSpace /DeviceCMYK';
  if (colors <= 1 && samples === 1 && [1, 2, 4, 8, 16].includes(bits))
    return colors === whiteIsZero && !isFax
      ? '/ColorSpace /DeviceGray /Decode [1 0]'
      : '/ColorSpace /DeviceGray';
  throw new UnreadableError('unknown', 'the TIFF has an unsupported colour type');
}

/** Converts a JPEG strip or tile. Adds the tables, which all strips and tiles share. */
function jpegPiece(data: Uint8Array, directory: Directory): Pick<PdfImage, 'entries' | 'data'> {
  const tables = Uint8Array.from(all(directory, 'jpegTables'));
  // Omit the end marker of the tables and the start marker of the strip or tile.
  const whole = tables.length > 4 ? Buffer.concat([tables.subarray(0, -2), data.subarray(2)]) : data;
  return { entries: jpegEntries(first(directory, 'samples', 1), false), data: whole };
}

/** Reverses the bit order of each byte. */
function turnedBits(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte) => {
    let turned = 0;
    for (let bit = 0; bit < 8; bit += 1) if ((byte >> bit) & 1) turned |= 0x80 >> bit;
    return turned;
  });
}
