import { describe, expect, it } from 'vitest';
import { docx, paragraph, run, table, wordPart } from '../../support/documents/open-xml.ts';
import { reader } from '../../support/read-document.ts';

const textOf = async (bytes: Uint8Array) =>
  (await reader.read({ bytes, name: 'a.docx' }, undefined, undefined)).parts[0]?.text ?? '';
const letters = (properties: string) => docx(paragraph(`${run('Seen.')}${run('Secret', properties)}`));
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
/**
 * Creates a document with a box of 200 by 50 points.
 * @param x position of the box, in points
 */
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
/** Creates a table whose style gives the first row a dark background. */
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

describe('invisible text of a Word document', () => {
  it.each<[string, Uint8Array]>([
    ['letters that are nearly white', letters('<w:color w:val="F7FAF8"/>')],
    [
      'letters in the page colour of the theme',
      letters('<w:color w:val="000000" w:themeColor="background1"/>'),
    ],
    [
      'letters in the colour of their shading',
      letters('<w:color w:val="203040"/><w:shd w:val="clear" w:fill="213142"/>'),
    ],
    [
      'black on a pattern of black',
      letters('<w:color w:val="000000"/><w:shd w:val="pct95" w:color="auto" w:fill="auto"/>'),
    ],
    [
      'grey on a pattern',
      letters('<w:color w:val="F2F2F2"/><w:shd w:val="pct5" w:color="000000" w:fill="FFFFFF"/>'),
    ],
    ['letters of 2 points', letters('<w:sz w:val="4"/>')],
    ['a row of no height', row('<w:trHeight w:val="10" w:hRule="exact"/>')],
    ['a hidden row', row('<w:hidden/>')],
    ['a text box (VML) left of the page', vml('margin-left:-900pt;margin-top:10pt')],
    ['a text box (VML) below the page', vml('margin-left:0;margin-top:30in')],
    ['a text box (VML) that is not visible', vml('visibility:hidden')],
    ['a text box (VML) of no height', vml('height:1pt')],
    ['white in a white text box (VML)', vml('', 'fillcolor="white"', white)],
    ['white in a text box (VML) that is not filled', vml('', 'fillcolor="black" filled="f"', white)],
    ['a text box left of the page', anchored(-300)],
    ['a text box left of the page by its margin', anchored(-290, { from: 'margin' })],
    ['a text box right of the page', anchored(600)],
    ['a text box that is hidden', anchored(10, { properties: 'hidden="1"' })],
    ['a text box of no width', anchored(10, { size: '<wp:extent cx="1000" cy="635000"/>' })],
    ['white in a text box that is not filled', anchored(10, { fill: '<a:noFill/>', content: white })],
    [
      'black in a nearly black text box',
      anchored(10, {
        fill: fillOf('020202'),
        content: paragraph(run('Secret', '<w:color w:val="000000"/>')),
      }),
    ],
    ['a frame left of the page', framed('w:w="2000" w:hAnchor="page" w:x="-9000"')],
    ['a frame below the page', framed('w:w="2000" w:vAnchor="page" w:y="20000"')],
    ['a frame of no height', framed('w:w="2000" w:h="20" w:hRule="exact"')],
    ['white in a table whose style leaves it white', styled([['Head'], [white]])],
    [
      'letters that the style of a table makes white',
      styled([['Head'], [secret]], '<w:rPr><w:color w:val="FFFFFF"/></w:rPr>'),
    ],
    ['white in a first row that is not to look like one', styled([[white]], '', 'w:firstRow="0"')],
    ['letters in an accent of the theme', themed('<w:color w:val="000000" w:themeColor="accent1"/>')],
    [
      'letters in a tint of the theme',
      themed('<w:color w:val="000000" w:themeColor="accent2" w:themeTint="08"/>'),
    ],
    ['letters without a fill', themed('<w14:textFill><w14:noFill/></w14:textFill>')],
    [
      'letters of a white fill',
      themed(
        '<w:color w:val="000000"/><w14:textFill><w14:solidFill><w14:srgbClr w14:val="FFFFFF"/></w14:solidFill></w14:textFill>',
      ),
    ],
    [
      'lines of no height',
      docx(`${paragraph('Seen.')}${paragraph(run('Secret'), '<w:spacing w:line="20" w:lineRule="exact"/>')}`),
    ],
    ['letters of no width', letters('<w:w w:val="1"/>')],
    ['white on a colour of pages that is not shown', onPage('')],
  ])('is marked: %s', async (_how, bytes) => {
    expect(await textOf(bytes)).toMatch(/\[hidden: [|\s]*Secret[|\s]*\]/);
  });

  it.each<[string, Uint8Array]>([
    ['pale grey', letters('<w:color w:val="BFBFBF"/>')],
    [
      'a darker shade of the page colour',
      letters('<w:color w:val="000000" w:themeColor="background1" w:themeShade="80"/>'),
    ],
    [
      'white on a dark pattern',
      letters('<w:color w:val="FFFFFF"/><w:shd w:val="pct80" w:color="auto" w:fill="auto"/>'),
    ],
    ['white on a dark shading', letters('<w:color w:val="FFFFFF"/><w:shd w:val="clear" w:fill="203040"/>')],
    ['yellow', letters('<w:color w:val="FFFF00"/>')],
    ['a text box (VML) on the page', vml('margin-left:-20pt;margin-top:10pt')],
    ['white in a dark text box (VML)', vml('', 'fillcolor="#203040 [3213]"', white)],
    ['a text box in the margin', anchored(-80, { from: 'margin' })],
    ['white in a dark text box', anchored(10, { fill: fillOf('203040'), content: white })],
    ['white in a text box with a gradient', anchored(10, { fill: '<a:gradFill/>', content: white })],
    ['a frame on the page', framed('w:w="2000" w:hAnchor="page" w:x="900" w:y="900"')],
    ['white in a first row that a style makes dark', styled([[white], ['x']])],
    ['letters that a style makes white in a dark row', styled([[secret], ['x']])],
    ['an accent of the theme', themed('<w:color w:val="FFFFFF" w:themeColor="accent2"/>')],
    ['white on pages of a dark colour', onPage('<w:displayBackgroundShape/>')],
    ['an exact row', row('<w:trHeight w:val="300" w:hRule="exact"/>')],
  ])('does not include visible text: %s', async (_how, bytes) => {
    const text = await textOf(bytes);
    expect(text).toContain('Secret');
    expect(text).not.toContain('hidden');
  });
});
