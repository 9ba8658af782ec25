import { pdfFile, pdfStream, pdfText } from './pdf-file.ts';

/** Text on a page. Its position is in points from the lower left corner. */
export interface PdfWords {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** Default: 11. */
  readonly size?: number;
  readonly isBold?: boolean;
  /** Red, green and blue, from 0 to 1. */
  readonly color?: readonly [number, number, number];
  /** Text rendering mode. 3 is invisible. */
  readonly mode?: number;
  /** Rotation of the line, counterclockwise. */
  readonly degrees?: number;
}

export interface PdfPage {
  readonly words?: readonly PdfWords[];
  /** Operators drawn before the words (`under`) and after them (`over`). */
  readonly under?: string;
  readonly over?: string;
  /** Words that the operators of `under`, `over` and the form XObjects draw. The fonts must contain their letters. */
  readonly drawn?: readonly PdfWords[];
  /** Whether a grey picture covers the whole page, behind everything else. */
  readonly isScan?: true;
  /** Annotation dictionaries. */
  readonly annotations?: readonly string[];
  readonly rotation?: number;
  /** Size in points. Default: A4. */
  readonly size?: readonly [number, number];
}

export interface PdfOptions {
  /** Entries of the information dictionary, such as `Title`. */
  readonly info?: Readonly<Record<string, string>>;
  /** Returns the character to which the font maps a letter. Default: the letter. */
  readonly meaning?: (letter: string) => string;
  /** Whether the fonts lack a ToUnicode map. */
  readonly hasNoMap?: true;
  /**
   * Returns further entries of the catalogue and of the resources of pages, and the objects that they refer to.
   * @param first number of the first of these objects
   */
  readonly catalogue?: (first: number) => {
    readonly entries: string;
    readonly objects: readonly (Uint8Array | string)[];
    readonly properties?: string;
    /** Form XObjects that pages draw, by name. */
    readonly forms?: string;
  };
}

const advance = 0.5;

/** Returns the width of a line in these fonts, in points. */
export const widthOf = (text: string, size = 11) => text.length * size * advance;

/** Creates a PDF whose fonts map codes to characters but have no glyph shapes, so that it works for every script. */
export function pdfOf(pages: readonly PdfPage[], options: PdfOptions = {}): Buffer {
  const { info = {}, meaning = (letter: string) => letter, hasNoMap } = options;
  const letters = new Set(
    pages.flatMap(({ words = [], drawn: more = [] }) => [...words, ...more].flatMap(({ text }) => [...text])),
  );
  // Objects 1 to 4 are the catalog, the page tree, the information and the scan. Then follow two fonts with three
  // objects each, the character map of both, and two objects for each page.
  const fonts = { regular: 5, bold: 8, map: 11 };
  const firstPage = 12;
  const kids = pages.map((_, index) => `${firstPage + index * 2} 0 R`).join(' ');
  const more = options.catalogue?.(firstPage + pages.length * 2) ?? { entries: '', objects: [] };
  const resources = `<< /Font << /F1 ${fonts.regular} 0 R /F2 ${fonts.bold} 0 R >> /XObject << /Im1 4 0 R ${more.forms ?? ''} >> /Properties << ${more.properties ?? ''} >> >>`;
  const named = Object.entries(info).map(([key, value]) => `/${key} ${pdfText(value)}`);
  return pdfFile(
    [
      `<< /Type /Catalog /Pages 2 0 R ${more.entries} >>`,
      `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
      `<< ${named.join(' ')} >>`,
      pdfStream(
        '/Type /XObject /Subtype /Image /Width 8 /Height 8 /ColorSpace /DeviceGray /BitsPerComponent 8',
        Buffer.alloc(64, 0xe0),
      ),
      ...fontObjects('Regular', fonts.regular, hasNoMap ? undefined : fonts.map),
      ...fontObjects('Bold', fonts.bold, hasNoMap ? undefined : fonts.map),
      pdfStream('', characterMap(letters, meaning), true),
      ...pages.flatMap((page, index) => [
        pageObject(page, resources, firstPage + index * 2 + 1),
        pdfStream('', contentOf(page), true),
      ]),
      ...more.objects,
    ],
    '/Info 3 0 R',
  );
}

function pageObject(
  { size = [595, 842], rotation, annotations }: PdfPage,
  resources: string,
  content: number,
) {
  const turned = rotation === undefined ? '' : `/Rotate ${rotation} `;
  const noted = annotations === undefined ? '' : `/Annots [${annotations.join(' ')}] `;
  return `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${size[0]} ${size[1]}] ${turned}${noted}/Resources ${resources} /Contents ${content} 0 R >>`;
}

function fontObjects(name: string, first: number, map: number | undefined): string[] {
  const font = `Casebridge-${name}`;
  const meaning = map === undefined ? '' : `/ToUnicode ${map} 0 R `;
  return [
    `<< /Type /Font /Subtype /Type0 /BaseFont /${font} /Encoding /Identity-H ${meaning}/DescendantFonts [${first + 1} 0 R] >>`,
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${font} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW ${advance * 1000} /FontDescriptor ${first + 2} 0 R >>`,
    `<< /Type /FontDescriptor /FontName /${font} /Flags 4 /FontBBox [0 -200 1000 800] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV ${name === 'Bold' ? 160 : 80} >>`,
  ];
}

const hex = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex');

function characterMap(letters: ReadonlySet<string>, meaning: (letter: string) => string): string {
  const lines = [...letters].map((letter) => `<${hex(letter)}> <${hex(meaning(letter))}>`);
  const chunks: string[] = [];
  for (let at = 0; at < lines.length; at += 100) {
    const some = lines.slice(at, at + 100);
    chunks.push(`${some.length} beginbfchar\n${some.join('\n')}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def\n1 begincodespacerange <0000> <ffff> endcodespacerange\n${chunks.join('\n')}\nendcmap end end`;
}

function contentOf({ words = [], under = '', over = '', isScan, size = [595, 842] }: PdfPage): string {
  const scan = isScan ? `q ${size[0]} 0 0 ${size[1]} 0 0 cm /Im1 Do Q\n` : '';
  return `${scan}${under}\n${words.map(drawn).join('\n')}\n${over}`;
}

/** Returns the operators that draw words. */
export function drawn({
  text,
  x,
  y,
  size = 11,
  isBold,
  color = [0, 0, 0],
  mode = 0,
  degrees = 0,
}: PdfWords): string {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const matrix = [cos, sin, -sin, cos, x, y].map((number) => number.toFixed(4)).join(' ');
  return `BT ${color.join(' ')} rg ${mode} Tr /${isBold ? 'F2' : 'F1'} ${size} Tf ${matrix} Tm <${hex(text)}> Tj ET`;
}

/** Returns lines below each other, from the top of a page. */
export function pdfLines(
  lines: readonly string[],
  at: Partial<PdfWords> & { readonly pitch?: number } = {},
): PdfWords[] {
  const { x = 60, y = 780, size = 11, pitch = 1.2 } = at;
  return lines.map((text, index) => ({ ...at, text, x, y: y - index * size * pitch, size }));
}
