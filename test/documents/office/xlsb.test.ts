import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { xlsx } from '../../support/documents/open-xml.ts';
import { reader, refusalOf } from '../../support/read-document.ts';

const u32 = (...values: readonly number[]) =>
  Buffer.concat(
    values.map((value) => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32LE(value >>> 0);
      return bytes;
    }),
  );
const f64 = (value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
};
const wide = (text: string) => Buffer.concat([u32(text.length), Buffer.from(text, 'utf16le')]);
const flag = (...values: readonly number[]) => Uint8Array.from(values);
/** Creates a record of a binary part. Its type takes one or two bytes, its length as many as needed. */
function record(type: number, ...content: readonly Uint8Array[]): Buffer {
  const whole = Buffer.concat(content);
  const head = type < 128 ? [type] : [(type & 0x7f) | 0x80, type >> 7];
  const length = whole.length < 128 ? [whole.length] : [(whole.length & 0x7f) | 0x80, whole.length >> 7];
  return Buffer.concat([Uint8Array.from([...head, ...length]), whole]);
}

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const relations = (list: readonly (readonly [id: string, kind: string, target: string, mode?: string])[]) =>
  `<Relationships xmlns="${packages}/relationships">${list.map(([id, kind, target, mode]) => `<Relationship Id="${id}" Type="${office}/${kind}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ''}/>`).join('')}</Relationships>`;

/** Creates a binary workbook with one sheet. */
const xlsb = (sheet: readonly Uint8Array[], workbook: readonly Uint8Array[] = [], state = 0) =>
  xlsx([], {
    '/[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="bin" ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/></Types>`,
    '/_rels/.rels': relations([['r1', 'officeDocument', 'xl/workbook.bin']]),
    'workbook.bin': Buffer.concat([...workbook, record(156, u32(state, 1), wide('s1'), wide('Расчёт'))]),
    '_rels/workbook.bin.rels': relations([
      ['s1', 'worksheet', 'sheets/1.bin'],
      ['s2', 'styles', 'styles.bin'],
      ['s3', 'sharedStrings', 'strings.bin'],
    ]),
    'sheets/1.bin': Buffer.concat(sheet),
    'sheets/_rels/1.bin.rels': relations([['h1', 'hyperlink', 'https://x.example/', 'External']]),
    'styles.bin': Buffer.concat([
      record(44, flag(200, 0), wide('#,##0.0,"тыс."')),
      record(44, flag(201, 0), wide('dd.mm.yyyy')),
      // Cell style formats come before cell formats.
      record(47, flag(0, 0, 49, 0)),
      ...[record(617, u32(3)), record(47, flag(0, 0, 0, 0)), record(47, flag(0, 0, 200, 0))],
      ...[record(47, flag(0, 0, 201, 0)), record(618)],
    ]),
    'strings.bin': Buffer.concat([
      record(19, flag(0), wide('Истец')),
      record(19, flag(0), wide('в'.repeat(200))),
    ]),
  });
const row = (number: number, flags = 0) => record(0, u32(number, 0), flag(0, 0, 0, flags, 0));
const at = (column: number, style = 0) => u32(column, style);
const read = (bytes: Uint8Array) => reader.read({ bytes, name: 'Смета.xlsb' }, undefined, undefined);

const sheet = [
  record(60, u32(1, 1, 2000, 0), flag(1, 0)),
  row(0),
  record(7, at(0), u32(0)),
  record(7, at(1), u32(1)),
  record(5, at(2, 1), f64(1_234_567)),
  record(2, at(3), u32((-12345 << 2) | 3)),
  row(2, 0x10),
  record(8, at(0), wide('привет'), u32(0)),
  record(9, at(1), f64(2.5)),
  record(10, at(2), flag(1)),
  record(11, at(3), flag(7)),
  record(6, at(4), wide('текст')),
  // A cell that follows another one may omit its column.
  record(12, u32(0)),
  record(18, u32(0), u32(0)),
  record(16, u32(1), f64(500)),
  row(3),
  record(5, at(0, 2), f64(45418)),
  record(176, u32(0, 1, 0, 2)),
  record(494, u32(0, 0, 0, 0), wide('h1')),
];

describe('a binary workbook', () => {
  it('has its cells with their formats, results of formulas, and hidden, merged and linked cells', async () => {
    const { kind, parts, notes } = await read(xlsb(sheet, [], 1));
    expect([kind, parts[0]?.label]).toEqual(['spreadsheet', 'Расчёт']);
    expect(parts[0]?.text.split('\n')).toEqual([
      '[hidden: the whole sheet]',
      `| Истец | [hidden: ${'в'.repeat(200)}] | 1234.6тыс. | -123.45 |`,
      '[row 3]',
      '[hidden: | привет | [hidden: 2.5] | TRUE | #DIV/0! | текст |  | Истец | 0.5тыс. |]',
      '| 06.05.2024 |',
      '[merged: A1:C2]',
      'A1 [link: https://x.example/]',
    ]);
    expect(notes.join()).toMatch(/4 cells are formulas.*3 sheets, rows, columns or cells/);
  });

  it('counts days from 1904 if it says so', async () => {
    const { parts } = await read(xlsb(sheet, [record(153, u32(1, 0), wide(''))]));
    expect(parts[0]?.text).toContain('| 07.05.2028 |');
  });

  it('is refused or read, and nothing else, wherever its sheet is cut off or changed', async () => {
    const whole = Buffer.concat(sheet);
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.option(fc.nat(255)), async (place, value) => {
        const bytes = Buffer.from(value === null ? whole.subarray(0, place) : whole);
        if (value !== null) bytes[place] = value;
        expect((await refusalOf(read(xlsb([bytes])))) ?? 'damaged: or cells').toMatch(
          /^(damaged|too large): /,
        );
      }),
      { numRuns: 200 },
    );
  });
});
