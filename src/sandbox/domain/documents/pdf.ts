/** A page of text as a PDF file, Cyrillic included, in the few objects that the format needs. */

const pageWidth = 595;
const pageHeight = 842;
const margin = 50;
const fontSize = 10;
const leading = 14;
const charWidth = fontSize * 0.6;
const perLine = Math.floor((pageWidth - 2 * margin) / charWidth);
const first = 32;
const last = 255;

/**
 * A PDF of one A4 page: the lines from the top, and a framed overlay of signature lines at the bottom.
 * The font is a standard monospaced one that is not embedded; lines that do not fit are cut.
 */
export function createPdf(title: string, lines: readonly string[], overlay: readonly string[]): Uint8Array {
  const content = [...textAtTop([title, '', ...lines], overlay.length), ...frame(overlay)].join('\n');
  return assemble([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${pageWidth} ${pageHeight}] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>`,
    stream(content),
    `<< /Type /Font /Subtype /TrueType /BaseFont /CourierNew /FirstChar ${first} /LastChar ${last} /Widths [${'600 '.repeat(last - first + 1)}] /FontDescriptor 6 0 R /Encoding 7 0 R /ToUnicode 8 0 R >>`,
    '<< /Type /FontDescriptor /FontName /CourierNew /Flags 33 /FontBBox [-21 -680 638 1021] /ItalicAngle 0 /Ascent 833 /Descent -300 /CapHeight 571 /StemV 40 >>',
    `<< /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [${differences()}] >>`,
    stream(toUnicode()),
    `<< /Title ${utf16(title)} >>`,
  ]);
}

function textAtTop(lines: readonly string[], overlayLines: number): string[] {
  const room = Math.floor((pageHeight - 2 * margin - (overlayLines + 2) * leading) / leading);
  return drawLines(lines.flatMap(wrap).slice(0, room), margin, pageHeight - margin - fontSize);
}

function frame(overlay: readonly string[]): string[] {
  if (overlay.length === 0) return [];
  const height = (overlay.length + 1) * leading;
  const box = `0.1 0.3 0.7 RG ${margin} ${margin} ${pageWidth - 2 * margin} ${height} re S`;
  const lines = overlay.map((line) => line.slice(0, perLine - 2));
  return ['q', box, 'Q', ...drawLines(lines, margin + charWidth, margin + height - leading)];
}

function drawLines(lines: readonly string[], left: number, top: number): string[] {
  const shown = lines.map((line) => `<${hex(line)}> Tj T*`);
  return ['BT', `/F1 ${fontSize} Tf ${leading} TL`, `${left} ${top} Td`, ...shown, 'ET'];
}

function wrap(line: string): string[] {
  const rows: string[] = [];
  let row = '';
  for (const word of line.replace(/\t/g, '    ').split(' ')) {
    const longer = row === '' ? word : `${row} ${word}`;
    if (longer.length <= perLine) {
      row = longer;
      continue;
    }
    if (row !== '') rows.push(row);
    row = word;
    for (; row.length > perLine; row = row.slice(perLine)) rows.push(row.slice(0, perLine));
  }
  return [...rows, row];
}

/** Characters above ASCII by their code in the page's own encoding, as in Windows-1251. */
const codes = new Map<string, number>([
  ['–', 0x96],
  ['—', 0x97],
  ['Ё', 0xa8],
  ['«', 0xab],
  ['ё', 0xb8],
  ['№', 0xb9],
  ['»', 0xbb],
  ...Array.from({ length: 64 }, (_, index): [string, number] => [
    String.fromCharCode(0x410 + index),
    0xc0 + index,
  ]),
]);

function hex(line: string): string {
  return [...line]
    .map((char) => codes.get(char) ?? (/[ -~]/.test(char) ? char.charCodeAt(0) : 0x3f))
    .map((code) => code.toString(16).padStart(2, '0'))
    .join('');
}

/** Glyph names: the Adobe list numbers the Cyrillic letters from 10017 and 10065, with ё between е and ж. */
function differences(): string {
  const names = [...codes].map(([char, code]) => `${code} /${glyph(char)}`);
  return names.join(' ');
}

function glyph(char: string): string {
  const plain = {
    '–': 'endash',
    '—': 'emdash',
    '«': 'guillemotleft',
    '»': 'guillemotright',
    '№': 'afii61352',
  };
  if (char in plain) return plain[char as keyof typeof plain];
  if (char === 'Ё') return 'afii10023';
  if (char === 'ё') return 'afii10071';
  const index = char.charCodeAt(0) - 0x410;
  const letter = index % 32;
  return `afii${(index < 32 ? 10017 : 10065) + letter + (letter > 5 ? 1 : 0)}`;
}

/** Lets readers search and copy the text whatever font they show it in. */
function toUnicode(): string {
  const entries = [...codes].map(
    ([char, code]) => `<${code.toString(16)}> <${char.charCodeAt(0).toString(16).padStart(4, '0')}>`,
  );
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CMapName /Page def /CMapType 2 def',
    '1 begincodespacerange <00> <ff> endcodespacerange',
    '1 beginbfrange <20> <7e> <0020> endbfrange',
    `${entries.length} beginbfchar`,
    ...entries,
    'endbfchar endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n');
}

const stream = (content: string) => `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;

const utf16 = (text: string) => `<${Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('hex')}>`;

/** Numbers the objects and writes the cross-reference table, whose entries are exactly 20 bytes long. */
function assemble(objects: readonly string[]): Uint8Array {
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R /Info ${objects.length} 0 R >>`;
  text += `xref\n0 ${size}\n0000000000 65535 f \n${table}${trailer}\nstartxref\n${text.length}\n%%EOF\n`;
  return new TextEncoder().encode(text);
}
