import { isTooSmall, isUnseen } from '../../../visibility.ts';
import type { XmlNode } from '../../../xml.ts';
import { childOf, childrenOf } from '../../../xml-tree.ts';
import type { Theme } from '../theme.ts';

/** Appearance of text and cells, as far as it decides whether the text is visible. */
export interface CellLook {
  readonly color?: string | undefined;
  readonly points?: number | undefined;
  /** Background. Undefined if there is no fill, `unknown` if its colour is not known. */
  readonly behind?: string | undefined;
  /** Whether the number format shows nothing for any value. */
  readonly showsNothing?: boolean | undefined;
}

/** Appearance of cells by the styles of a workbook. */
export interface SheetLooks {
  /**
   * Checks whether text is invisible. @param own settings of the text or of conditions, which override the
   * style @param style index of the cell style
   */
  isUnseen(style: number, own?: CellLook): boolean;
  letters(properties: XmlNode | undefined): CellLook;
  /** Appearances set by conditional formats, by index. */
  readonly conditional: readonly CellLook[];
  /** Whether a conditional format can hide the content of a cell with any style. */
  readonly someHides: boolean;
}

/** Theme colours in the order of their indexes in sheets (ECMA-376 18.8.3). */
const themeOrder = [
  ...['lt1', 'dk1', 'lt2', 'dk2', 'accent1', 'accent2', 'accent3', 'accent4', 'accent5', 'accent6'],
  ...['hlink', 'folHlink'],
];

/** Reads the styles. @param styles `s:styleSheet`, if the file has it */
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

/** Merges two appearances. The first one has priority. */
export const mergedLook = (first: CellLook, second: CellLook): CellLook => ({
  color: first.color ?? second.color,
  points: first.points ?? second.points,
  behind: first.behind ?? second.behind,
  showsNothing: first.showsNothing ?? second.showsNothing,
});
