import { isOffPage, isTooSmall, isTransparent } from '../../../visibility.ts';
import type { XmlNode } from '../../../xml.ts';
import { childOf, childrenOf, innerText } from '../../../xml-tree.ts';
import { pointsIn } from '../lengths.ts';
import { fillIn, type Theme } from '../theme.ts';

/** A text box that is anchored to a paragraph. */
export interface TextBox {
  /** `w:txbxContent` */
  readonly content: XmlNode;
  readonly isHidden: boolean;
  /** Fill colour. Undefined if the box is transparent. */
  readonly background: string | undefined;
}

/** Largest page size and margins of a document, in points. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly top: number;
}

/** Data needed to decide whether boxes and frames are visible. */
export interface BoxGround {
  readonly theme: Theme;
  page(): PageSize;
}

const twips = (value: string | undefined) => Number(value ?? Number.NaN) / 20;
const emus = (value: string | undefined) => Number(value ?? Number.NaN) / 12_700;

/** Returns the largest page size. @param sections all `w:sectPr` of the document */
export function pageSizeOf(sections: readonly XmlNode[]): PageSize {
  const largest = (child: string, name: string, usual: number) => {
    const found = sections.map((one) => Math.abs(twips(childOf(one, child)?.attributes[name])));
    return Math.max(...found.filter(Number.isFinite), found.some(Number.isFinite) ? 0 : usual);
  };
  return {
    width: largest('w:pgSz', 'w:w', 612),
    height: largest('w:pgSz', 'w:h', 842),
    left: largest('w:pgMar', 'w:left', 72),
    top: largest('w:pgMar', 'w:top', 72),
  };
}

/** Position of a box along one axis. A value is NaN if the file does not set it. */
interface Placed {
  readonly offset: number;
  readonly length: number;
  /** Origin of the offset: `page`, `margin`, or another element of the text. */
  readonly from: string | undefined;
}

function isOff({ offset, length, from }: Placed, page: number, margin: number): boolean {
  if (Number.isNaN(offset)) return false;
  const origins = /^(?:page|(?:left|top)-?margin)/i.test(from ?? '')
    ? ([0, 0] as const)
    : from === 'margin'
      ? ([margin, margin] as const)
      : ([0, page] as const);
  return isOffPage({ from: offset, length: Number.isNaN(length) ? page : length }, page, origins);
}

/**
 * Assumed lower limit of the page size, in points. A box that starts within it counts as being on the page, so that the
 * whole file need not be read again to find the actual page size.
 */
const smallestPage = 300;

const isSurelyOn = ({ offset }: Placed) => Number.isNaN(offset) || (offset >= 0 && offset < smallestPage);

/** Checks whether a box is invisible because of its position or size. */
function isAway(across: Placed, down: Placed, { page }: BoxGround): boolean {
  if (isTooSmall(across.length) || isTooSmall(down.length)) return true;
  if (isSurelyOn(across) && isSurelyOn(down)) return false;
  const { width, height, left, top } = page();
  return isOff(across, width, left) || isOff(down, height, top);
}

/** Checks whether a text frame is invisible. @param frame `w:framePr` */
export function isFrameHidden(frame: XmlNode | undefined, ground: BoxGround): boolean {
  if (frame === undefined) return false;
  const { attributes } = frame;
  const isExact = attributes['w:hRule'] === 'exact';
  return isAway(
    { offset: twips(attributes['w:x']), length: twips(attributes['w:w']), from: attributes['w:hAnchor'] },
    {
      offset: twips(attributes['w:y']),
      length: isExact ? twips(attributes['w:h']) : Number.NaN,
      from: attributes['w:vAnchor'],
    },
    ground,
  );
}

