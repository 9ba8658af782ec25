import { isOffPage, isTooSmall, isUnseen } from '../../../visibility.ts';
import type { XmlNode } from '../../../xml.ts';
import { childOf, childrenOf } from '../../../xml-tree.ts';
import type { OfficePackage } from '../package.ts';
import { fillIn, readTheme, type Theme } from '../theme.ts';

/** Decides which texts of a slide are invisible. */
export interface SlideLooks {
  /**
   * Returns a function that checks whether text with the given properties (`a:rPr`) is invisible in a shape or cell.
   */
  inShape(shape: XmlNode, isInGroup: boolean): (properties: XmlNode | undefined) => boolean;
  inCell(cell: XmlNode): (properties: XmlNode | undefined) => boolean;
}

/** Treats all text as visible. Used for speaker notes and missing slides. */
export const allSeen: SlideLooks = { inShape: () => () => false, inCell: () => () => false };

/** Position in slide units. Undefined if only the layout defines it. */
interface Place {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/**
 * A drawn object with its fill color. For pictures and unknown fills, `color` is `unknown`, which equals no text color.
 */
interface Ground {
  readonly place: Place | undefined;
  readonly color: string;
}

/** Creates the reader of slide appearances. Reads shared layouts only once. @param size `p:sldSz` */
export function createSlideLooks(
  file: OfficePackage,
  size: XmlNode | undefined,
): (part: string, slide: XmlNode) => SlideLooks {
  const known = new Map<string, XmlNode | undefined>();
  const parse = (part: string | undefined) => {
    if (part === undefined) return undefined;
    if (!known.has(part)) known.set(part, file.parse(part));
    return known.get(part);
  };
  return (part, slide) => readSlideLooks({ file, parse, size }, part, slide);
}

interface SlideFile {
  readonly file: OfficePackage;
  parse(part: string | undefined): XmlNode | undefined;
  readonly size: XmlNode | undefined;
}

function readSlideLooks({ file, parse, size }: SlideFile, part: string, slide: XmlNode): SlideLooks {
  const layout = file.related(part, 'slideLayout');
  const master = layout === undefined ? undefined : file.related(layout, 'slideMaster');
  const masterNode = parse(master);
  const slides = [masterNode, parse(layout), slide];
  const theme = mapped(
    readTheme(master === undefined ? undefined : parse(file.related(master, 'theme'))),
    childOf(masterNode, 'p:clrMap')?.attributes ?? {},
  );
  const behind = slides.map((slide) => backgroundOf(slide, theme)).findLast((color) => color !== undefined);
  const grounds = slides.flatMap((slide) => [
    ...groundsIn(childOf(slide, 'p:cSld', 'p:spTree'), theme, false),
  ]);
  const width = Number(size?.attributes.cx ?? Number.POSITIVE_INFINITY);
  const height = Number(size?.attributes.cy ?? Number.POSITIVE_INFINITY);
  const unseenOn = (colors: readonly string[], isAway: boolean) => (properties: XmlNode | undefined) => {
    const points = Number(properties?.attributes.sz ?? Number.NaN) / 100;
    const color = fillIn(properties, theme);
    return isAway || isTooSmall(points) || colors.every((one) => isUnseen(color, one));
  };
  return {
    inShape(shape, isInGroup) {
      const place = isInGroup ? undefined : placeOf(shape);
      const isAway =
        isHiddenShape(shape) ||
        (place !== undefined &&
          (isOffPage({ from: place.left, length: place.width }, width) ||
            isOffPage({ from: place.top, length: place.height }, height)));
      const own = ownFill(shape, theme);
      if (own !== undefined && own !== 'transparent') return unseenOn([own], isAway);
      // Objects drawn later also count as background, because it is worse to mark visible text as hidden than to miss
      // hidden text.
      const under = grounds.filter((one) => overlap(one.place, place)).map(({ color }) => color);
      return unseenOn([behind ?? 'white', ...under], isAway);
    },
    inCell(cell) {
      const fill = fillIn(childOf(cell, 'a:tcPr'), theme);
      return unseenOn([fill === undefined || fill === 'transparent' ? 'unknown' : fill], false);
    },
  };
}

/** Maps the colour names of a slide master to the colour names of the theme. */
const mapped = (theme: Theme, names: XmlNode['attributes']): Theme => ({
  color: (name = '', scale, shift) => theme.color(names[name] ?? name, scale, shift),
});

function backgroundOf(slide: XmlNode | undefined, theme: Theme): string | undefined {
  const background = childOf(slide, 'p:cSld', 'p:bg');
  if (background === undefined) return undefined;
  const reference = childOf(background, 'p:bgRef');
  if (reference === undefined) return fillIn(childOf(background, 'p:bgPr'), theme) ?? 'unknown';
  // The first fill of a theme is the plain colour (ECMA-376 20.1.4.1.7).
  const isPlain = reference.attributes.idx === '1001';
  return (isPlain && theme.color(childOf(reference, 'a:schemeClr')?.attributes.val)) || 'unknown';
}

const isHiddenShape = (shape: XmlNode) =>
  /^(?:1|true)$/.test(childOf(shape, 'p:nvSpPr', 'p:cNvPr')?.attributes.hidden ?? '');

/**
 * Returns the fill of a shape; `unknown` if a style sets the fill. Undefined if the shape sets no fill, although its
 * layout may set one.
 */
function ownFill(shape: XmlNode, theme: Theme): string | undefined {
  const fill = fillIn(childOf(shape, 'p:spPr'), theme);
  if (fill !== undefined) return fill;
  const isPlain = childOf(shape, 'p:style') === undefined;
  return isPlain ? undefined : 'unknown';
}

function* groundsIn(group: XmlNode | undefined, theme: Theme, isInGroup: boolean): Generator<Ground> {
  for (const shape of childrenOf(group)) {
    if (shape.name === 'p:grpSp') yield* groundsIn(shape, theme, true);
    const isPicture = shape.name === 'p:pic' || shape.name === 'p:graphicFrame';
    const fill = shape.name === 'p:sp' ? ownFill(shape, theme) : isPicture ? 'unknown' : undefined;
    if (fill !== undefined && fill !== 'transparent')
      yield { place: isInGroup ? undefined : placeOf(shape), color: fill };
  }
}

function placeOf(shape: XmlNode): Place | undefined {
  const frame = childOf(shape, 'p:spPr', 'a:xfrm') ?? childOf(shape, 'p:xfrm');
  const [offset, extent] = [childOf(frame, 'a:off')?.attributes, childOf(frame, 'a:ext')?.attributes];
  const [left, top, width, height] = [offset?.x, offset?.y, extent?.cx, extent?.cy].map(Number) as [
    number,
    number,
    number,
    number,
  ];
  const isKnown = [left, top, width, height].every(Number.isFinite);
  return isKnown ? { left, top, width, height } : undefined;
}

const overlap = (one: Place | undefined, other: Place | undefined): boolean =>
  one === undefined ||
  other === undefined ||
  (one.left < other.left + other.width &&
    other.left < one.left + one.width &&
    one.top < other.top + other.height &&
    other.top < one.top + one.height);
