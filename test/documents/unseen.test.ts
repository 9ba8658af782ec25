import { describe, expect, it } from 'vitest';
import { docx, paragraph, run, sheetPart, table, wordPart, xlsx } from '../support/documents/open-xml.ts';
import { pdfOf } from '../support/documents/pdf-pages.ts';
import { reader } from '../support/read-document.ts';

const textOf = async (name: string, content: string | Uint8Array) =>
  (await reader.read({ bytes: Buffer.from(content), name }, undefined, undefined)).parts[0]?.text ?? '';
const page = (inner: string) => `<html><body><p>Seen.</p>${inner}</body></html>`;
const letters = (properties: string) => docx(paragraph(`${run('Seen.')}${run('Secret', properties)}`));
const rtf = (inner: string) =>
  `{\\rtf1{\\colortbl;\\red0\\green0\\blue0;\\red250\\green252\\blue249;\\red30\\green90\\blue30;}Seen. {${inner} Secret}\\par}`;
const styles = sheetPart(
  'styleSheet',
  '<fonts><font><sz val="11"/></font><font><color rgb="FFFEFEFE"/></font><font><color theme="0"/></font><font><sz val="1"/></font></fonts><fills><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FF203040"/></patternFill></fill></fills><cellXfs><xf fontId="0"/><xf fontId="1"/><xf fontId="2"/><xf fontId="3"/><xf fontId="1" fillId="1"/></cellXfs>',
);
const cell = (style: number) => `<c t="inlineStr" s="${style}"><is><t>Secret</t></is></c>`;
const sheet = (inner: string) =>
  xlsx(
    [
      [
        'a',
        `${inner.startsWith('<cols') ? inner : ''}<sheetData>${inner.startsWith('<cols') ? `<row>${cell(0)}</row>` : inner}</sheetData>`,
      ],
    ],
    {
      'styles.xml': styles,
    },
  );
const printed = (words: object) =>
  pdfOf([
    {
      words: [
        { text: 'Seen.', x: 60, y: 760 },
        { text: 'Secret', x: 60, y: 700, ...words },
      ],
    },
  ]);
const row = (properties: string) =>
  docx(`<w:tbl><w:tr><w:trPr>${properties}</w:trPr><w:tc>${paragraph(run('Secret'))}</w:tc></w:tr></w:tbl>`);

const secret = paragraph(run('Secret'));
const white = paragraph(run('Secret', '<w:color w:val="FFFFFF"/>'));
const a4 =
  '<w:sectPr><w:pgSz w:w="11900" w:h="16840"/><w:pgMar w:left="1700" w:right="850" w:top="1134"/></w:sectPr>';
const boxed = (shape: string) => docx(`${paragraph(`${run('Seen.')}<w:r>${shape}</w:r>`)}${a4}`);
const vml = (style: string, attributes = '', content = secret) =>
  boxed(
    `<w:pict><v:shape style="position:absolute;width:200pt;height:50pt;${style}" ${attributes}><v:textbox><w:txbxContent>${content}</w:txbxContent></v:textbox></v:shape></w:pict>`,
  );
/** A box of 200 by 50 points. @param x its place, in points */
const anchored = (
  x: number,
  {
    from = 'page',
    properties = '',
    fill = '',
    content = secret,
    size = '<wp:extent cx="2540000" cy="635000"/>',
  } = {},
) =>
  boxed(
    `<w:drawing><wp:anchor><wp:positionH relativeFrom="${from}"><wp:posOffset>${x * 12_700}</wp:posOffset></wp:positionH><wp:positionV relativeFrom="page"><wp:posOffset>1270000</wp:posOffset></wp:positionV>${size}<wp:docPr id="1" name="x" ${properties}/><a:graphic><a:graphicData><wps:wsp><wps:spPr>${fill}</wps:spPr><wps:txbx><w:txbxContent>${content}</w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing>`,
  );
const fillOf = (color: string) => `<a:solidFill><a:srgbClr val="${color}"/></a:solidFill>`;
const framed = (frame: string) =>
  docx(`${paragraph('Seen.')}${paragraph(run('Secret'), `<w:framePr ${frame}/>`)}${a4}`);
/** A table whose style gives its first row a dark ground. */
const styled = (rows: readonly (readonly string[])[], style = '', look = 'w:firstRow="1"') =>
  docx(table(rows, `<w:tblStyle w:val="t"/><w:tblLook ${look}/>`), {
    'styles.xml': wordPart(
      'styles',
      `<w:style w:type="table" w:styleId="t"><w:name w:val="t"/>${style}<w:tblStylePr w:type="firstRow"><w:rPr><w:color w:val="FFFFFF"/></w:rPr><w:tcPr><w:shd w:val="clear" w:fill="203040"/></w:tcPr></w:tblStylePr></w:style>`,
    ),
  });
