import type { PdfEngine, Pointer } from './engine.ts';

/** A rectangle on the page, in points. */
export interface PageBox {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

/** An opaque object on a page. */
interface Cover extends PageBox {
  readonly order: number;
  /** Fill colour. Undefined for pictures. */
  readonly color?: readonly [number, number, number];
}

export interface PageDrawing {
  readonly covers: readonly Cover[];
  /** Position of each object in drawing order. */
  readonly orders: ReadonlyMap<Pointer, number>;
  /** Horizontal and vertical lines, such as borders of cells. */
  readonly rules: readonly PageBox[];
  readonly pictureShare: number;
  /** Visible box of each clipped text object. */
  readonly clips: ReadonlyMap<Pointer, PageBox>;
  /** Text objects that a layer may hide: those in the marked content of layers, and all in form XObjects. */
  readonly layered: ReadonlyMap<Pointer, LayeredText>;
}

/** The form XObject that contains a text object, with the combined matrix of all enclosing form XObjects. */
export interface LayeredText {
  readonly form: Pointer;
  readonly matrix: Matrix;
}

/** Maximum number of objects examined per page. Further objects are ignored. */
const maxObjects = 20_000;
const maxFormDepth = 8;
const [textType, pathType, imageType, formType] = [1, 2, 3, 5];
export type Matrix = readonly [number, number, number, number, number, number];
const unchanged: Matrix = [1, 0, 0, 1, 0, 0];

/** Examines the objects of a page in drawing order. */
export function drawingOf(engine: PdfEngine, page: Pointer, box: PageBox): PageDrawing {
  const covers: Cover[] = [];
  const rules: PageBox[] = [];
  const orders = new Map<Pointer, number>();
  const clips = new Map<Pointer, PageBox>();
  const layered = new Map<Pointer, LayeredText>();
  const visit = (object: Pointer, { matrix, form, around }: Place, depth: number) => {
    if (object === 0 || orders.size >= maxObjects) return;
    orders.set(object, orders.size);
    const type = engine.call('FPDFPageObj_GetType')(object);
    const clip = type === textType || type === formType ? clipOf(engine, object, matrix, around) : around;
    if (type === textType) {
      if (clip !== undefined) clips.set(object, clip);
      if (form !== 0 || layerMarks(engine, object).length > 0) layered.set(object, { form, matrix });
    }
    if (type === formType && depth < maxFormDepth) {
      const inner = multiplied(matrixOf(engine, object), matrix);
      const count = engine.call('FPDFFormObj_CountObjects')(object);
      for (let index = 0; index < count && orders.size < maxObjects; index += 1)
        visit(
          engine.call('FPDFFormObj_GetObject')(object, index),
          { matrix: inner, form: object, around: clip },
          depth + 1,
        );
    } else if (type === imageType || (type === pathType && isBox(engine, object))) {
      const cover = coverOf(engine, object, matrix, orders.size - 1, type === imageType);
      if (type === pathType) rules.push(...rulesOf(cover, isStroked(engine, object)));
      if (type === imageType || (!isThin(cover) && isFilled(engine, object))) covers.push(cover);
    }
  };
  const count = engine.call('FPDFPage_CountObjects')(page);
  for (let index = 0; index < count && orders.size < maxObjects; index += 1)
    visit(
      engine.call('FPDFPage_GetObject')(page, index),
      { matrix: unchanged, form: 0, around: undefined },
      0,
    );
  const whole = (box.right - box.left) * (box.top - box.bottom);
  const pictures = covers.filter(({ color }) => color === undefined).map((cover) => areaWithin(cover, box));
  return {
    covers,
    rules,
    orders,
    clips,
    layered,
    pictureShare: Math.min(1, pictures.reduce((sum, area) => sum + area, 0) / whole),
  };
}

/** Context of an object: its form XObject, if any, and the clip box of that form XObject. */
interface Place extends LayeredText {
  readonly around: PageBox | undefined;
}

const areaWithin = (one: PageBox, box: PageBox) =>
  Math.max(0, Math.min(one.right, box.right) - Math.max(one.left, box.left)) *
  Math.max(0, Math.min(one.top, box.top) - Math.max(one.bottom, box.bottom));

/** Checks whether a path has few enough segments to be a rectangle. */
const isBox = (engine: PdfEngine, object: Pointer) => engine.call('FPDFPath_CountSegments')(object) <= 6;

function isFilled(engine: PdfEngine, object: Pointer): boolean {
  const { scratch } = engine;
  engine.call('FPDFPath_GetDrawMode')(object, scratch, scratch + 4);
  if (engine.HEAPU32[scratch >> 2] === 0) return false;
  return engine.call('FPDFPageObj_HasTransparency')(object) === 0 && colorOf(engine, object)[3] >= 250;
}

function isStroked(engine: PdfEngine, object: Pointer): boolean {
  const { scratch } = engine;
  engine.call('FPDFPath_GetDrawMode')(object, scratch, scratch + 4);
  return engine.HEAPU32[(scratch + 4) >> 2] !== 0;
}

/** Maximum thickness and minimum length of a line, in points. */
const [maxThickness, minLength] = [3, 8];

const isThin = ({ left, right, bottom, top }: PageBox) =>
  Math.min(right - left, top - bottom) <= maxThickness;

/** Returns the lines of a box, which are the box itself if it is thin, or its four sides if it has an outline. */
function rulesOf({ left, right, bottom, top }: PageBox, hasOutline: boolean): PageBox[] {
  const [width, height] = [right - left, top - bottom];
  if (isThin({ left, right, bottom, top }))
    return Math.max(width, height) >= minLength ? [{ left, right, bottom, top }] : [];
  if (!hasOutline) return [];
  return [
    { left, right, bottom, top: bottom },
    { left, right, bottom: top, top },
    { left, right: left, bottom, top },
    { left: right, right, bottom, top },
  ];
}

function colorOf(engine: PdfEngine, object: Pointer): readonly [number, number, number, number] {
  const { scratch } = engine;
  engine.call('FPDFPageObj_GetFillColor')(object, scratch, scratch + 4, scratch + 8, scratch + 12);
  const [red = 0, green = 0, blue = 0, alpha = 0] = engine.HEAPU32.subarray(scratch >> 2, (scratch >> 2) + 4);
  return [red, green, blue, alpha];
}

function coverOf(engine: PdfEngine, object: Pointer, matrix: Matrix, order: number, isImage: boolean): Cover {
  const { scratch } = engine;
  engine.call('FPDFPageObj_GetBounds')(object, scratch, scratch + 4, scratch + 8, scratch + 12);
  const [left = 0, bottom = 0, right = 0, top = 0] = engine.HEAPF32.subarray(
    scratch >> 2,
    (scratch >> 2) + 4,
  );
  const box = boxAround(
    [left, right].flatMap((x) => [bottom, top].map((y): [number, number] => [x, y])),
    matrix,
  );
  if (isImage) return { ...box, order };
  const [red, green, blue] = colorOf(engine, object);
  return { ...box, order, color: [red, green, blue] };
}

function matrixOf(engine: PdfEngine, object: Pointer): Matrix {
  const { scratch } = engine;
  if (engine.call('FPDFPageObj_GetMatrix')(object, scratch) === 0) return unchanged;
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = engine.HEAPF32.subarray(
    scratch >> 2,
    (scratch >> 2) + 6,
  );
  return [a, b, c, d, e, f];
}

const multiplied = (one: Matrix, other: Matrix): Matrix => [
  one[0] * other[0] + one[1] * other[2],
  one[0] * other[1] + one[1] * other[3],
  one[2] * other[0] + one[3] * other[2],
  one[2] * other[1] + one[3] * other[3],
  one[4] * other[0] + one[5] * other[2] + other[4],
  one[4] * other[1] + one[5] * other[3] + other[5],
];

/** Returns the bounding box on the page for points in a form XObject. */
function boxAround(points: readonly (readonly [number, number])[], [a, b, c, d, e, f]: Matrix): PageBox {
  const box = { left: Infinity, right: -Infinity, bottom: Infinity, top: -Infinity };
  for (const [x, y] of points) {
    const [across, up] = [a * x + c * y + e, b * x + d * y + f];
    box.left = Math.min(box.left, across);
    box.right = Math.max(box.right, across);
    box.bottom = Math.min(box.bottom, up);
    box.top = Math.max(box.top, up);
  }
  return box;
}

/** Maximum number of clip paths per object, and of points per path. Further and longer paths are ignored. */
const maxPoints = 1_000;

/** Returns the bounding box of the visible part of an object; undefined if the object is not clipped. */
function clipOf(engine: PdfEngine, object: Pointer, matrix: Matrix, around: PageBox | undefined) {
  const clip = engine.call('FPDFPageObj_GetClipPath')(object);
  const count = clip === 0 ? 0 : engine.call('FPDFClipPath_CountPaths')(clip);
  let left = around;
  for (let path = 0; path < Math.min(count, maxPoints); path += 1) {
    const length = engine.call('FPDFClipPath_CountPathSegments')(clip, path);
    if (length > maxPoints) continue;
    const box = boxAround(
      Array.from({ length: Math.max(0, length) }, (_, index) =>
        pointOf(engine, engine.call('FPDFClipPath_GetPathSegment')(clip, path, index)),
      ),
      matrix,
    );
    left = {
      left: Math.max(box.left, left?.left ?? box.left),
      right: Math.min(box.right, left?.right ?? box.right),
      bottom: Math.max(box.bottom, left?.bottom ?? box.bottom),
      top: Math.min(box.top, left?.top ?? box.top),
    };
  }
  return left;
}

function pointOf(engine: PdfEngine, segment: Pointer): [number, number] {
  const { scratch } = engine;
  engine.call('FPDFPathSegment_GetPoint')(segment, scratch, scratch + 4);
  const [x = 0, y = 0] = engine.HEAPF32.subarray(scratch >> 2, (scratch >> 2) + 2);
  return [x, y];
}

/** Size of the buffer for a UTF-16 name, in bytes. It is enough to recognize the name of layer marks. */
const nameBytes = 8;

/** Returns the marks that assign an object to layers (ISO 32000, 8.11.3.2). */
export function layerMarks(engine: PdfEngine, object: Pointer): Pointer[] {
  const { scratch } = engine;
  const count = engine.call('FPDFPageObj_CountMarks')(object);
  return Array.from({ length: Math.max(0, count) }, (_, index) =>
    engine.call('FPDFPageObj_GetMark')(object, index),
  ).filter((mark) => {
    if (engine.call('FPDFPageObjMark_GetName')(mark, scratch, nameBytes, scratch + 32) === 0) return false;
    return Buffer.from(engine.HEAPU8.subarray(scratch, scratch + 6)).toString('utf16le') === 'OC\0';
  });
}
