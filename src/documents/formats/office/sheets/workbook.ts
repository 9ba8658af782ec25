import { inMark } from '../../../../contract/features/documents/document-marks.ts';
import type { FormatContent, FormatRequest } from '../../../format.ts';
import { createParts } from '../../../parts.ts';
import type { XmlNode } from '../../../xml.ts';
import { childOf, childrenOf } from '../../../xml-tree.ts';
import { readXlsb } from '../binary-sheets/xlsb.ts';
import { type OfficePackage, openOfficePackage } from '../package.ts';
import { packageNotes } from '../package-notes.ts';
import { readTheme } from '../theme.ts';
import { readCellLooks } from './cell-looks.ts';
import { readFormats } from './number-formats.ts';
import { type CellText, cellText } from './rich-text.ts';
import { type Cells, newSheetCounters, readSheet, sheetNotes } from './sheet.ts';

/** Reads a workbook, with one part per sheet. @throws UnreadableError if it is damaged */
export function readWorkbook({ bytes, range, limits }: FormatRequest): FormatContent {
  const file = openOfficePackage(bytes, limits);
  if (file.type.includes('binary')) return readXlsb(file, range, limits);
  const workbook = file.parse(file.main);
  const parts = createParts({ range, limits });
  const cells = cellsOf(file, workbook);
  const counters = newSheetCounters();
  for (const [index, { attributes }] of childrenOf(childOf(workbook, 's:sheets'), 's:sheet').entries()) {
    const name = attributes.name ?? '';
    if (index === 0) parts.name(name);
    else parts.next(name);
    if (attributes.state !== undefined && attributes.state !== 'visible') {
      parts.line(inMark('hidden', 'the whole sheet'));
      counters.hidden += 1;
    }
    const part = file.relations(file.main).get(attributes['r:id'] ?? '')?.target ?? '';
    if (file.has(part) && index < limits.pages) readSheet(file, part, cells, counters, parts);
  }
  const { notes, ...content } = parts.finish('sheet');
  return {
    kind: 'spreadsheet',
    ...content,
    inside: file.inside,
    properties: file.properties(),
    notes: [...notes, ...sheetNotes(counters), ...packageNotes(file)],
  };
}

function cellsOf(file: OfficePackage, workbook: XmlNode | undefined): Cells {
  const is1904 = /^(1|true)$/.test(childOf(workbook, 's:workbookPr')?.attributes.date1904 ?? '');
  const styles = file.parse(file.related(file.main, 'styles'));
  const looks = readCellLooks(styles, readTheme(file.parse(file.related(file.main, 'theme'))));
  const strings: CellText[] = [];
  const part = file.related(file.main, 'sharedStrings');
  if (part !== undefined && file.has(part))
    file.read(part, {
      isWhole: (name) => name === 's:si',
      whole: (node) => void strings.push(cellText(node, looks)),
    });
  const people = new Map(
    childrenOf(file.parse(file.related(file.main, 'person'))).map(
      ({ attributes }) => [attributes.id ?? '', attributes.displayName ?? ''] as const,
    ),
  );
  return { strings, people, show: readFormats(styles, is1904), looks };
}