const themed = (properties: string) =>
  docx(
    paragraph(`${run('Seen.')}${run('Secret', properties)}`),
    {
      'theme.xml':
        '<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:themeElements><a:clrScheme><a:dk1><a:sysClr val="windowText" lastClr="000000"/></a:dk1><a:lt1><a:sysClr val="window" lastClr="FFFFFF"/></a:lt1><a:accent1><a:srgbClr val="FEFEFE"/></a:accent1><a:accent2><a:srgbClr val="4472C4"/></a:accent2></a:clrScheme></a:themeElements></a:theme>',
    },
    { th: ['theme', 'theme.xml'] },
  );
const onPage = (settings: string) =>
  docx(
    paragraph(`${run('Seen.', '<w:color w:val="777777"/>')}${run('Secret', '<w:color w:val="FFFFFF"/>')}`),
    { 'settings.xml': wordPart('settings', settings) },
    { st: ['settings', 'settings.xml'] },
    '<w:background w:color="203040"/>',
  );

describe('text that people do not see', () => {
  it.each<[string, string, string | Uint8Array]>([
    ['letters that are nearly white', 'a.docx', letters('<w:color w:val="F7FAF8"/>')],
    [
      'letters in the page colour of the theme',
      'a.docx',
      letters('<w:color w:val="000000" w:themeColor="background1"/>'),
    ],
    [
      'letters in the colour of their shading',
      'a.docx',
      letters('<w:color w:val="203040"/><w:shd w:val="clear" w:fill="213142"/>'),
    ],
    ['letters of 2 points', 'a.docx', letters('<w:sz w:val="4"/>')],
    ['a row of no height', 'a.docx', row('<w:trHeight w:val="10" w:hRule="exact"/>')],
    ['a hidden row', 'a.docx', row('<w:hidden/>')],
    ['a text box (VML) left of the page', 'a.docx', vml('margin-left:-900pt;margin-top:10pt')],
    ['a text box (VML) below the page', 'a.docx', vml('margin-left:0;margin-top:30in')],
    ['a text box (VML) that is not visible', 'a.docx', vml('visibility:hidden')],
    ['a text box (VML) of no height', 'a.docx', vml('height:1pt')],
    ['white in a white text box (VML)', 'a.docx', vml('', 'fillcolor="white"', white)],
    [
      'white in a text box (VML) that is not filled',
      'a.docx',
      vml('', 'fillcolor="black" filled="f"', white),
    ],
    ['a text box left of the page', 'a.docx', anchored(-300)],
    ['a text box left of the page by its margin', 'a.docx', anchored(-290, { from: 'margin' })],
    ['a text box right of the page', 'a.docx', anchored(600)],
    ['a text box that is hidden', 'a.docx', anchored(10, { properties: 'hidden="1"' })],
    ['a text box of no width', 'a.docx', anchored(10, { size: '<wp:extent cx="1000" cy="635000"/>' })],
    [
      'white in a text box that is not filled',
      'a.docx',
      anchored(10, { fill: '<a:noFill/>', content: white }),
    ],
    [
      'black in a nearly black text box',
      'a.docx',
      anchored(10, {
        fill: fillOf('020202'),
        content: paragraph(run('Secret', '<w:color w:val="000000"/>')),
      }),
    ],
    ['a frame left of the page', 'a.docx', framed('w:w="2000" w:hAnchor="page" w:x="-9000"')],
    ['a frame below the page', 'a.docx', framed('w:w="2000" w:vAnchor="page" w:y="20000"')],
    ['a frame of no height', 'a.docx', framed('w:w="2000" w:h="20" w:hRule="exact"')],
    ['white in a table whose style leaves it white', 'a.docx', styled([['Head'], [white]])],
    [
      'letters that the style of a table makes white',
      'a.docx',
      styled([['Head'], [secret]], '<w:rPr><w:color w:val="FFFFFF"/></w:rPr>'),
    ],
    ['white in a first row that is not to look like one', 'a.docx', styled([[white]], '', 'w:firstRow="0"')],
    [
      'letters in an accent of the theme',
      'a.docx',
      themed('<w:color w:val="000000" w:themeColor="accent1"/>'),
    ],
    [
      'letters in a tint of the theme',
      'a.docx',
      themed('<w:color w:val="000000" w:themeColor="accent2" w:themeTint="08"/>'),
    ],
    ['letters without a fill', 'a.docx', themed('<w14:textFill><w14:noFill/></w14:textFill>')],
    [
      'letters of a white fill',
      'a.docx',
      themed(
        '<w:color w:val="000000"/><w14:textFill><w14:solidFill><w14:srgbClr w14:val="FFFFFF"/></w14:solidFill></w14:textFill>',
      ),
    ],
    [
      'lines of no height',
      'a.docx',
      docx(`${paragraph('Seen.')}${paragraph(run('Secret'), '<w:spacing w:line="20" w:lineRule="exact"/>')}`),
    ],
    ['letters of no width', 'a.docx', letters('<w:w w:val="1"/>')],
    ['white on a colour of pages that is not shown', 'a.docx', onPage('')],
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
    ['what is scaled to nothing', 'a.html', page('<p style="transform:scale(0)">Secret')],
    ['a box of no height', 'a.html', page('<div style="max-height:0;overflow:hidden">Secret</div>')],
    ['closed details', 'a.html', page('<details><summary>More</summary>Secret</details>')],
    ['a column of no width', 'a.xlsx', sheet('<cols><col min="1" max="1" width="0.1"/></cols>')],
    ['a row of no height', 'a.xlsx', sheet(`<row ht="0.5">${cell(0)}</row>`)],
    ['letters that are nearly white', 'a.xlsx', sheet(`<row>${cell(1)}</row>`)],
    ['letters in the page colour of the theme', 'a.xlsx', sheet(`<row>${cell(2)}</row>`)],
    ['letters of 1 point', 'a.xlsx', sheet(`<row>${cell(3)}</row>`)],
    ['letters that only clip', 'a.pdf', printed({ mode: 7 })],
    ['letters that are nearly white', 'a.pdf', printed({ color: [0.95, 0.95, 0.95] })],
    ['letters of 2 points', 'a.pdf', printed({ size: 2 })],
  ])('is marked: %s (%s)', async (_how, name, content) => {
    expect(await textOf(name, content)).toMatch(/\[hidden: [|\s]*Secret[|\s]*\]/);
  });

  it.each<[string, string, string | Uint8Array]>([
    ['pale grey', 'a.docx', letters('<w:color w:val="BFBFBF"/>')],
    [
      'a darker shade of the page colour',
      'a.docx',
      letters('<w:color w:val="000000" w:themeColor="background1" w:themeShade="80"/>'),
    ],
    [
      'white on a dark shading',
      'a.docx',
      letters('<w:color w:val="FFFFFF"/><w:shd w:val="clear" w:fill="203040"/>'),
    ],
    ['yellow', 'a.docx', letters('<w:color w:val="FFFF00"/>')],
    ['a text box (VML) on the page', 'a.docx', vml('margin-left:-20pt;margin-top:10pt')],
    ['white in a dark text box (VML)', 'a.docx', vml('', 'fillcolor="#203040 [3213]"', white)],
    ['a text box in the margin', 'a.docx', anchored(-80, { from: 'margin' })],
    ['white in a dark text box', 'a.docx', anchored(10, { fill: fillOf('203040'), content: white })],
    [
      'white in a text box with a gradient',
      'a.docx',
      anchored(10, { fill: '<a:gradFill/>', content: white }),
    ],
    ['a frame on the page', 'a.docx', framed('w:w="2000" w:hAnchor="page" w:x="900" w:y="900"')],
    ['white in a first row that a style makes dark', 'a.docx', styled([[white], ['x']])],
    ['letters that a style makes white in a dark row', 'a.docx', styled([[secret], ['x']])],
    ['an accent of the theme', 'a.docx', themed('<w:color w:val="FFFFFF" w:themeColor="accent2"/>')],
    ['white on pages of a dark colour', 'a.docx', onPage('<w:displayBackgroundShape/>')],
    ['an exact row', 'a.docx', row('<w:trHeight w:val="300" w:hRule="exact"/>')],
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
    ['open details', 'a.html', page('<details open><summary>More</summary>Secret</details>')],
    ['a summary', 'a.html', page('<details><summary>Secret</summary></details>')],
    ['white on a dark cell', 'a.xlsx', sheet(`<row>${cell(4)}</row>`)],
  ])('is not what they see: %s (%s)', async (_how, name, content) => {
    const text = await textOf(name, content);
    expect(text).toContain('Secret');
    expect(text).not.toContain('hidden');
  });
});
