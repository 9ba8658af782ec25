import { inMark } from '../../../../contract/features/documents/document-marks.ts';
import type { CompoundFolder } from '../../../containers/compound-file.ts';
import { type FormatContent, type FormatRequest, UnreadableError } from '../../../format.ts';
import { fileMessages, officeMessages } from '../../../notes/messages.ts';
import { createParts } from '../../../parts.ts';
import { cellFormats, type ShowCell } from '../sheets/number-formats.ts';
import { newSheetCounters, sheetNotes } from '../sheets/sheet.ts';
import { readRecord, recordsFrom, recordTypes as types, type XlsRecord } from './records.ts';
import { createSheetWriter } from './sheet-writer.ts';
import { codePageTexts, sharedTexts, type TextReader, unicodeTexts } from './texts.ts';
import { readXlsSheet } from './xls-sheet.ts';

/** Reads a workbook of Excel 5 to 2003 by sheet (MS-XLS). @throws UnreadableError */
export function readXls(file: CompoundFolder, request: FormatRequest): FormatContent {
  const stream = (file.files.get('Workbook') ?? file.files.get('Book'))?.() ?? new Uint8Array();
  try {
    return contentOf(stream, file, request);
  } catch (error) {
    throw error instanceof RangeError ? new UnreadableError('damaged', 'the workbook is damaged') : error;
  }
}

function contentOf(
  stream: Uint8Array,
  file: CompoundFolder,
  { range, limits }: FormatRequest,
): FormatContent {
  const workbook = globalsOf(stream);
  const parts = createParts({ range, limits });
  const counters = newSheetCounters();
  for (const [index, { from, name, isHidden }] of workbook.sheets.entries()) {
    if (index === 0) parts.name(name);
    else parts.next(name);
    if (isHidden) {
      parts.line(inMark('hidden', 'the whole sheet'));
      counters.hidden += 1;
    }
    if (index >= limits.pages) continue;
    const writer = createSheetWriter(parts, workbook.show, counters);
    readXlsSheet({ ...workbook, stream, from }, writer, counters);
    writer.finish();
  }
  const { notes, ...content } = parts.finish('sheet');
  const hasMacros = ['_VBA_PROJECT_CUR', '_VBA_PROJECT'].some((name) => file.folders.has(name));
  return {
    kind: 'spreadsheet',
    ...content,
    notes: [
      ...notes,
      ...sheetNotes(counters),
      ...(hasMacros ? [fileMessages.macros] : []),
      officeMessages.oldSheets,
    ],
  };
}

interface Globals {
  readonly sheets: readonly { readonly from: number; readonly name: string; readonly isHidden: boolean }[];
  readonly shared: readonly string[];
  readonly texts: TextReader;
  readonly isUnicode: boolean;
  readonly show: ShowCell;
}

/** Version in the first record of Excel 97 and later. Excel 5 and 95 write `0x500`. */
const unicodeVersion = 0x600;
/** Type of a sheet entry for a macro module, which has no cells. */
const moduleKind = 6;
/**
 * Date formats that depend on the country. The file stores them for the country where it was written, so the neutral
 * built-in formats are used instead.
 */
const localDates = new Set([14, 15, 16, 17, 22]);

/** Reads the records that apply to the whole workbook, such as sheet names, formats and shared strings. */
function globalsOf(stream: Uint8Array): Globals {
  const sheets: { from: number; name: string; isHidden: boolean }[] = [];
  const formats = new Map<number, string>();
  const styles: number[] = [];
  let [texts, isUnicode, shared, is1904]: [TextReader, boolean, string[], boolean] = [
    codePageTexts(1252),
    false,
    [],
    false,
  ];
  const readers: Readonly<Record<number, (record: XlsRecord) => void>> = {
    [types.begin](record) {
      isUnicode = readRecord(record).u16() === unicodeVersion;
      if (isUnicode) texts = unicodeTexts;
    },
    [types.encrypted]() {
      throw new UnreadableError('encrypted', 'the workbook is protected by a password');
    },
    [types.codePage](record) {
      if (!isUnicode) texts = codePageTexts(readRecord(record).u16());
    },
    [types.calendar](record) {
      is1904 = readRecord(record).u16() === 1;
    },
    [types.sheet](of) {
      const record = readRecord(of);
      const [from, state, kind] = [record.u32(), record.u8(), record.u8()];
      if (kind !== moduleKind)
        sheets.push({ from, name: texts.text(record, 1), isHidden: (state & 3) !== 0 });
    },
    [types.format](of) {
      const record = readRecord(of);
      const id = record.u16();
      if (!localDates.has(id)) formats.set(id, texts.text(record, isUnicode ? 2 : 1));
    },
    [types.style](of) {
      const record = readRecord(of);
      record.skip(2);
      styles.push(record.u16());
    },
    [types.strings](record) {
      shared = sharedTexts(record);
    },
  };
  for (const record of recordsFrom(stream, 0)) {
    if (record.type === types.end) break;
    readers[record.type]?.(record);
  }
  if (sheets.length === 0) throw new UnreadableError('damaged', 'the workbook has no sheets');
  return { sheets, shared, texts, isUnicode, show: cellFormats(styles, formats, is1904) };
}
