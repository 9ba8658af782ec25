import { describe, expect, it } from 'vitest';
import { pptx, shape, sheetPart, slidePart, xlsx } from '../support/documents/open-xml.ts';
import { pdfOf } from '../support/documents/pdf-pages.ts';
import { reader } from '../support/read-document.ts';

const textOf = async (name: string, content: string | Uint8Array) =>
  (await reader.read({ bytes: Buffer.from(content), name }, undefined, undefined)).parts[0]?.text ?? '';
const page = (inner: string) => `<html><body><p>Seen.</p>${inner}</body></html>`;
const rtf = (inner: string) =>
  `{\\rtf1{\\colortbl;\\red0\\green0\\blue0;\\red250\\green252\\blue249;\\red30\\green90\\blue30;}Seen. {${inner} Secret}\\par}`;
const styles = sheetPart(
  'styleSheet',
  '<fonts><font><sz val="11"/></font><font><color rgb="FFFEFEFE"/></font><font><color theme="0"/></font><font><sz val="1"/></font><font><color theme="1" tint="0.97"/></font><font><strike/></font></fonts><fills><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FF203040"/></patternFill></fill></fills><cellXfs><xf fontId="0"/><xf fontId="1"/><xf fontId="2"/><xf fontId="3"/><xf fontId="1" fillId="1"/><xf fontId="4"/><xf fontId="5"/></cellXfs><dxfs><dxf><font><color rgb="FFFFFFFF"/></font></dxf><dxf><numFmt numFmtId="200" formatCode=";;;"/></dxf><dxf><font><color rgb="FFFF0000"/></font></dxf></dxfs>',
);
const condition = (rule: string, value = 'Secret') =>
  `<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${value}</t></is></c></row></sheetData><conditionalFormatting sqref="A1:B3">${rule}</conditionalFormatting>`;
const rule = (attributes: string, formula = '') =>
  `<cfRule dxfId="0" priority="5" ${attributes}>${formula && `<formula>${formula}</formula>`}</cfRule>`;
/** Creates a sheet with this content. */
const conditioned = (content: string) => xlsx([['a', content]], { 'styles.xml': styles });
const cell = (style: number) => `<c t="inlineStr" s="${style}"><is><t>Secret</t></is></c>`;
/** Creates a sheet with these rows, or with these columns and a cell. */
const sheet = (inner: string) =>
  conditioned(
    inner.startsWith('<cols')
      ? `${inner}<sheetData><row>${cell(0)}</row></sheetData>`
      : `<sheetData>${inner}</sheetData>`,
  );
const slide = (properties: string) =>
  pptx([slidePart('sld', shape(undefined, `<a:p><a:r>${properties}<a:t>Secret</a:t></a:r></a:p>`))], [1]);
const printed = (words: object) =>
  pdfOf([
    {
      words: [
        { text: 'Seen.', x: 60, y: 760 },
        { text: 'Secret', x: 60, y: 700, ...words },
      ],
    },
  ]);

