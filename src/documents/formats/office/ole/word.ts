import { withoutMarkers } from '../../../../contract/features/documents/document-marks.ts';
import type { CompoundFolder } from '../../../containers/compound-file.ts';
import { UnreadableError } from '../../../format.ts';
import { viewOf } from '../../../view-of.ts';
import type { OldWordText } from './old-word-text.ts';
import { firstVersionOf97, readWord95 } from './word95.ts';

/** Private character for the end of a row. In the file, cells and rows end with the same character. */
export const rowEnd = '\ue007';

/** Signatures of documents of Word 6 and 95, and of Word 97 and later. */
const markOf95 = 0xa5dc;
const markOf97 = 0xa5ec;

/** Reads a document. @throws UnreadableError if it is encrypted, damaged or older than Word 6 */
export function readOldWord(file: CompoundFolder): OldWordText {
  try {
    return read(file);
  } catch (error) {
    throw error instanceof RangeError ? new UnreadableError('damaged', 'the document is cut off') : error;
  }
}

function read(file: CompoundFolder): OldWordText {
  const bytes = streamOf(file, 'WordDocument');
  const view = viewOf(bytes);
  const flags = view.getUint16(10, true);
  if ((flags & 0x100) !== 0)
    throw new UnreadableError('encrypted', 'the document is protected by a password');
  const mark = view.getUint16(0, true);
  if (mark === markOf95 || (mark === markOf97 && view.getUint16(2, true) < firstVersionOf97))
    return readWord95(view);
  if (mark !== markOf97)
    throw new UnreadableError('unknown', 'the document was written by a version of Word before 6');
  const table = streamOf(file, (flags & 0x200) !== 0 ? '1Table' : '0Table');
  const at = view.getUint32(0x1a2, true);
  const all = letters(
    view,
    viewOf(table.subarray(at, at + view.getUint32(0x1a6, true))),
    rowEnds(view, viewOf(table), viewOf(file.files.get('Data')?.() ?? new Uint8Array())),
  );
  let from = 0;
  const next = (place: number) => {
    const length = Math.min(view.getUint32(place, true), all.length);
    from += length;
    return withoutMarkers(all.slice(from - length, from));
  };
  const [main, footnotes, headers] = [next(0x4c), next(0x50), next(0x54)];
  from += view.getUint32(0x58, true);
  const [comments, endnotes, boxes] = [next(0x5c), next(0x60), next(0x64)];
  return { main, footnotes, headers, comments, endnotes, boxes };
}

function streamOf({ files }: CompoundFolder, name: string): Uint8Array {
  const open = files.get(name);
  if (open === undefined) throw new UnreadableError('damaged', 'a part of the document is missing');
  return open();
}

/** Joins the pieces of the text. Each piece is stored with one or two bytes per character. */
function letters(document: DataView, pieces: DataView, ends: ReadonlySet<number>): string {
  let at = 0;
  while (at < pieces.byteLength && pieces.getUint8(at) === 1) at += 3 + pieces.getUint16(at + 1, true);
  if (pieces.getUint8(at) !== 2)
    throw new UnreadableError('damaged', 'the document does not say where its text is');
  const count = Math.floor((pieces.getUint32(at + 1, true) - 4) / 12);
  const places = at + 5;
  const found: string[] = [];
  let total = 0;
  for (let index = 0; index < count; index += 1) {
    const [from, to] = [
      pieces.getUint32(places + index * 4, true),
      pieces.getUint32(places + index * 4 + 4, true),
    ];
    const place = pieces.getUint32(places + (count + 1) * 4 + index * 8 + 2, true);
    const isNarrow = (place & 0x40000000) !== 0;
    const start = isNarrow ? (place & 0x3fffffff) >>> 1 : place & 0x3fffffff;
    total += to - from;
    // Limit the total length, because overlapping pieces could make the text longer than the file.
    if (to < from || total > document.byteLength)
      throw new UnreadableError('damaged', 'the document is damaged');
    found.push(piece(document, start, to - from, isNarrow ? 1 : 2, ends));
  }
  return found.join('');
}

function piece(
  document: DataView,
  start: number,
  length: number,
  width: 1 | 2,
  ends: ReadonlySet<number>,
): string {
  const bytes = new Uint8Array(document.buffer, document.byteOffset + start, length * width);
  const text = new TextDecoder(width === 1 ? 'windows-1252' : 'utf-16le', { ignoreBOM: true }).decode(bytes);
  let [shown, from] = ['', 0];
  for (let at = text.indexOf('\u0007'); at >= 0; at = text.indexOf('\u0007', at + 1)) {
    if (!ends.has(start + (at + 1) * width)) continue;
    shown += text.slice(from, at) + rowEnd;
    from = at + 1;
  }
  return shown + text.slice(from);
}

/** Returns the offsets after the characters that end a row. @param data stream with long property lists */
function rowEnds(document: DataView, table: DataView, data: DataView): ReadonlySet<number> {
  const ends = new Set<number>();
  const [at, length] = [document.getUint32(0x102, true), document.getUint32(0x106, true)];
  const count = Math.floor((length - 4) / 8);
  for (let index = 0; index < count && count < document.byteLength / 512; index += 1) {
    const page = (table.getUint32(at + (count + 1) * 4 + index * 4, true) & 0x3fffff) * 512;
    const runs = document.getUint8(page + 511);
    for (let run = 0; run < runs; run += 1) {
      const offset = document.getUint8(page + (runs + 1) * 4 + run * 13) * 2;
      if (offset > 0 && endsRow(document, page + offset, data))
        ends.add(document.getUint32(page + (run + 1) * 4, true));
    }
  }
  return ends;
}

/** Checks whether the properties of a paragraph mark the end of a row (`sprmPFTtp`). */
function endsRow(document: DataView, at: number, data: DataView): boolean {
  const short = document.getUint8(at);
  const [start, length] = short === 0 ? [at + 2, document.getUint8(at + 1) * 2] : [at + 1, short * 2 - 1];
  return marksRowEnd(document, start + 2, start + length, data);
}

/**
 * Searches a property list for the end-of-row property.
 * @param data stream with long property lists (`sprmPHugePapx`), which rows with many cells need
 */
function marksRowEnd(properties: DataView, from: number, to: number, data?: DataView): boolean {
  for (let place = from; place + 2 < to; ) {
    const code = properties.getUint16(place, true);
    if (code === 0x2417 || code === 0x244c) return properties.getUint8(place + 2) === 1;
    if ((code === 0x6645 || code === 0x6646) && data !== undefined) {
      const at = properties.getUint32(place + 2, true);
      if (at + 2 <= data.byteLength)
        return marksRowEnd(data, at + 2, Math.min(data.byteLength - 2, at + 2 + data.getUint16(at, true)));
    }
    place += 2 + operandSize(properties, code, place + 2);
  }
  return false;
}

function operandSize(document: DataView, code: number, at: number): number {
  if (code === 0xd608) return document.getUint16(at, true) + 1;
  return [1, 1, 2, 4, 2, 2, document.getUint8(at) + 1, 3][code >>> 13] ?? 1;
}
