import { describe, expect, it } from 'vitest';
import { docx, paragraph, run, sheetPart, xlsx } from '../support/documents/open-xml.ts';
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
