import { isTooSmall, isUnseen } from '../../../visibility.ts';
import type { XmlNode } from '../../../xml.ts';
import { childOf, childrenOf } from '../../../xml-tree.ts';
import type { Theme } from '../theme.ts';

/** What of the look of letters and cells decides whether they are seen. */
export interface CellLook {
  readonly color?: string | undefined;
  readonly points?: number | undefined;
  /** Undefined if no fill is set; a word that is no colour if it is not known. */
  readonly behind?: string | undefined;
  /** The format shows nothing of any value. */
  readonly showsNothing?: boolean | undefined;
}

/** How the styles of a workbook make its cells look. */
export interface SheetLooks {
  /** @param own what letters in the cell, or a condition, set beside the style @param style its place among those of cells */
  isUnseen(style: number, own?: CellLook): boolean;
  letters(properties: XmlNode | undefined): CellLook;
  /** What conditions set, by the place of their format. */
  readonly conditional: readonly CellLook[];
  /** Whether any of these formats hides what a cell of some style holds. */
  readonly someHides: boolean;
}

/** Colors of themes in the order in which sheets number them (ECMA-376 18.8.3). */
const themeOrder = [
  ...['lt1', 'dk1', 'lt2', 'dk2', 'accent1', 'accent2', 'accent3', 'accent4', 'accent5', 'accent6'],
  ...['hlink', 'folHlink'],
];

/** @param styles `s:styleSheet`, if the file has it */
export function readCellLooks(styles: XmlNode | undefined, theme: Theme): SheetLooks {
  const palette = childrenOf(childOf(styles, 's:colors', 's:indexedColors'), 's:rgbColor').map(
    ({ attributes }) => attributes.rgb?.slice(-6),
  );
  const colorOf = (color: XmlNode | undefined): string | undefined => {
    const { rgb, theme: place, tint = '0', indexed } = color?.attributes ?? {};
    if (rgb !== undefined) return rgb.slice(-6);
    const shift = Math.min(1, Math.max(-1, Number(tint) || 0));
    if (place !== undefined)
      return theme.color(themeOrder[Number(place)], 1 - Math.abs(shift), Math.max(0, shift));
    if (indexed === undefined) return undefined;
    return palette[Number(indexed)] ?? { 0: '000000', 1: 'ffffff', 8: '000000', 9: 'ffffff' }[indexed];
  };
  const letters = (font: XmlNode | undefined): CellLook => {
    const size = childOf(font, 's:sz')?.attributes.val;
    return {
      color: colorOf(childOf(font, 's:color')),
      points: size === undefined ? undefined : Number(size),
    };
  };
  const behindOf = (fill: XmlNode | undefined, isConditional: boolean): string | undefined => {
    const pattern = childOf(fill, 's:patternFill');
    if (fill !== undefined && pattern === undefined) return 'unknown';
    const kind = pattern?.attributes.patternType ?? (isConditional ? 'solid' : 'none');
    if (pattern === undefined || kind === 'none') return undefined;
    const color = childOf(pattern, isConditional ? 's:bgColor' : 's:fgColor');
    return (kind === 'solid' && colorOf(color)) || 'unknown';
  };
  const fonts = childrenOf(childOf(styles, 's:fonts'), 's:font').map(letters);
  const fills = childrenOf(childOf(styles, 's:fills'), 's:fill').map((fill) => behindOf(fill, false));
  const cells = childrenOf(childOf(styles, 's:cellXfs'), 's:xf').map(
    ({ attributes }): CellLook => ({
      ...fonts[Number(attributes.fontId ?? 0)],
      behind: fills[Number(attributes.fillId ?? 0)],
    }),
  );
  const conditional = childrenOf(childOf(styles, 's:dxfs'), 's:dxf').map(
    (format): CellLook => ({
      ...letters(childOf(format, 's:font')),
      behind: behindOf(childOf(format, 's:fill'), true),
      showsNothing: /^;+$/.test(childOf(format, 's:numFmt')?.attributes.formatCode ?? '') || undefined,
    }),
  );
  const isHidden = (look: CellLook, own: CellLook) => {
    const { points = 11, color, behind, showsNothing } = mergedLook(own, look);
    return showsNothing === true || isTooSmall(points) || isUnseen(color, behind);
  };
  return {
    isUnseen: (style, own = {}) => isHidden(cells[style] ?? {}, own),
    letters,
    conditional,
    someHides: conditional.some((own) =>
      [{}, ...cells].some((look) => isHidden(look, own) && !isHidden(look, {})),
    ),
  };
}

/** What the first look sets, and of all else what the second one does. */
export const mergedLook = (first: CellLook, second: CellLook): CellLook => ({
  color: first.color ?? second.color,
  points: first.points ?? second.points,
  behind: first.behind ?? second.behind,
  showsNothing: first.showsNothing ?? second.showsNothing,
});