describe('invisible text', () => {
  it.each<[string, string, string | Uint8Array]>([
    ['letters that are nearly white', 'a.rtf', rtf('\\cf2')],
    ['letters in the colour behind them', 'a.rtf', rtf('\\cf3\\chcbpat3')],
    ['letters that are hidden on the web', 'a.rtf', rtf('\\webhidden')],
    ['letters of 2 points', 'a.rtf', rtf('\\fs4')],
    ['letters of 1 pixel', 'a.html', page('<p style="font-size:1px">Secret')],
    ['almost transparent letters', 'a.html', page('<p style="opacity: .01">Secret')],
    [
      'letters in the colour around them',
      'a.html',
      page('<div style="background:#203040"><p style="color:rgb(33, 49, 66)">Secret</div>'),
    ],
    [
      'letters of a class that is nearly white',
      'a.html',
      page('<style>.x{color:#FDFDFD}</style><p class=x>Secret'),
    ],
    ['what is clipped', 'a.html', page('<p style="position:absolute;clip:rect(0 0 0 0)">Secret')],
    [
      'what is masked',
      'a.html',
      page('<p style="mask-image:linear-gradient(transparent,transparent)">Secret'),
    ],
    ['what is scaled to nothing', 'a.html', page('<p style="transform:scale(0)">Secret')],
    ['a box of no height', 'a.html', page('<div style="max-height:0;overflow:hidden">Secret</div>')],
    ['closed details', 'a.html', page('<details><summary>More</summary>Secret</details>')],
    [
      'a rule with spaces and comments',
      'a.html',
      page('<style>\n/* a */\n.x , .y {\n  display : none;\n}\n</style><p class=x>Secret'),
    ],
    [
      'a rule for screens',
      'a.html',
      page('<style>@media screen { .q { color: red } .x { display: none } }</style><p class=x>Secret'),
    ],
    [
      'a rule for what is inside',
      'a.html',
      page('<style>.a > i .x { display: none }</style><div class=a><i><p class=x>Secret</p></i></div>'),
    ],
    [
      'a rule for an attribute',
      'a.html',
      page('<style>[data-x="1"] { font-size: 0 }</style><p data-x=1>Secret'),
    ],
    [
      'an important rule',
      'a.html',
      page('<style>.x { display: none !important }</style><p class=x style="display: block">Secret'),
    ],
    ['a comment within a value', 'a.html', page('<p style="display:/**/none">Secret')],
    ['an escaped property', 'a.html', page('<p style="d\\69splay: none">Secret')],
    ['a nearly white colour by its name', 'a.html', page('<p style="color: oldlace">Secret')],
    ['white in percent', 'a.html', page('<p style="color: rgb(100% 100% 99%)">Secret')],
    ['white by its lightness', 'a.html', page('<p style="color: hsl(200, 10%, 99%)">Secret')],
    ['letters without opacity by hsl', 'a.html', page('<p style="color: hsl(0 0% 0% / 0)">Secret')],
    [
      'the colours of a body by attributes',
      'a.html',
      '<html><body bgcolor="#222222" text="#222222">Secret</body>',
    ],
    ['a move away from the page', 'a.html', page('<p style="transform: translateX(-9999px)">Secret')],
    [
      'places by inset',
      'a.html',
      page('<p style="position: absolute; inset: auto auto auto -9999px">Secret'),
    ],
    ['a small zoom', 'a.html', page('<p style="zoom: 1%">Secret')],
    ['the size of a font', 'a.html', page('<p style="font: 0/0 a">Secret')],
    ['a filter', 'a.html', page('<p style="filter: opacity(0)">Secret')],
    ['lines of no height', 'a.html', page('<p style="line-height: 0; overflow: hidden">Secret')],
    ['a closed dialog', 'a.html', page('<dialog>Secret</dialog>')],
    ['an attribute of a drawing', 'a.html', page('<svg><text display="none">Secret</text></svg>')],
    ['a column of no width', 'a.xlsx', sheet('<cols><col min="1" max="1" width="0.1"/></cols>')],
    ['a row of no height', 'a.xlsx', sheet(`<row ht="0.5">${cell(0)}</row>`)],
    ['letters that are nearly white', 'a.xlsx', sheet(`<row>${cell(1)}</row>`)],
    ['letters in the page colour of the theme', 'a.xlsx', sheet(`<row>${cell(2)}</row>`)],
    ['letters of 1 point', 'a.xlsx', sheet(`<row>${cell(3)}</row>`)],
    ['letters in a tint of the theme', 'a.xlsx', sheet(`<row>${cell(5)}</row>`)],
    [
      'columns that usually have no width',
      'a.xlsx',
      conditioned(`<sheetFormatPr defaultColWidth="0.1"/><sheetData><row>${cell(0)}</row></sheetData>`),
    ],
    [
      'rows that usually have no height',
      'a.xlsx',
      conditioned(`<sheetFormatPr defaultRowHeight="0.5"/><sheetData><row>${cell(0)}</row></sheetData>`),
    ],
    [
      'white letters in a cell of black ones',
      'a.xlsx',
      sheet(
        '<row><c t="inlineStr"><is><r><t>Seen. </t></r><r><rPr><color rgb="FFFFFFFF"/></rPr><t>Secret</t></r></is></c></row>',
      ),
    ],
    ['a condition that always holds', 'a.xlsx', conditioned(condition(rule('type="expression"', 'TRUE')))],
    ['a condition of text', 'a.xlsx', conditioned(condition(rule('type="containsText" text="ecre"')))],
    [
      'a condition of value',
      'a.xlsx',
      conditioned(condition(rule('type="cellIs" operator="notEqual"', '0'))),
    ],
    [
      'a condition that shows no value',
      'a.xlsx',
      conditioned(condition(rule('type="notContainsBlanks"').replace('dxfId="0"', 'dxfId="1"'))),
    ],
    ['letters that only clip', 'a.pdf', printed({ mode: 7 })],
    ['letters that are nearly white', 'a.pdf', printed({ color: [0.95, 0.95, 0.95] })],
    ['letters of 2 points', 'a.pdf', printed({ size: 2 })],
  ])('is marked: %s (%s)', async (_how, name, content) => {
    expect(await textOf(name, content)).toMatch(/\[hidden: [|\s]*Secret[|\s]*\]/);
  });

  it.each<[string, string, string | Uint8Array]>([
    ['white in a dark paragraph', 'a.rtf', rtf('\\pard\\cbpat3\\cf2')],
    [
      'white in a row with dark cells',
      'a.rtf',
      rtf('\\trowd\\clcbpat3\\cellx999\\pard\\intbl\\cf2').replace('\\par}', '\\cell\\row}'),
    ],
    ['white on a dark colour', 'a.rtf', rtf('\\cf2\\chcbpat3')],
    [
      'white on a dark box',
      'a.html',
      page('<div style="background-color:navy;background:#203040"><p style="color:#fff">Secret</div>'),
    ],
    [
      'a size that is set again',
      'a.html',
      page('<div style="font-size:0"><p style="font-size:14px">Secret</div>'),
    ],
    [
      'a colour that is set again',
      'a.html',
      page('<div style="color:#fff"><p style="color:#000">Secret</div>'),
    ],
    [
      'visible in an invisible element',
      'a.html',
      page('<p style="visibility:hidden"><b style="visibility: visible">Secret</b>'),
    ],
    [
      'a rule that the element overrules',
      'a.html',
      page('<style>.x { display: none }</style><p class=x style="display: block">Secret'),
    ],
    [
      'a rule for narrow screens',
      'a.html',
      page('<style>@media screen and (max-width: 9px) { .x { display: none } }</style><p class=x>Secret'),
    ],
    [
      'a rule for print',
      'a.html',
      page('<style>@media print { .x { display: none } }</style><p class=x>Secret'),
    ],
    [
      'a rule for what is elsewhere',
      'a.html',
      page('<style>.a .x { display: none }</style><p class=x>Secret'),
    ],
    [
      'white on a colour by its name',
      'a.html',
      page('<div style="background: darkslategrey"><p style="color: white">Secret</div>'),
    ],
    ['open details', 'a.html', page('<details open><summary>More</summary>Secret</details>')],
    ['a summary', 'a.html', page('<details><summary>Secret</summary></details>')],
    ['a condition that does not hold', 'a.xlsx', conditioned(condition(rule('type="expression"', 'FALSE')))],
    ['a condition of another text', 'a.xlsx', conditioned(condition(rule('type="beginsWith" text="x"')))],
    [
      'a condition that an earlier one overrules',
      'a.xlsx',
      conditioned(
        condition(
          `${rule('type="expression"', '1')}<cfRule dxfId="2" priority="1" type="expression"><formula>1</formula></cfRule>`,
        ),
      ),
    ],
    [
      'a condition for other cells',
      'a.xlsx',
      conditioned(condition(rule('type="expression"', '1')).replace('A1:B3', 'B1 A2:C9')),
    ],
    ['white on a dark cell', 'a.xlsx', sheet(`<row>${cell(4)}</row>`)],
    [
      'a row that the file lists among rows that are usually hidden',
      'a.xlsx',
      conditioned(`<sheetFormatPr zeroHeight="1"/><sheetData><row>${cell(0)}</row></sheetData>`),
    ],
  ])('does not include visible text: %s (%s)', async (_how, name, content) => {
    const text = await textOf(name, content);
    expect(text).toContain('Secret');
    expect(text).not.toContain('hidden');
  });

  it('is marked as possibly invisible if a formula decides it', async () => {
    const bytes = conditioned(condition(rule('type="expression"', 'A1&gt;Limit')));
    const { parts, notes } = await reader.read({ bytes, name: 'a.xlsx' }, undefined, undefined);
    expect(parts[0]?.text).toBe('| Secret |');
    expect(notes).toEqual([
      'A conditional format may hide 1 cells: its condition was not evaluated, so they are not marked.',
    ]);
  });

  it('is told from letters that are struck through', async () => {
    expect(await textOf('a.rtf', rtf('\\strike'))).toContain('[struck: Secret]');
    expect(await textOf('a.rtf', rtf('\\strike\\strike0'))).not.toContain('struck');
  });

  it.each<[string, string, string | Uint8Array]>([
    ['a cell', 'a.xlsx', sheet(`<row>${cell(6)}</row>`)],
    [
      'a part of a cell',
      'a.xlsx',
      sheet(
        '<row><c t="inlineStr"><is><r><t>Seen. </t></r><r><rPr><strike/></rPr><t>Secret</t></r></is></c></row>',
      ),
    ],
    ['a slide', 'a.pptx', slide('<a:rPr strike="sngStrike"/>')],
    ['a slide, twice', 'a.pptx', slide('<a:rPr strike="dblStrike"/>')],
  ])('is told from letters that are struck through in %s (%s)', async (_where, name, content) => {
    const { parts, notes } = await reader.read({ bytes: Buffer.from(content), name }, undefined, undefined);
    expect(parts[0]?.text).toContain('[struck: Secret]');
    expect(notes.join()).toContain('struck through');
  });

  it.each<[string, string, string | Uint8Array]>([
    [
      'a cell whose run is not',
      'a.xlsx',
      sheet('<row><c t="inlineStr" s="6"><is><r><rPr><b/></rPr><t>Secret</t></r></is></c></row>'),
    ],
    ['a slide', 'a.pptx', slide('<a:rPr strike="noStrike"/>')],
  ])('is not taken for struck through in %s', async (_where, name, content) => {
    expect(await textOf(name, content)).not.toContain('struck');
  });

  it.each([
    '<s>Secret</s>',
    '<del>Secret</del>',
    '<p style="text-decoration: underline line-through">Secret',
    '<style>.x { text-decoration-line: line-through }</style><p class=x>Secret',
  ])('is told from letters of a page that are struck through: %s', async (inner) => {
    const { parts, notes } = await reader.read(
      { bytes: Buffer.from(page(inner)), name: 'a.html' },
      undefined,
      undefined,
    );
    expect(parts[0]?.text).toBe('Seen.\n[struck: Secret]');
    expect(notes.join()).toContain('struck through');
  });
});
