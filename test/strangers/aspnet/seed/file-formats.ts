import { crc32 } from 'node:zlib';

/** Creates a ZIP archive without compression. */
export function toZip(files: readonly (readonly [name: string, bytes: Uint8Array])[]): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, bytes] of files) {
    const path = Buffer.from(name, 'utf8');
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    // Bit 11: file names are UTF-8.
    common.writeUInt16LE(0x0800, 2);
    common.writeUInt16LE(0x21, 8);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(bytes.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(path.length, 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, path, bytes]);
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, rest, path]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Creates a minimal Word document with one paragraph for each line. */
export function toDocx(text: string): Buffer {
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
  const office = 'http://schemas.openxmlformats.org';
  const main = `${office}/wordprocessingml/2006/main`;
  const mime = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
  const paragraphs = text
    .split('\n')
    .map((line) => `<w:p><w:r><w:t xml:space="preserve">${escapeXml(line)}</w:t></w:r></w:p>`);
  const parts: [string, string][] = [
    [
      '[Content_Types].xml',
      `<Types xmlns="${office}/package/2006/content-types">` +
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
        '<Default Extension="xml" ContentType="application/xml"/>' +
        `<Override PartName="/word/document.xml" ContentType="${mime}"/></Types>`,
    ],
    [
      '_rels/.rels',
      `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="rId1" ` +
        `Type="${office}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    ],
    [
      'word/document.xml',
      `<w:document xmlns:w="${main}"><w:body>${paragraphs.join('')}<w:sectPr/></w:body></w:document>`,
    ],
  ];
  return toZip(parts.map(([name, xml]) => [name, Buffer.from(head + xml, 'utf8')]));
}

const LINES_OF_PAGE = 48;

function wrap(text: string): string[] {
  return text.split('\n').flatMap((line) => line.match(/.{1,85}(\s|$)|.{1,85}/gu) ?? ['']);
}

/** Creates a minimal PDF. Its font maps each code to a character, so that text in any script can be extracted. */
export function toPdf(text: string): Buffer {
  const lines = wrap(text);
  const characters = [...new Set(lines.join(''))].slice(0, 220);
  const code = (character: string): string =>
    (characters.indexOf(character) + 33).toString(16).padStart(2, '0');
  const point = (character: string): string =>
    (character.codePointAt(0) ?? 32).toString(16).padStart(4, '0').toUpperCase();
  const differences = characters.map((one) => `/uni${point(one)}`).join(' ');
  const map = characters.map((one) => `<${code(one)}> <${point(one)}>`).join('\n');
  const toUnicode =
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Own def /CMapType 2 def\n' +
    `1 begincodespacerange <00> <FF> endcodespacerange\n${bfchars(map)}\nendcmap end end`;
  const stream = (content: string): string =>
    `<< /Length ${Buffer.byteLength(content)} >>\nstream\n${content}\nendstream`;
  const pages: string[][] = [];
  for (let index = 0; index < lines.length; index += LINES_OF_PAGE) {
    pages.push(lines.slice(index, index + LINES_OF_PAGE));
  }
  const kids = pages.map((_, index) => `${5 + index * 2} 0 R`).join(' ');
  const widths = characters.map(() => '500').join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /FirstChar 33 /LastChar ${32 + characters.length} ` +
      `/Widths [${widths}] /Encoding << /Type /Encoding /Differences [33 ${differences}] >> /ToUnicode 4 0 R >>`,
    stream(toUnicode),
  ];
  for (const [index, page] of pages.entries()) {
    const shown = page.map((line) => `<${[...line].map(code).join('')}> Tj T*`).join('\n');
    objects.push(
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ' +
        `/Resources << /Font << /F1 3 0 R >> >> /Contents ${6 + index * 2} 0 R >>`,
      stream(`BT /F1 11 Tf 15 TL 50 790 Td\n${shown}\nET`),
    );
  }
  return assemble(objects);
}

function bfchars(map: string): string {
  const rows = map.split('\n');
  const parts: string[] = [];
  // The format allows 100 rows per block.
  for (let index = 0; index < rows.length; index += 100) {
    const some = rows.slice(index, index + 100);
    parts.push(`${some.length} beginbfchar\n${some.join('\n')}\nendbfchar`);
  }
  return parts.join('\n');
}

function assemble(objects: readonly string[]): Buffer {
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = Buffer.byteLength(file);
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return String(offset).padStart(10, '0');
  });
  const start = Buffer.byteLength(file);
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  file += offsets.map((offset) => `${offset} 00000 n \n`).join('');
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'utf8');
}
