import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

/** Parts of a .docx that contain text. */
const written = /^word\/(?:document|header\d*|footer\d*|footnotes|endnotes)\.xml$/;
const texts = /<w:t(?: [^<>]*)?>([^<]*)<\/w:t>/g;
const tags = /\{([\p{L}\p{N}_-]+)\}/gu;

/** A run of a paragraph. Word processors split text at any position, so a tag may span several runs. */
interface Piece {
  /** Offset in the text of the paragraph. */
  readonly from: number;
  text: string;
}

/**
 * Replaces each `{Tag}` of a .docx with the result of `valueFor`, in the font of the tag's first character.
 * @returns undefined if the file is not a .docx
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
  // Replace from the end, so that earlier offsets stay valid.
  for (const { 0: tag, 1: name = '', index } of [...whole.matchAll(tags)].reverse())
    putIn(pieces, index, index + tag.length, escapeXml(valueFor(name)));
  const next = pieces.values();
  return paragraph.replace(texts, () => `<w:t xml:space="preserve">${next.next().value?.text ?? ''}</w:t>`);
}

/** Inserts a value into the run in which a tag begins, and removes the rest of the tag from the other runs. */
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
