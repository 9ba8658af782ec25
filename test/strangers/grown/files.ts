/** Creates small valid DOCX and PDF files that contain a given text. */
import { crc32 } from 'node:zlib';

const escapeXml = (value: string): string =>
  value.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

const zip = (entries: readonly (readonly [name: string, content: string])[]): Buffer => {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of entries) {
    const path = Buffer.from(name);
    const data = Buffer.from(content);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x0800, 2);
    common.writeUInt16LE(0x21, 8);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(path.length, 22);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.from([0x50, 0x4b, 1, 2, 20, 0]), common, tail, path);
    const local = [Buffer.from([0x50, 0x4b, 3, 4]), common, path, data];
    parts.push(...local);
    offset += local.reduce((sum, part) => sum + part.length, 0);
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...directory, end]);
};

/** Creates a DOCX with one paragraph for each line. */
export const makeDocx = (text: string): Buffer => {
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
  const types = 'http://schemas.openxmlformats.org/package/2006';
  const main = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument';
  const lines = text
    .split('\n')
    .map((line) => `<w:p><w:r><w:t xml:space="preserve">${escapeXml(line)}</w:t></w:r></w:p>`);
  return zip([
    [
      '[Content_Types].xml',
      `${head}<Types xmlns="${types}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${main}"/></Types>`,
    ],
    [
      '_rels/.rels',
      `${head}<Relationships xmlns="${types}/relationships"><Relationship Id="rId1" Type="${office}" Target="word/document.xml"/></Relationships>`,
    ],
    [
      'word/document.xml',
      `${head}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${lines.join('')}</w:body></w:document>`,
    ],
  ]);
};

const hex = (value: string): string =>
  Array.from(value, (char) => (char.codePointAt(0) ?? 32).toString(16).padStart(4, '0')).join('');

/** Creates a one-page PDF. Its character codes are Unicode, so that the text can be extracted. */
export const makePdf = (text: string): Buffer => {
  const lines = text.split('\n').flatMap((line) => line.match(/.{1,90}(?:\s|$)|.{1,90}/g) ?? ['']);
  const stream = `BT /F1 10 Tf 14 TL 50 800 Td\n${lines.map((line) => `<${hex(line.trimEnd())}> Tj T*`).join('\n')}\nET`;
  const ranges = Array.from({ length: 256 }, (_, high) => high.toString(16).padStart(2, '0')).filter(
    (high) => Number.parseInt(high, 16) < 0x22,
  );
  const map = [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Adobe-Identity-UCS def /CMapType 2 def',
    '1 begincodespacerange <0000> <ffff> endcodespacerange',
    `${ranges.length} beginbfrange`,
    ...ranges.map((high) => `<${high}00> <${high}ff> <${high}00>`),
    'endbfrange endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type0 /BaseFont /Arial /Encoding /Identity-H /DescendantFonts [6 0 R] /ToUnicode 8 0 R >>',
    '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Arial /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 7 0 R /DW 500 >>',
    '<< /Type /FontDescriptor /FontName /Arial /Flags 32 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 >>',
    `<< /Length ${map.length} >>\nstream\n${map}\nendstream`,
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((content, index) => {
    const at = file.length;
    file += `${index + 1} 0 obj\n${content}\nendobj\n`;
    return at;
  });
  const start = file.length;
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
};
