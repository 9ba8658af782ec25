/** Files as bytes: creates DOCX and PDF, parses multipart bodies, and encodes names for headers. */
import { crc32 } from 'node:zlib';

function entry(name: string, data: Buffer) {
  const head = Buffer.alloc(26);
  head.writeUInt16LE(20, 0);
  head.writeUInt16LE(0x0800, 2);
  head.writeUInt16LE(0x21, 8);
  head.writeUInt32LE(crc32(data), 10);
  head.writeUInt32LE(data.length, 14);
  head.writeUInt32LE(data.length, 18);
  head.writeUInt16LE(Buffer.byteLength(name), 22);
  return { name: Buffer.from(name), data, head };
}

/** Creates a ZIP archive without compression. */
function zip(files: Record<string, string>): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, data, head } of Object.entries(files).map(([n, text]) => entry(n, Buffer.from(text)))) {
    local.push(Buffer.from('PK\x03\x04', 'latin1'), head, name, data);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    central.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), head, tail, name);
    offset += 30 + name.length + data.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, directory, end]);
}

/** Escapes the special characters of XML. */
export const escapeMarkup = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** Creates a DOCX with one paragraph for each line. */
export function makeDocx(text: string): Buffer {
  const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
  const base = 'http://schemas.openxmlformats.org';
  const main = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
  const paragraphs = text
    .split('\n')
    .map((line) => `<w:p><w:r><w:t xml:space="preserve">${escapeMarkup(line)}</w:t></w:r></w:p>`);
  return zip({
    '[Content_Types].xml': `${xml}<Types xmlns="${base}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${main}"/></Types>`,
    '_rels/.rels': `${xml}<Relationships xmlns="${base}/package/2006/relationships"><Relationship Id="rId1" Type="${base}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `${xml}<w:document xmlns:w="${base}/wordprocessingml/2006/main"><w:body>${paragraphs.join('')}</w:body></w:document>`,
  });
}

const WIDTH = 80;

function wrap(line: string): string[] {
  const rows = [''];
  for (const word of line.split(' ')) {
    const last = rows[rows.length - 1] ?? '';
    if (last !== '' && last.length + word.length >= WIDTH) rows.push(word);
    else rows[rows.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return rows;
}

const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex');

/** Creates a PDF with as many pages as needed. The font is not embedded, and its codes are UTF-16. */
export function makePdf(text: string): Buffer {
  const lines = text.split('\n').flatMap(wrap);
  const pages: string[][] = [];
  for (let at = 0; at < Math.max(lines.length, 1); at += 50) pages.push(lines.slice(at, at + 50));
  const blocks = ['00', '04', '20', '21', '22'];
  const ranges = blocks.map((high) => `<${high}00> <${high}ff> <${high}00>`).join('\n');
  const unicode = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /U def /CMapType 2 def 1 begincodespacerange <0000> <ffff> endcodespacerange ${blocks.length} beginbfrange\n${ranges}\nendbfrange endcmap end end`;
  const stream = (body: string) => `<< /Length ${body.length} >>\nstream\n${body}\nendstream`;
  const kids = pages.map((_, index) => `${7 + index * 2} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type0 /BaseFont /ArialMT /Encoding /Identity-H /DescendantFonts [4 0 R] /ToUnicode 6 0 R >>',
    '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /ArialMT /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 5 0 R /DW 500 >>',
    '<< /Type /FontDescriptor /FontName /ArialMT /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 >>',
    stream(unicode),
  ];
  for (const [index, rows] of pages.entries()) {
    const shown = rows.map((row) => `<${utf16(row)}> Tj T*`).join('\n');
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${8 + index * 2} 0 R >>`,
      stream(`BT /F1 11 Tf 14 TL 50 790 Td\n${shown}\nET`),
    );
  }
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
  return Buffer.from(
    `${body}${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`,
    'latin1',
  );
}

/** Returns Content-Disposition as Spring writes it: RFC 2047 for old clients, RFC 5987 for others. */
export function attachment(name: string): Record<string, string> {
  const quoted = [...Buffer.from(name)]
    .map((byte) =>
      /[A-Za-z0-9.-]/.test(String.fromCharCode(byte))
        ? String.fromCharCode(byte)
        : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`,
    )
    .join('');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  return {
    'content-disposition': `attachment; filename="=?UTF-8?Q?${quoted}?="; filename*=UTF-8''${encoded}`,
  };
}

/** Parses a multipart body: a JSON part or form fields, and the part `file`. */
export function readMultipart(body: Buffer, type: string) {
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1] ?? '';
  const raw = body.toString('latin1');
  let json: Record<string, unknown> = {};
  let file: { name: string; contentType: string; bytes: Buffer } | undefined;
  for (const part of raw.split(`--${boundary}`).slice(1, -1)) {
    const at = part.indexOf('\r\n\r\n');
    const head = Buffer.from(part.slice(0, at), 'latin1').toString('utf8');
    const bytes = Buffer.from(part.slice(at + 4, -2), 'latin1');
    const field = /[; ]name="([^"]*)"/i.exec(head)?.[1] ?? '';
    const fileName = /filename\*=UTF-8''([^;\r\n]+)/i.exec(head)?.[1];
    const name = fileName ? decodeURIComponent(fileName) : /filename="([^"]*)"/i.exec(head)?.[1];
    const contentType = /content-type:\s*([^\r\n]+)/i.exec(head)?.[1] ?? 'application/octet-stream';
    if (field === 'file') file = { name: name ?? 'file', contentType, bytes };
    else if (field === 'document') json = { ...json, ...(JSON.parse(bytes.toString('utf8')) as object) };
    else json[field] = bytes.toString('utf8');
  }
  return { json, file };
}
