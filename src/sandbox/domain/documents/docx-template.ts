import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

/** The parts of a word processor's document in which people write. */
const written = /^word\/(?:document|header\d*|footer\d*|footnotes|endnotes)\.xml$/;
const texts = /<w:t(?: [^<>]*)?>([^<]*)<\/w:t>/g;
const tags = /\{([\p{L}\p{N}_-]+)\}/gu;

/** A piece of a paragraph's text; word processors cut it anywhere. */
interface Piece {
  /** Where it begins in the text of the paragraph. */
  readonly from: number;
  text: string;
}

/**
 * A .docx with what `valueFor` gives in place of each `{Tag}`, in the font of the tag's beginning.
 * @returns undefined for what is no document of a word processor
 */
export function fillDocx(bytes: Uint8Array, valueFor: (tag: string) => string): Uint8Array | undefined {
  const parts = partsOf(bytes);
  if (parts?.['word/document.xml'] === undefined) return undefined;
  const filled = Object.entries(parts).map(([path, content]) => [
    path,
    written.test(path) ? strToU8(fillXml(strFromU8(content), valueFor)) : content,
  ]);
  return zipSync(Object.fromEntries(filled), { mtime: new Date(1980, 0, 1) });
}

function partsOf(bytes: Uint8Array): Record<string, Uint8Array> | undefined {
  try {
    return unzipSync(bytes);
  } catch {
    return undefined;
  }
}

const paragraphEnd = '</w:p>';
const fillXml = (xml: string, valueFor: (tag: string) => string) =>
  xml
    .split(paragraphEnd)
    .map((paragraph) => fillParagraph(paragraph, valueFor))
    .join(paragraphEnd);

function fillParagraph(paragraph: string, valueFor: (tag: string) => string): string {
  const pieces: Piece[] = [];
  let length = 0;
  for (const [, content = ''] of paragraph.matchAll(texts)) {
    pieces.push({ from: length, text: content });
    length += content.length;
  }
  const whole = pieces.map(({ text }) => text).join('');
  // From the last on: what stands before keeps its place.
  for (const { 0: tag, 1: name = '', index } of [...whole.matchAll(tags)].reverse())
    putIn(pieces, index, index + tag.length, escapeXml(valueFor(name)));
  const next = pieces.values();
  return paragraph.replace(texts, () => `<w:t xml:space="preserve">${next.next().value?.text ?? ''}</w:t>`);
}

/** Puts a value into the piece in which a tag begins, and takes the rest of the tag out of the others. */
function putIn(pieces: readonly Piece[], from: number, to: number, value: string): void {
  const first = pieces.findLast((piece) => piece.from <= from && piece.text !== '');
  for (const piece of pieces) {
    const start = Math.max(0, from - piece.from);
    const end = to - piece.from;
    if (end <= 0 || start >= piece.text.length) continue;
    piece.text = piece.text.slice(0, start) + (piece === first ? value : '') + piece.text.slice(end);
  }
}

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
