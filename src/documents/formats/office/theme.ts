import { adjusted, hexOf, type Rgb, readColor } from '../../visibility.ts';
import type { XmlNode } from '../../xml.ts';
import { childOf, childrenOf } from '../../xml-tree.ts';

/** Colours of an OOXML theme (ECMA-376 20.1.6.2). */
export interface Theme {
  /**
   * Returns a colour as hexadecimal digits; undefined if the theme does not define it.
   * @param name as used in Word (`background1`), in drawings (`bg1`) or in the theme (`lt1`).
   * @param scale factor for the lightness, from 0 to 1.
   * @param shift added to the lightness after scaling
   */
  color(name: string | undefined, scale?: number, shift?: number): string | undefined;
}

/** Theme colours by their names in Word and in drawings. */
const aliases: Readonly<Record<string, string>> = {
  ...{ background1: 'lt1', light1: 'lt1', bg1: 'lt1', text1: 'dk1', dark1: 'dk1', tx1: 'dk1' },
  ...{ background2: 'lt2', light2: 'lt2', bg2: 'lt2', text2: 'dk2', dark2: 'dk2', tx2: 'dk2' },
  ...{ hyperlink: 'hlink', followedHyperlink: 'folHlink' },
};

/** Reads a theme. @param theme `a:theme`, if the file contains it */
export function readTheme(theme: XmlNode | undefined): Theme {
  const colors = new Map<string, Rgb>([
    ['lt1', [255, 255, 255]],
    ['dk1', [0, 0, 0]],
  ]);
  for (const { name, children } of childrenOf(childOf(theme, 'a:themeElements', 'a:clrScheme'))) {
    const [color] = children.filter((child) => typeof child !== 'string');
    const rgb = readColor(color?.attributes.lastClr ?? color?.attributes.val ?? '');
    if (rgb !== undefined && rgb !== 'transparent') colors.set(name.replace('a:', ''), rgb);
  }
  return {
    color(name = '', scale = 1, shift = 0) {
      const rgb = colors.get(aliases[name] ?? name);
      return rgb && hexOf(adjusted(rgb, scale, shift));
    },
  };
}

const percent = (node: XmlNode | undefined, otherwise: number) =>
  node === undefined ? otherwise : Number(node.attributes.val ?? node.attributes['w14:val']) / 100_000;

/**
 * Returns the fill colour of a drawing: `transparent` for no fill, undefined if no fill is set, `unknown` for
 * pictures, gradients and unknown colours.
 * @param parent element with `a:solidFill` or another fill
 */
export function fillIn(parent: XmlNode | undefined, theme: Theme, prefix = 'a'): string | undefined {
  if (childOf(parent, `${prefix}:noFill`) !== undefined) return 'transparent';
  const solid = childOf(parent, `${prefix}:solidFill`);
  if (solid === undefined)
    return ['gradFill', 'blipFill', 'pattFill', 'grpFill'].some((name) =>
      childOf(parent, `${prefix}:${name}`),
    )
      ? 'unknown'
      : undefined;
  const [color] = childrenOf(solid);
  const value = color?.attributes.val ?? color?.attributes[`${prefix}:val`];
  const alpha = percent(childOf(color, `${prefix}:alpha`), prefix === 'w14' ? 0 : 1);
  // Word stores transparency, drawings store opacity.
  if ((prefix === 'w14' ? 1 - alpha : alpha) < 0.06) return 'transparent';
  if (color?.name === `${prefix}:sysClr`) return color.attributes.lastClr ?? 'unknown';
  if (color?.name !== `${prefix}:schemeClr`) return value ?? 'unknown';
  const [tint, shade] = ['tint', 'shade'].map((name) => percent(childOf(color, `${prefix}:${name}`), 1));
  const scale = percent(childOf(color, `${prefix}:lumMod`), 1) * (tint ?? 1) * (shade ?? 1);
  const shift = percent(childOf(color, `${prefix}:lumOff`), 0) + 1 - (tint ?? 1);
  return theme.color(value, scale, shift) ?? 'unknown';
}
