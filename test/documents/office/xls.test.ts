import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reader, refusalOf } from '../../support/read-document.ts';
import { compoundFile } from '../mail/compound.ts';
import { encoded } from '../mail/encoded.ts';

/** Creates a record of a workbook from its type and content. */
const record = (type: number, ...content: readonly Uint8Array[]) => {
  const whole = Buffer.concat(content);
  return Buffer.concat([u16(type, whole.length), whole]);
};
const u16 = (...values: readonly number[]) =>
  Buffer.concat(values.map((value) => Uint8Array.of(value & 0xff, (value >> 8) & 0xff)));
const u32 = (value: number) => u16(value & 0xffff, value >>> 16);
const f64 = (value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
};
const wide = (text: string) => Buffer.concat([Uint8Array.of(1), Buffer.from(text, 'utf16le')]);
const end = record(0x0a);

interface Book {
  /** 0x600 for Excel 97 and later, 0x500 for Excel 5 and 95. */
  readonly version?: number;
  /** Records of the whole workbook. */
  readonly globals?: readonly Uint8Array[];
  readonly cells: readonly Uint8Array[];
  readonly state?: number;
}

/** Creates a workbook with one sheet. */
function xls({ version = 0x600, globals = [], cells, state = 0 }: Book): Uint8Array {
  const begin = (kind: number) => record(0x809, u16(version, kind, 0, 0), u32(0), u32(0));
  const name = version === 0x600 ? wide('Расчёт') : encoded('Расчёт', 'windows-1251');
  const sheet = (from: number) => record(0x85, u32(from), Uint8Array.of(state, 0, 6), name);
  const whole = (from: number) => Buffer.concat([begin(5), ...globals, sheet(from), end]);
  const stream = Buffer.concat([whole(whole(0).length), begin(16), ...cells, end]);
  return compoundFile({ [version === 0x600 ? 'Workbook' : 'Book']: stream });
}

const at = (row: number, column: number, style = 0) => u16(row, column, style);
const read = (bytes: Uint8Array) => reader.read({ bytes, name: 'Смета.xls' }, undefined, undefined);
const linesOf = async (book: Book) => (await read(xls(book))).parts[0]?.text.split('\n');
const formatted = (code: string, styleOf = 200) => [
  record(0x41e, u16(styleOf, code.length), wide(code)),
  record(0xe0, u16(0, 0, 0, 0)),
  record(0xe0, u16(0, styleOf, 0, 0)),
];

