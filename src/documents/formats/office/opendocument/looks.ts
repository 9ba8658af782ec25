import { isOffPage, isTooSmall } from '../../../visibility.ts';
import type { XmlNode } from '../../../xml.ts';
import { childOf } from '../../../xml-tree.ts';
import { pointsIn } from '../lengths.ts';
import { type OpenLook, type OpenTextFlow, propertyOf } from './paragraph.ts';

type Styles = OpenTextFlow['styles'];

/** Returns the background of a table, row or cell, and whether it can be seen. */
export function tableLook(
  name: string,
  attributes: XmlNode['attributes'],
  styles: Styles,
  around: OpenLook,
): OpenLook {
  const node = { name, attributes, children: [] };
  const group = `style:${name.slice('table:'.length)}-properties`;
  const property = (what: string) => propertyOf(node, styles, group, what, 'table:style-name');
  const background = property('fo:background-color');
  const height = pointsIn(property('style:row-height'));
  const visibility = attributes['table:visibility'] ?? 'visible';
  const isHidden = visibility !== 'visible' || isTooSmall(height);
  return {
    ...around,
    ...(background !== undefined && background !== 'transparent' && { background }),
    ...(isHidden && { isHidden }),
  };
}

export function cellLook(cell: XmlNode, styles: Styles): OpenLook {
  const property = (name: string) =>
    propertyOf(cell, styles, 'style:text-properties', name, 'table:style-name');
  const points = pointsIn(property('fo:font-size'), 'none');
  const line = property('style:text-line-through-style') ?? property('style:text-line-through-type');
  return {
    ...tableLook('table:table-cell', cell.attributes, styles, {}),
    color: property('fo:color'),
    ...(Number.isFinite(points) && { points }),
    ...(line !== undefined && { isStruck: line !== 'none' }),
  };
}

/** Returns the appearance inside a frame or shape, from its fill, size and position. */
export function boxLook(box: XmlNode, styles: Styles, around: OpenLook): OpenLook {
  const property = (name: string) =>
    propertyOf(box, styles, 'style:graphic-properties', name, 'draw:style-name');
  const fill = property('draw:fill');
  const background =
    fill === undefined || fill === 'none'
      ? property('fo:background-color')
      : fill === 'solid'
        ? property('draw:fill-color')
        : 'unknown';
  return {
    ...around,
    ...(background !== undefined && background !== 'transparent' && { background }),
    ...(isAway(box.attributes, styles) && { isHidden: true }),
  };
}

function isAway(attributes: XmlNode['attributes'], styles: Styles): boolean {
  // A frame without an anchor type, as on slides, counts as anchored to the page.
  const isOnPage = (attributes['text:anchor-type'] ?? 'page') === 'page';
  const { width, height } = pageSize(styles);
  return [
    { from: attributes['svg:x'], length: attributes['svg:width'], page: width },
    { from: attributes['svg:y'], length: attributes['svg:height'], page: height },
  ].some(({ from, length, page }) => {
    const [start, extent] = [pointsIn(from), pointsIn(length)];
    if (isTooSmall(extent)) return true;
    return (
      Number.isFinite(start) &&
      isOffPage({ from: start, length: Number.isNaN(extent) ? page : extent }, page, [0, isOnPage ? 0 : page])
    );
  });
}

/** Returns the largest page size of the document, in points. */
function pageSize(styles: Styles): { readonly width: number; readonly height: number } {
  const layouts = [...styles.values()].flatMap((style) =>
    style.name === 'style:page-layout' ? [childOf(style, 'style:page-layout-properties')?.attributes] : [],
  );
  const largest = (name: string, usual: number) => {
    const found = layouts.map((one) => pointsIn(one?.[name])).filter(Number.isFinite);
    return found.length > 0 ? Math.max(...found) : usual;
  };
  return { width: largest('fo:page-width', 612), height: largest('fo:page-height', 842) };
}