/** Finds the text boxes in a drawing, with their visibility and background. */
export function* textBoxes(
  node: XmlNode,
  ground: BoxGround,
  around: Omit<TextBox, 'content'> = { isHidden: false, background: undefined },
): Generator<TextBox> {
  for (const child of childrenOf(node)) {
    if (child.name === 'w:txbxContent') yield { ...around, content: child };
    else {
      const isShape = child.name.startsWith('v:') && child.attributes.style !== undefined;
      const own = isShape
        ? vmlLook(child, ground, node.name === 'v:group')
        : (looks[child.name]?.(child, ground) ?? {});
      yield* textBoxes(child, ground, {
        isHidden: around.isHidden || own.isHidden === true,
        background: own.background ?? around.background,
      });
    }
  }
}

type OwnLook = Partial<Omit<TextBox, 'content'>>;

const isYes = (value: string | undefined) => /^(?:1|true|t|on)$/.test(value ?? '');

const looks: Readonly<Record<string, (node: XmlNode, ground: BoxGround) => OwnLook>> = {
  'wp:anchor'(node, ground) {
    const extent = childOf(node, 'wp:extent')?.attributes;
    const place = (name: string, length: string | undefined): Placed => {
      const position = childOf(node, name);
      const offset = childOf(position, 'wp:posOffset');
      return {
        offset: offset === undefined ? Number.NaN : emus(innerText(offset)),
        length: emus(length),
        from: position?.attributes.relativeFrom,
      };
    };
    const isHidden =
      isYes(node.attributes.hidden) ||
      isYes(childOf(node, 'wp:docPr')?.attributes.hidden) ||
      isAway(place('wp:positionH', extent?.cx), place('wp:positionV', extent?.cy), ground);
    return { isHidden };
  },
  'wps:wsp'(node, { theme }) {
    const properties = childOf(node, 'wps:spPr');
    const fill = fillIn(properties, theme);
    const isStyled = childOf(node, 'wps:style') !== undefined;
    return {
      isHidden: isYes(childOf(node, 'wps:cNvPr')?.attributes.hidden),
      background: fill === 'transparent' ? undefined : (fill ?? (isStyled ? 'unknown' : undefined)),
    };
  },
};

/** Returns the appearance of a VML shape. @param isInGroup whether lengths are in units of the group */
function vmlLook({ attributes, children }: XmlNode, ground: BoxGround, isInGroup: boolean): OwnLook {
  const style = new Map(
    (attributes.style ?? '')
      .toLowerCase()
      .split(';')
      .map((part): [string, string] => {
        const at = part.indexOf(':');
        return [part.slice(0, at).trim(), part.slice(at + 1).trim()];
      }),
  );
  const points = (name: string) => pointsIn(style.get(name));
  const placed = (margin: string, side: string, length: string, from: string): Placed => ({
    offset: Number.isNaN(points(margin)) ? points(side) : points(margin),
    length: points(length),
    from: style.get(from),
  });
  const isHidden =
    style.get('visibility') === 'hidden' ||
    style.get('display') === 'none' ||
    (!isInGroup &&
      isAway(
        placed('margin-left', 'left', 'width', 'mso-position-horizontal-relative'),
        placed('margin-top', 'top', 'height', 'mso-position-vertical-relative'),
        ground,
      ));
  return { isHidden, background: vmlFill(attributes, children) };
}

/** Returns the fill of a VML shape. Default: white */
function vmlFill(attributes: XmlNode['attributes'], children: XmlNode['children']): string | undefined {
  const fill = children.find((child) => typeof child !== 'string' && child.name === 'v:fill');
  const { type = 'solid', opacity = '1', on } = typeof fill === 'object' ? fill.attributes : {};
  const isOff = /^(?:f|false|0)/.test(on ?? attributes.filled ?? 't');
  const share = opacity.endsWith('f') ? Number(opacity.slice(0, -1)) / 65_536 : Number(opacity);
  if (isOff || isTransparent(share)) return undefined;
  return type === 'solid' ? (attributes.fillcolor ?? 'white').split(' ', 1)[0] : 'unknown';
}
