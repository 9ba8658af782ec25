/** An image in a PDF. The data stays compressed, and PDFium decompresses it. */
export interface PdfImage {
  /** Width in pixels, like `height`. */
  readonly width: number;
  readonly height: number;
  /** Offset from the upper left corner of the page, in pixels. */
  readonly x: number;
  readonly y: number;
  /** Entries of the image dictionary for colours, bits and filter. */
  readonly entries: string;
  readonly data: Uint8Array;
}

export interface PdfImagePage {
  readonly width: number;
  readonly height: number;
  readonly images: readonly PdfImage[];
  /** Clockwise rotation in degrees: 0, 90, 180 or 270. */
  readonly turned?: number;
}

const latin = (text: string) => Buffer.from(text, 'latin1');
/** Maximum length of a page side in a PDF, in points. */
const maxSide = 14_000;

/** Creates a PDF that contains images, so that PDFium can render them. */
export function pdfOfImages(pages: readonly PdfImagePage[]): Uint8Array {
  const parts: Uint8Array[] = [latin('%PDF-1.7\n')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  const add = (...bytes: Uint8Array[]) => {
    parts.push(...bytes);
    for (const one of bytes) length += one.length;
  };
  const object = (head: string, data?: Uint8Array) => {
    offsets.push(length);
    add(latin(`${offsets.length} 0 obj\n${head}\n`));
    if (data !== undefined) add(latin('stream\n'), data, latin('\nendstream\n'));
    add(latin('endobj\n'));
  };
  const firsts: number[] = [];
  let next = 3;
  for (const { images } of pages) {
    firsts.push(next);
    next += images.length + 2;
  }
  object('<< /Type /Catalog /Pages 2 0 R >>');
  object(`<< /Type /Pages /Count ${pages.length} /Kids [${firsts.map((one) => `${one} 0 R`).join(' ')}] >>`);
  for (const [index, page] of pages.entries()) pageObjects(page, firsts[index] ?? 0, object);
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = length;
  add(latin(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${table}`));
  add(latin(`trailer\n<< /Size ${offsets.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`));
  return Buffer.concat(parts);
}

function pageObjects(
  { width, height, images, turned = 0 }: PdfImagePage,
  first: number,
  object: (head: string, data?: Uint8Array) => void,
): void {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  const names = images.map((_, index) => `/I${index} ${first + 2 + index} 0 R`).join(' ');
  object(
    `<< /Type /Page /Parent 2 0 R /Rotate ${turned} /MediaBox [0 0 ${width * scale} ${height * scale}] ` +
      `/Resources << /XObject << ${names} >> >> /Contents ${first + 1} 0 R >>`,
  );
  const drawn = images.map(
    (image, index) =>
      `q ${image.width * scale} 0 0 ${image.height * scale} ${image.x * scale} ${(height - image.y - image.height) * scale} cm /I${index} Do Q`,
  );
  const content = latin(drawn.join('\n'));
  object(`<< /Length ${content.length} >>`, content);
  for (const image of images)
    object(
      `<< /Type /XObject /Subtype /Image /Width ${image.width} /Height ${image.height} ${image.entries} /Length ${image.data.length} >>`,
      image.data,
    );
}
