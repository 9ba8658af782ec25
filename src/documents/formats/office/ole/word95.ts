import { withoutMarkers } from '../../../../contract/features/documents/document-marks.ts';
import { codePageOfLocale, encodingOfPage } from '../../../code-pages.ts';
import { UnreadableError } from '../../../format.ts';
import type { OldWordText } from './old-word-text.ts';

/** First version number of Word 97. */
export const firstVersionOf97 = 0xc1;
const firstVersionOf6 = 101;
/** Flag of a document whose text is stored in pieces. A table defines their order. */
const savedInPieces = 4;

/**
 * Reads a document of Word 6 or 95. Its text flows are stored one after the other, in the code page of the language.
 * Ends of table rows are not detected.
 * @throws UnreadableError if it is older, or its text is stored in pieces
 */
export function readWord95(document: DataView): OldWordText {
  const [version, language, flags] = [2, 6, 10].map((at) => document.getUint16(at, true)) as [
    number,
    number,
    number,
  ];
  if (version < firstVersionOf6)
    throw new UnreadableError('unknown', 'the document was written by a version of Word before 6');
  if ((flags & savedInPieces) !== 0)
    throw new UnreadableError(
      'unknown',
      'the document was fast-saved by Word 6 or 95, which is not supported: save it again in a newer format',
    );
  const decoder = new TextDecoder(encodingOfPage(codePageOfLocale(language)));
  let at = document.getUint32(0x18, true);
  const next = (place: number) => {
    const length = document.getUint32(place, true);
    const bytes = new Uint8Array(document.buffer, document.byteOffset + at, length);
    if (at + length > document.byteLength) throw new RangeError('the text is longer than the document');
    at += length;
    return withoutMarkers(decoder.decode(bytes));
  };
  const [main, footnotes, headers] = [next(0x34), next(0x38), next(0x3c)];
  next(0x40);
  const [comments, endnotes, boxes] = [next(0x44), next(0x48), next(0x4c)];
  return { main, footnotes, headers, comments, endnotes, boxes };
}
