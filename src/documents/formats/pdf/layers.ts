import { type LayeredText, layerMarks } from './drawing.ts';
import type { PdfEngine, Pointer } from './engine.ts';
import type { PageGlyph } from './glyphs.ts';

/** PDFium's flags that disable anti-aliasing of text, pictures and paths, so that pixels have exact colours. */
const unsmoothed = 0x1000 | 0x2000 | 0x4000;
/** Bitmap format (`FPDFBitmap_BGRx`) and its bytes per pixel. */
const [format, bytesOfPixel] = [3, 4];
/** Longest side of the rendered page, in pixels. */
const maxSide = 1_200;
/** Difference in a colour channel above which two pixels count as different. */
const minDifference = 8;

/**
 * Finds text objects that are invisible only because of their layers and form XObjects. Renders the page, because the
 * engine does not report which layers are visible. Modifies the page, so the caller must not read it afterwards. Text
 * that cannot be rendered at all, for example in a missing font, counts as visible.
 * @param glyphs glyphs by text object
 */
export function hiddenByLayers(
  engine: PdfEngine,
  page: Pointer,
  layered: ReadonlyMap<Pointer, LayeredText>,
  glyphs: ReadonlyMap<Pointer, readonly PageGlyph[]>,
): ReadonlySet<Pointer> {
  const objects = [...layered.keys()].filter((object) => glyphs.has(object));
  if (objects.length === 0) return new Set();
  const colors = new Map(objects.map((object, index) => [object, colorOf(index)] as const));
  for (const [object, [red, green, blue]] of colors)
    engine.call('FPDFPageObj_SetFillColor')(object, red, green, blue, 255);
  const shows = (picture: Picture, object: Pointer) =>
    somePixelNear(picture, glyphs.get(object) ?? [], (at) =>
      (colors.get(object) ?? []).every((part, channel) => picture.pixels[at + 2 - channel] === part),
    );
  const colored = pictureOf(engine, page);
  const missing = objects.filter((object) => !shows(colored, object));
  if (missing.length === 0) return new Set();
  for (const object of missing) engine.call('FPDFPageObj_SetIsActive')(object, 0);
  const without = pictureOf(engine, page);
  const unseen = missing.filter(
    (object) =>
      // Compare the pictures with and without the text instead of looking for its exact colour, because text that is
      // blended with its background is visible, too.
      !somePixelNear(colored, glyphs.get(object) ?? [], (at) =>
        [0, 1, 2].some(
          (channel) =>
            Math.abs((colored.pixels[at + channel] ?? 0) - (without.pixels[at + channel] ?? 0)) >
            minDifference,
        ),
      ),
  );
  for (const object of unseen) moveToTop(engine, page, object, layered.get(object));
  const lifted = pictureOf(engine, page);
  return new Set(unseen.filter((object) => shows(lifted, object)));
}

/** Returns a distinct colour for each index. Documents hardly ever use these colours. */
const colorOf = (index: number): readonly [number, number, number] => [
  250 - (index % 100),
  3 + (Math.floor(index / 100) % 200),
  101 + (Math.floor(index / 20_000) % 100),
];

/** Moves a text object to the top of the page, out of its layers and form XObjects. */
function moveToTop(engine: PdfEngine, page: Pointer, object: Pointer, place: LayeredText | undefined): void {
  for (const mark of layerMarks(engine, object)) engine.call('FPDFPageObj_RemoveMark')(object, mark);
  engine.call('FPDFPageObj_SetIsActive')(object, 1);
  if (place === undefined || place.form === 0) return;
  if (engine.call('FPDFFormObj_RemoveObject')(place.form, object) === 0) return;
  const { scratch } = engine;
  engine.HEAPF32.set(place.matrix, scratch >> 2);
  engine.call('FPDFPageObj_TransformF')(object, scratch);
  engine.call('FPDFPage_InsertObject')(page, object);
}

interface Picture {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly stride: number;
  /** Converts page coordinates to pixels. */
  at(x: number, y: number): readonly [number, number];
}

function pictureOf(engine: PdfEngine, page: Pointer): Picture {
  const [pageWidth, pageHeight] = [
    engine.call('FPDF_GetPageWidthF')(page),
    engine.call('FPDF_GetPageHeightF')(page),
  ];
  const scale = maxSide / Math.max(pageWidth, pageHeight, 1);
  const [width, height] = [pageWidth, pageHeight].map((length) =>
    Math.max(1, Math.min(maxSide, Math.round(length * scale) || 1)),
  ) as [number, number];
  const { scratch } = engine;
  const at = (x: number, y: number) => {
    engine.call('FPDF_PageToDevice')(page, 0, 0, width, height, 0, x, y, scratch, scratch + 4);
    const [across = 0, down = 0] = new Int32Array(engine.HEAPU8.buffer, scratch, 2);
    return [across, down] as const;
  };
  const bitmap = engine.call('FPDFBitmap_CreateEx')(width, height, format, 0, 0);
  if (bitmap === 0) return { pixels: new Uint8Array(), width: 0, height: 0, stride: 0, at };
  try {
    engine.call('FPDFBitmap_FillRect')(bitmap, 0, 0, width, height, 0xffffffff);
    engine.call('FPDF_RenderPageBitmap')(bitmap, page, 0, 0, width, height, 0, unsmoothed);
    const [from, stride] = [
      engine.call('FPDFBitmap_GetBuffer')(bitmap),
      engine.call('FPDFBitmap_GetStride')(bitmap),
    ];
    return { pixels: engine.HEAPU8.slice(from, from + stride * height), width, height, stride, at };
  } finally {
    engine.call('FPDFBitmap_Destroy')(bitmap);
  }
}

/** Checks pixels on or near a glyph. @param meets receives the byte offset of a pixel */
function somePixelNear(
  { width, height, stride, at }: Picture,
  glyphs: readonly PageGlyph[],
  meets: (at: number) => boolean,
): boolean {
  return glyphs.some(({ x, y, style }) => {
    const reach = style.size * 0.6;
    const corners = [at(x - reach, y - reach), at(x + reach, y + reach)];
    const [left, right] = corners.map(([across]) => across).toSorted((a, b) => a - b) as [number, number];
    const [top, bottom] = corners.map(([, down]) => down).toSorted((a, b) => a - b) as [number, number];
    for (let row = Math.max(0, top); row <= Math.min(height - 1, bottom); row += 1)
      for (let column = Math.max(0, left); column <= Math.min(width - 1, right); column += 1)
        if (meets(row * stride + column * bytesOfPixel)) return true;
    return false;
  });
}
