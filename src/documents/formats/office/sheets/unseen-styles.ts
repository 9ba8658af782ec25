import { isTooSmall, isUnseen } from '../../../visibility.ts';
import type { XmlNode } from '../../../xml.ts';
import { childOf, childrenOf } from '../../../xml-tree.ts';

/** Returns the places of styles whose letters nobody sees. @param styles `s:styleSheet`, if the file has it */
export function unseenStyles(styles: XmlNode | undefined): ReadonlySet<number> {
  const fonts = childrenOf(childOf(styles, 's:fonts'), 's:font').map((font) => ({
    color: colorOf(childOf(font, 's:color')),
    points: Number(childOf(font, 's:sz')?.attributes.val ?? 11),
  }));
  const fills = childrenOf(childOf(styles, 's:fills'), 's:fill').map((fill) =>
    behindOf(childOf(fill, 's:patternFill')),
  );
  const used = childrenOf(childOf(styles, 's:cellXfs'), 's:xf');
  return new Set(
    used.flatMap(({ attributes }, place) => {
      const font = fonts[Number(attributes.fontId ?? 0)];
      const behind = fills[Number(attributes.fillId ?? 0)];
      if (font === undefined) return [];
      return isTooSmall(font.points) || isUnseen(font.color, behind) ? [place] : [];
    }),
  );
}

/** Returns undefined if no fill is set, and a word that is no colour if it is not known. */
function behindOf(pattern: XmlNode | undefined): string | undefined {
  const kind = pattern?.attributes.patternType ?? 'none';
  if (kind === 'none') return undefined;
  return (kind === 'solid' && colorOf(childOf(pattern, 's:fgColor'))) || 'unknown';
}

/** Of a theme only the colours of page and letters are known, and those without a tint. */
function colorOf(color: XmlNode | undefined): string | undefined {
  const { rgb, theme, tint, indexed } = color?.attributes ?? {};
  if (rgb !== undefined) return rgb.length === 8 ? rgb.slice(2) : rgb;
  if (theme === '0' && Number(tint ?? 0) === 0) return 'ffffff';
  if (theme === '1' && Number(tint ?? 0) === 0) return '000000';
  return indexed === '1' || indexed === '9' ? 'ffffff' : undefined;
}
