import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Sheet, sheetPart, written, xlsx } from '../../support/documents/open-xml.ts';
import { reader, refusalOf } from '../../support/read-document.ts';

const read = (bytes: Uint8Array) => reader.read({ bytes, name: 'Смета.xlsx' }, undefined, undefined);
const linesOf = async (...sheets: Sheet[]) => (await read(xlsx(sheets))).parts[0]?.text.split('\n');
const rows = (content: string) => `<sheetData>${content}</sheetData>`;
const text = (value: string) => `<c t="inlineStr"><is><t xml:space="preserve">${written(value)}</t></is></c>`;

describe('a spreadsheet', () => {
  it('has a part for each sheet, by name, with shared and inline texts', async () => {
    const strings = sheetPart(
      'sst',
      '<si><t>Истец</t></si><si><r><t>Сум</t></r><r><t>ма</t></r><rPh><t>no</t></rPh></si>',
    );
    const bytes = xlsx(
      [
        [
          'Расчёт',
          rows(
            `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row><row r="2">${text('a|b')}<c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c></row>`,
          ),
        ],
        ['Итог', rows(`<row>${text('x')}</row>`), 'state="hidden"'],
      ],
      { 'sharedStrings.xml': strings },
    );
    const { kind, unit, parts, notes } = await read(bytes);
    expect([kind, unit]).toEqual(['spreadsheet', 'sheet']);
    expect(parts).toEqual([
      { number: 1, label: 'Расчёт', text: '| Истец | Сумма |\n| a\\|b | TRUE | #N/A |' },
      { number: 2, label: 'Итог', text: '[hidden: the whole sheet]\n| x |' },
    ]);
    expect(notes.join()).toContain('1 sheets, rows, columns or cells are hidden');
  });

  it('shows numbers as their cells do: dates of both calendars, shares, money, time that passed', async () => {
    const formats = {
      14: [45418, '2024-05-06'],
      10: [0.155, '15.50%'],
      'dd.mm.yyyy': [45418, '06.05.2024'],
      '[$-419]d mmmm yyyy&quot; г.&quot;': [45418.4, '6 мая 2024 г.'],
      'dd/mm/yy hh:mm': [45418.75, '06/05/24 18:00'],
      'h:mm AM/PM': [0.75, '6:00 PM'],
      '[h]:mm': [1.5, '36:00'],
      '#,##0.00\\ [$₽-419]': [1234567.8, '1234567.80 ₽'],
      '#,##0.00&quot; руб.&quot;;[Red]-#,##0.00&quot; руб.&quot;': [-5, '-5.00 руб.'],
      '0.##': [1.5, '1.5'],
      '00000': [42, '00042'],
      '0': [2.6, '3'],
      General: [0.1 + 0.2, '0.3'],
      '0.00E+00': [12345, '1.23E+04'],
    };
    const codes = Object.keys(formats).map((code) =>
      /^\d\d$/.test(code) ? [Number(code)] : [undefined, code],
    );
    const ids = codes.map(([id], index) => id ?? 200 + index);
    const styles = sheetPart(
      'styleSheet',
      `<numFmts>${codes.map(([, code], index) => (code === undefined ? '' : `<numFmt numFmtId="${200 + index}" formatCode="${code}"/>`)).join('')}</numFmts><cellXfs>${ids.map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs>`,
    );
    const cells = Object.values(formats).map(
      ([value], index) => `<row><c s="${index}"><v>${value}</v></c></row>`,
    );
    const shown = async (properties: string) =>
      (
        await read(xlsx([['a', rows(cells.join(''))]], { 'styles.xml': styles }, properties))
      ).parts[0]?.text.split('\n');
    expect(await shown('')).toEqual(Object.values(formats).map(([, line]) => `| ${line} |`));
    expect(await shown('<workbookPr date1904="1"/>')).toContain('| 2028-05-07 |');
  });

  it.each([
    ['#,##0, &quot;тыс. руб.&quot;', 1234567.4, '1235 тыс. руб.'],
    ['#,##0.0,,\\ &quot;млн&quot;', 1234567.4, '1.2 млн'],
    ['0,', 400, '0'],
    ['[=1]&quot;Да&quot;;[=0]&quot;Нет&quot;;General', 0, 'Нет'],
    ['[&gt;=1000]0.0,&quot; тыс.&quot;;0', 999, '999'],
    ['[&gt;=1000]0.0,&quot; тыс.&quot;;0', 2500, '2.5 тыс.'],
    ['0;-0;&quot;нет&quot;', 0, 'нет'],
    ['#,##0;(#,##0)', -1234567, '(1234567)'],
    ['(000) 000-00-00', 9161234567, '(916) 123-45-67'],
    ['# ?/?', 1.5, '1 1/2'],
    ['[$-FC19]dd mmmm yyyy', 45418, '06 мая 2024'],
    ['[$-409]d mmm yyyy', 45418, '6 May 2024'],
    ['mm:ss.0', 0.00125, '01:48.0'],
    ['General&quot; шт.&quot;', 123456789012345, '123456789012345 шт.'],
    ['_-* #,##0.00_-;-* #,##0.00_-;_-* &quot;-&quot;??_-;_-@_-', 0, '-'],
    ['&quot;№ &quot;@', 'А-7', '№ А-7'],
    [';;;', 700, '[hidden: 700]'],
    ['0;;', -700, '[hidden: -700]'],
    [';;;', 'between us', '[hidden: between us]'],
    ['[broken', 5, '5'],
    ['constructor', 5, '5'],
  ])('shows by the format %s the value %s as %s', async (code, value, shown) => {
    const styles = sheetPart(
      'styleSheet',
      `<numFmts><numFmt numFmtId="200" formatCode="${code}"/></numFmts><cellXfs><xf numFmtId="200"/></cellXfs>`,
    );
    const cell =
      typeof value === 'string'
        ? `<c s="0" t="inlineStr"><is><t>${value}</t></is></c>`
        : `<c s="0"><v>${value}</v></c>`;
    const bytes = xlsx([['a', rows(`<row>${cell}</row>`)]], { 'styles.xml': styles });
    expect((await read(bytes)).parts[0]?.text).toBe(`| ${shown} |`);
  });

  it('has floating content after its cells: text boxes, texts of charts, headers and footers', async () => {
    const drawing =
      '<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><xdr:sp><xdr:txBody><a:p><a:r><a:t>Проверить </a:t></a:r><a:r><a:t>ставку</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:wsDr>';
    const chart =
      '<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><c:title><c:tx><c:rich><a:p><a:r><a:t>Долг</a:t></a:r></a:p></c:rich></c:tx></c:title></c:chartSpace>';
    const content = `${rows(`<row>${text('x')}</row>`)}<headerFooter><oddHeader>&amp;L&amp;"Arial,Bold"&amp;12Смета&amp;RСтр. &amp;P</oddHeader><oddFooter>&amp;P</oddFooter></headerFooter>`;
    const bytes = xlsx(
      [['a', content]],
      {
        'drawings/1.xml': drawing,
        'drawings/_rels/1.xml.rels':
          '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="c" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/chart" Target="../charts/1.xml"/></Relationships>',
        'charts/1.xml': chart,
      },
      '',
      { d: ['drawing', '../drawings/1.xml'] },
    );
    expect((await read(bytes)).parts[0]?.text.split('\n')).toEqual([
      '| x |',
      '[header: Смета Стр. #]',
      'Проверить ставку',
      '[chart: Долг]',
    ]);
  });

  it('shows results of formulas, marks missing ones, and marks hidden, merged and commented cells', async () => {
    const comments = sheetPart(
      'comments',
      '<authors><author>Анна</author></authors><commentList><comment ref="A1" authorId="0"><text><r><t>Проверить</t></r></text></comment></commentList>',
    );
    const content = `<cols><col min="2" max="2" hidden="1"/></cols>${rows('<row r="1"><c r="A1"><f>1+1</f><v>2</v></c><c r="B1"><v>7</v></c></row><row r="2" hidden="1"><c r="A2"><f>NOW()</f></c></row>')}<mergeCells><mergeCell ref="A1:A2"/></mergeCells><hyperlinks><hyperlink ref="A1" r:id="h"/></hyperlinks>`;
    const bytes = xlsx([['a', content]], { 'comments.xml': comments }, '', {
      c: ['comments', '../comments.xml'],
      h: ['hyperlink', 'https://x.example/', 'External'],
    });
    const { parts, notes } = await read(bytes);
    expect(parts[0]?.text.split('\n')).toEqual([
      '| 2 [comment by Анна: Проверить] | [hidden: 7] |',
      '[hidden: | [formula without a value] |]',
      '[merged: A1:A2]',
      'A1 [link: https://x.example/]',
    ]);
    expect(notes.join(' ')).toMatch(
      /2 cells are formulas.*1 formulas have no value.*1 comments.*2 sheets, rows, columns or cells/,
    );
  });

  it('shows the positions of distant cells, and writes no empty cells', async () => {
    const far = rows(
      '<row r="3"><c r="B3"><v>1</v></c><c r="XFD3"><v>2</v></c></row><row r="1048576"><c r="A1048576"><v>3</v></c></row>',
    );
    expect(await linesOf(['a', far])).toEqual(['[row 3]', '|  | 1 | … | XFD: 2 |', '[row 1048576]', '| 3 |']);
  });

  it('gives any text of cells again, in order', async () => {
    const words = fc
      .string({ unit: fc.constantFrom(...'aZ09 йЁж|[]&<>"€😀'), minLength: 1, maxLength: 20 })
      .filter((word) => word.trim() !== '');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(words, { minLength: 1, maxLength: 5 }), { minLength: 1 }),
        async (table) => {
          const lines = await linesOf([
            'a',
            rows(table.map((cells) => `<row>${cells.map(text).join('')}</row>`).join('')),
          ]);
          expect(lines).toEqual(
            table.map(
              (cells) => `| ${cells.map((cell) => cell.trim().replaceAll('|', '\\|')).join(' | ')} |`,
            ),
          );
        },
      ),
      { numRuns: 50 },
    );
  });

  it('does not grow without limit if many cells share one text', async () => {
    const strings = sheetPart('sst', `<si><t>${'long '.repeat(6_000)}</t></si>`);
    const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(2_000)}</row>`;
    const { parts, notes } = await read(
      xlsx([['a', rows(row.repeat(20))]], { 'sharedStrings.xml': strings }),
    );
    expect(parts[0]?.text.length).toBeLessThan(21_000_000);
    expect(notes.join()).toContain('is left out');
  });

  it('is refused when a sheet is damaged', async () => {
    expect(await refusalOf(read(xlsx([['a', '<row>']])))).toMatch(/^damaged: /);
  });
});
