import { isTooSmall, isUnseen } from '../../../visibility.ts';
import type { XmlNode } from '../../../xml.ts';
import { childOf, childrenOf } from '../../../xml-tree.ts';
import type { Theme } from '../theme.ts';

/** Properties of text and cells that decide whether the text is visible. */
export interface CellLook {
  readonly color?: string | undefined;
  readonly points?: number | undefined;
  readonly isStruck?: boolean | undefined;
  /** Background colour. Undefined if there is no fill; `unknown` if the colour of the fill is unknown. */
  readonly behind?: string | undefined;
  /** Whether the number format hides every value. */
  readonly showsNothing?: boolean | undefined;
}

/** Resolves the appearance of cells from the styles of a workbook. */
export interface SheetLooks {
  /**
   * Checks whether text is invisible.
   * @param style index of the cell style
   * @param own formatting of the text run or from conditional formats, which overrides the style
   */
  isUnseen(style: number, own?: CellLook): boolean;
  /** Checks whether text is struck through. Takes the same parameters as `isUnseen`. */
  isStruck(style: number, own?: CellLook): boolean;
  letters(properties: XmlNode | undefined): CellLook;
  readonly conditional: readonly CellLook[];
  /** Whether any conditional format can hide the content of a cell. */
  readonly someHides: boolean;
}

/** Names of theme colours, in the order of their indexes in sheets (ECMA-376 18.8.3). */
const themeOrder = [
  ...['lt1', 'dk1', 'lt2', 'dk2', 'accent1', 'accent2', 'accent3', 'accent4', 'accent5', 'accent6'],
  ...['hlink', 'folHlink'],
];

/** Standard palette, starting at index 8. Indexes 0 to 7 repeat the first eight colours (ECMA-376 18.8.27). */
const standardPalette =
  '000000 ffffff ff0000 00ff00 0000ff ffff00 ff00ff 00ffff 800000 008000 000080 808000 800080 008080 c0c0c0 808080 9999ff 993366 ffffcc ccffff 660066 ff8080 0066cc ccccff 000080 ff00ff ffff00 00ffff 800080 800000 008080 0000ff 00ccff ccffff ccffcc ffff99 99ccff ff99cc cc99ff ffcc99 3366ff 33cccc 99cc00 ffcc00 ff9900 ff6600 666699 969696 003366 339966 003300 333300 993300 993366 333399 333333 000000 ffffff'.split(
    ' ',
  );

/** Reads the styles. @param styles `s:styleSheet`, if the file contains it */
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
    return (
      palette[Number(indexed)] ?? standardPalette[Number(indexed) < 8 ? Number(indexed) : Number(indexed) - 8]
    );
  };
  const letters = (font: XmlNode | undefined): CellLook => {
    const size = childOf(font, 's:sz')?.attributes.val;
    const strike = childOf(font, 's:strike');
    return {
      isStruck: strike && !/^(?:0|false|off)$/.test(strike.attributes.val ?? ''),
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
    const { points = 11, color = '000000', behind, showsNothing } = mergedLook(own, look);
    return showsNothing === true || isTooSmall(points) || isUnseen(color, behind);
  };
  return {
    isUnseen: (style, own = {}) => isHidden(cells[style] ?? {}, own),
    isStruck: (style, own = {}) => mergedLook(own, cells[style] ?? {}).isStruck === true,
    letters,
    conditional,
    someHides: conditional.some((own) =>
      [{}, ...cells].some((look) => isHidden(look, own) && !isHidden(look, {})),
    ),
  };
}

/** Merges two appearances. The first one has priority. */
export const mergedLook = (first: CellLook, second: CellLook): CellLook => ({
  color: first.color ?? second.color,
  points: first.points ?? second.points,
  isStruck: first.isStruck ?? second.isStruck,
  behind: first.behind ?? second.behind,
  showsNothing: first.showsNothing ?? second.showsNothing,
});
