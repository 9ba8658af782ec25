import { isOffPage, isTooSmall, isTransparent } from '../../../visibility.ts';
import type { XmlNode } from '../../../xml.ts';
import { childOf, childrenOf, innerText } from '../../../xml-tree.ts';
import { pointsIn } from '../lengths.ts';
import { fillIn, type Theme } from '../theme.ts';

/** A box of text that hangs on a paragraph. */
export interface TextBox {
  /** `w:txbxContent` */
  readonly content: XmlNode;
  readonly isHidden: boolean;
  /** The colour that it is filled with; undefined if what is behind it is seen through it. */
  readonly background: string | undefined;
}

/** The largest pages of a document and their margins, in points. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly top: number;
}

/** What boxes and frames are judged by. */
export interface BoxGround {
  readonly theme: Theme;
  page(): PageSize;
}

const twips = (value: string | undefined) => Number(value ?? Number.NaN) / 20;
const emus = (value: string | undefined) => Number(value ?? Number.NaN) / 12_700;

/** @param sections every `w:sectPr` of a document */
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

/** One direction of a place: an offset from something, and a length; each NaN if the file leaves it to the program. */
interface Placed {
  readonly offset: number;
  readonly length: number;
  /** What the offset is counted from: `page`, `margin` or else something in the text. */
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

/** In points: no page is smaller, so that its size, for which the whole file is read again, need not be known. */
const smallestPage = 300;

const isSurelyOn = ({ offset }: Placed) => Number.isNaN(offset) || (offset >= 0 && offset < smallestPage);

/** Checks whether nothing of a box is seen, by its place on the page and its size. */
function isAway(across: Placed, down: Placed, { page }: BoxGround): boolean {
  if (isTooSmall(across.length) || isTooSmall(down.length)) return true;
  if (isSurelyOn(across) && isSurelyOn(down)) return false;
  const { width, height, left, top } = page();
  return isOff(across, width, left) || isOff(down, height, top);
}

/** @param frame `w:framePr` */
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

/** Finds the boxes of text in a drawing, each with whether and on what it is seen. */
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

/** @param isInGroup whether lengths are in units of the group */
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

/** Boxes of VML are white if nothing is said of them. */
function vmlFill(attributes: XmlNode['attributes'], children: XmlNode['children']): string | undefined {
  const fill = children.find((child) => typeof child !== 'string' && child.name === 'v:fill');
  const { type = 'solid', opacity = '1', on } = typeof fill === 'object' ? fill.attributes : {};
  const isOff = /^(?:f|false|0)/.test(on ?? attributes.filled ?? 't');
  const share = opacity.endsWith('f') ? Number(opacity.slice(0, -1)) / 65_536 : Number(opacity);
  if (isOff || isTransparent(share)) return undefined;
  return type === 'solid' ? (attributes.fillcolor ?? 'white').split(' ', 1)[0] : 'unknown';
}
