import { type Font, sampleFont, wrapText } from '../../seed/fixtures/formats/font.ts';
import { drawLine, fontObjects } from '../../seed/fixtures/formats/pdf-font.ts';
import { assemblePdf, pdfStream, pdfText } from '../../seed/fixtures/formats/pdf-objects.ts';

const [pageWidth, pageHeight, margin] = [595, 842, 50];
const size = 10;
const leading = 14;

/**
 * Creates a PDF with one A4 page. It has the lines at the top, and a framed overlay of signature lines at the bottom.
 * The font is embedded, because viewers may have no font with Cyrillic letters. Lines that do not fit are omitted.
 */
export function createPdf(title: string, lines: readonly string[], overlay: readonly string[]): Uint8Array {
  const font = sampleFont();
  const content = [...textAtTop(font, [title, '', ...lines], overlay.length), ...frame(font, overlay)];
  return assemblePdf(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${pageWidth} ${pageHeight}] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>`,
      pdfStream(content.join('\n')),
      ...fontObjects(font, 5),
      `<< /Title ${pdfText(title)} >>`,
    ],
    9,
  );
}

function textAtTop(font: Font, lines: readonly string[], overlayLines: number): string[] {
  const room = Math.floor((pageHeight - 2 * margin - (overlayLines + 2) * leading) / leading);
  const rows = lines.flatMap((line) => rowsOf(font, line, pageWidth - 2 * margin));
  return drawLines(font, rows.slice(0, room), margin, pageHeight - margin - size);
}

function frame(font: Font, overlay: readonly string[]): string[] {
  if (overlay.length === 0) return [];
  const height = (overlay.length + 1) * leading;
  const box = `0.1 0.3 0.7 RG ${margin} ${margin} ${pageWidth - 2 * margin} ${height} re S`;
  const lines = overlay.map((line) => rowsOf(font, line, pageWidth - 2 * margin - 2 * size)[0] ?? '');
  return ['q', box, 'Q', ...drawLines(font, lines, margin + size, margin + height - leading)];
}

const drawLines = (font: Font, lines: readonly string[], left: number, top: number): string[] =>
  lines.map((line, index) => drawLine(font, line, { x: left, y: top - index * leading, size }));

/** @param width in points */
function rowsOf(font: Font, line: string, width: number): string[] {
  const widest = (width / size) * font.em;
  const text = Array.from(line.replace(/\t/g, '    ').replace(/[^\S ]/g, ' '), (character) =>
    font.glyph(character) === 0 ? '?' : character,
  );
  return wrapText(font, text.join(''), widest).flatMap((row) => cutToWidth(font, row, widest));
}

/** Splits a line that has no space for wrapping. */
function cutToWidth(font: Font, row: string, widest: number): string[] {
  const rows = [''];
  let used = 0;
  for (const character of row) {
    const width = font.width(font.glyph(character));
    if (used + width > widest) {
      rows.push('');
      used = 0;
    }
    rows[rows.length - 1] += character;
    used += width;
  }
  return rows;
}