describe('a workbook of Excel before 2007', () => {
  it('has numbers in each of their forms, results of formulas, checks and errors', async () => {
    const formula = (row: number, column: number, result: Uint8Array) =>
      record(0x06, at(row, column), result, u16(0), u32(0), u16(0));
    const text = (kind: number, value = 0) => Buffer.from([kind, 0, value, 0, 0, 0, 0xff, 0xff]);
    const book = {
      cells: [
        record(0x203, at(0, 0), f64(-1234567.25)),
        record(0x27e, at(0, 1), u32((700 << 2) | 2)),
        record(0x27e, at(0, 2), u32((-12345 << 2) | 3)),
        record(0xbd, u16(1, 0), u16(0), u32((1 << 2) | 2), u16(0), u32((2 << 2) | 2), u16(1)),
        record(0x205, at(1, 2), Uint8Array.of(1, 0)),
        record(0x205, at(1, 3), Uint8Array.of(42, 1)),
        formula(2, 0, f64(2.5)),
        formula(2, 1, text(0)),
        record(0x207, u16(6), wide('привет')),
        formula(2, 2, text(1, 1)),
        formula(2, 3, text(2, 7)),
      ],
    };
    const { kind, unit, parts, notes } = await read(xls(book));
    expect([kind, unit, parts[0]?.label]).toEqual(['spreadsheet', 'sheet', 'Расчёт']);
    expect(parts[0]?.text.split('\n')).toEqual([
      '| -1234567.25 | 700 | -123.45 |',
      '| 1 | 2 | TRUE | #N/A |',
      '| 2.5 | привет | TRUE | #DIV/0! |',
    ]);
    expect(notes.join()).toContain('4 cells are formulas');
  });

  it('has texts that cells share, wherever a record of them ends', async () => {
    const rich = Buffer.concat([u16(3), Uint8Array.of(8), u16(1), Buffer.from('abc'), u16(0, 0)]);
    const words = Buffer.concat([u16(6), wide('Ис')]);
    const globals = [
      record(0xfc, u32(3), u32(3), rich, words),
      record(0x3c, wide('тец')),
      // The rest of the text may be stored with one byte per character.
      record(0x3c, Uint8Array.of(0), Buffer.from('!'), u16(2), wide('№7')),
    ];
    const cells = [0, 1, 2].map((index) => record(0xfd, at(0, index), u32(index)));
    expect(await linesOf({ globals, cells })).toEqual(['| abc | Истец! | №7 |']);
  });

  it('shows numbers and texts by the formats of their cells, in both calendars', async () => {
    const shown = async (code: string, ...more: readonly Uint8Array[]) =>
      linesOf({
        globals: [...formatted(code), ...more],
        cells: [record(0x203, at(0, 0, 1), f64(45418)), record(0x204, at(0, 1, 1), u16(2), wide('да'))],
      });
    expect(await shown('#,##0.0,"тыс.";;;"№ "@')).toEqual(['| 45.4тыс. | № да |']);
    expect(await shown(';;;')).toEqual(['| [hidden: 45418] | [hidden: да] |']);
    expect(await shown('dd.mm.yyyy')).toEqual(['| 06.05.2024 | да |']);
    expect(await shown('dd.mm.yyyy', record(0x22, u16(1)))).toEqual(['| 07.05.2028 | да |']);
  });

  it('marks hidden sheets, rows and columns, and shows merged, linked and commented cells', async () => {
    const address = Buffer.from('https://x.example/\0', 'utf16le');
    const link = [
      ...[u16(0, 0, 0, 0), Buffer.alloc(16), u32(2), u32(3)],
      ...[Buffer.from('e0c9ea79f9bace118c8200aa004ba90b', 'hex'), u32(address.length), address],
    ];
    const cells = [
      record(0x7d, u16(1, 1, 2000, 0, 1)),
      record(0x208, u16(1, 0, 2, 0, 0, 0, 0x20, 0)),
      record(0x204, at(0, 0), u16(1), wide('а')),
      record(0x204, at(0, 1), u16(1), wide('б')),
      record(0x204, at(1, 0), u16(1), wide('в')),
      record(0x5d, u16(0x15, 18, 25, 7), Buffer.alloc(14)),
      record(0x1b6, Buffer.alloc(10), u16(5, 8), u32(0)),
      record(0x3c, wide('Снизь')),
      record(0x3c, Buffer.alloc(8)),
      record(0x1c, u16(0, 0, 0, 7, 4), wide('Анна')),
      record(0xe5, u16(1, 0, 1, 0, 2)),
      record(0x1b8, ...link),
      // A chart has its own cells.
      record(0x809, u16(0x600, 0x20, 0, 0)),
      record(0x203, at(9, 9), f64(1)),
      end,
    ];
    const { parts, notes } = await read(xls({ cells, state: 1 }));
    expect(parts[0]?.text.split('\n')).toEqual([
      '[hidden: the whole sheet]',
      '| а | [hidden: б] |',
      '[hidden: | в |]',
      '[merged: A1:C2]',
      'A1 [link: https://x.example/]',
      'A1 [comment by Анна: Снизь]',
    ]);
    expect(notes.join()).toMatch(/1 comments.*3 sheets, rows, columns or cells/);
  });

  it('of Excel 5 and 95 has its texts in its code page', async () => {
    const text = encoded('Сумма иска', 'windows-1251');
    const lines = await linesOf({
      version: 0x500,
      globals: [record(0x42, u16(1251))],
      cells: [record(0x204, at(0, 0), u16(text.length), text), record(0x203, at(0, 1), f64(5))],
    });
    expect(lines).toEqual(['| Сумма иска | 5 |']);
  });

  it('is refused by its reason if a password protects it', async () => {
    const locked = xls({ globals: [record(0x2f, u16(1, 1, 1))], cells: [] });
    expect(await refusalOf(read(locked))).toMatch(/^encrypted: .*password/);
  });

  it('is refused or read, and nothing else, wherever it is cut off or changed', async () => {
    const globals = [record(0xfc, u32(1), u32(1), u16(2), wide('да')), ...formatted('0.0')];
    const whole = xls({
      globals,
      cells: [record(0xfd, at(0, 0), u32(0)), record(0x27e, at(1, 0, 1), u32(6))],
    });
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.option(fc.nat(255)), async (place, value) => {
        const bytes = Uint8Array.from(value === null ? whole.subarray(0, place) : whole);
        if (value !== null) bytes[place] = value;
        expect((await refusalOf(read(bytes))) ?? 'unknown: or cells').toMatch(
          /^(damaged|unknown|empty|encrypted|too large): /,
        );
      }),
      { numRuns: 1000 },
    );
  });
});
