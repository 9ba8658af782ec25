import { isOffPage, isTooSmall, isUnseen } from '../../../visibility.ts';
import type { XmlNode } from '../../../xml.ts';
import { childOf, childrenOf } from '../../../xml-tree.ts';
import type { OfficePackage } from '../package.ts';
import { fillIn, readTheme, type Theme } from '../theme.ts';

/** What decides whether people see the text of a slide. */
export interface SlideLooks {
  /** Returns whether letters with these properties (`a:rPr`) are not seen in a shape or cell. */
  inShape(shape: XmlNode, isInGroup: boolean): (properties: XmlNode | undefined) => boolean;
  inCell(cell: XmlNode): (properties: XmlNode | undefined) => boolean;
}

/** A slide that is read for its words alone: notes, a slide that is missing. */
export const allSeen: SlideLooks = { inShape: () => () => false, inCell: () => () => false };

/** A place in units of the slide; undefined if its layout has it. */
interface Place {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Something that is drawn, with the color that it is filled with; a word that is no color for pictures. */
interface Ground {
  readonly place: Place | undefined;
  readonly color: string;
}

/** Reads looks of slides by their parts; layouts that they share are read once. @param size `p:sldSz` */
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
      // What is drawn later does not lie behind it, and counts all the same: a mark that is wrong is the worse error.
      const under = grounds.filter((one) => overlap(one.place, place)).map(({ color }) => color);
      return unseenOn([behind ?? 'white', ...under], isAway);
    },
    inCell(cell) {
      const fill = fillIn(childOf(cell, 'a:tcPr'), theme);
      return unseenOn([fill === undefined || fill === 'transparent' ? 'unknown' : fill], false);
    },
  };
}

/** The colors of a theme under the names that a master gives them. */
const mapped = (theme: Theme, names: XmlNode['attributes']): Theme => ({
  color: (name = '', scale, shift) => theme.color(names[name] ?? name, scale, shift),
});

function backgroundOf(slide: XmlNode | undefined, theme: Theme): string | undefined {
  const background = childOf(slide, 'p:cSld', 'p:bg');
  if (background === undefined) return undefined;
  const reference = childOf(background, 'p:bgRef');
  if (reference === undefined) return fillIn(childOf(background, 'p:bgPr'), theme) ?? 'unknown';
  // The first fill of a theme is the color itself (ECMA-376 20.1.4.1.7).
  const isPlain = reference.attributes.idx === '1001';
  return (isPlain && theme.color(childOf(reference, 'a:schemeClr')?.attributes.val)) || 'unknown';
}

const isHiddenShape = (shape: XmlNode) =>
  /^(?:1|true)$/.test(childOf(shape, 'p:nvSpPr', 'p:cNvPr')?.attributes.hidden ?? '');

/** Returns undefined if a shape says nothing of its fill, but its place in a layout may. */
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
