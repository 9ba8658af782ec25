import { inMark } from '../../../../contract/features/documents/document-marks.ts';
import type { XmlNode } from '../../../xml.ts';
import { childOf, childrenOf, descendantsOf, innerText } from '../../../xml-tree.ts';
import { chartsOf } from '../charts.ts';
import type { OfficePackage } from '../package.ts';

/** Returns the text outside the cells of a sheet: text boxes, charts and picture descriptions. */
export function sheetDrawings(file: OfficePackage, part: string): string[] {
  const drawing = file.related(part, 'drawing');
  const content = drawing === undefined || !file.has(drawing) ? undefined : file.parse(drawing);
  if (drawing === undefined || content === undefined) return [];
  const boxes = [...descendantsOf(content, 'xdr:txBody')].map((box) =>
    [...descendantsOf(box, 'a:p')]
      .map((line) => [...descendantsOf(line, 'a:t')].map(innerText).join(''))
      .join('\n')
      .trim(),
  );
  const pictures = [...descendantsOf(content, 'xdr:pic')].flatMap((picture) => {
    const description = childOf(picture, 'xdr:nvPicPr', 'xdr:cNvPr')?.attributes.descr?.trim();
    return description ? [inMark('picture', description)] : [];
  });
  return [...boxes.filter((text) => text !== ''), ...chartsOf(file, drawing), ...pictures];
}

/** Returns printed headers and footers without duplicates. @param node `s:headerFooter` */
export function printedMargins(node: XmlNode): string[] {
  const found = childrenOf(node).flatMap((one) => {
    const text = innerText(one)
      // Remove codes for sections, fonts, sizes, colours and computed values (ECMA-376 18.3.1.39).
      .replace(/&(?:"[^"]*"|K[\dA-F+-]{6}|\d{1,3})/gi, '')
      .replace(/&[PN]/gi, '#')
      .replace(/&[LCR]/gi, ' ')
      .replace(/&[A-Z]/gi, '')
      .replaceAll('&&', '&')
      .replace(/\s+/g, ' ')
      .trim();
    return /[\p{L}\p{N}]/u.test(text) ? [inMark(/header/i.test(one.name) ? 'header' : 'footer', text)] : [];
  });
  return [...new Set(found)];
}
