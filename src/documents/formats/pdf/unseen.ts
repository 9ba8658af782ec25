import { isSameColor, isTooSmall, white } from '../../visibility.ts';
import type { PageBox, PageDrawing } from './drawing.ts';
import type { PageGlyph } from './glyphs.ts';

/** Checks whether a glyph is invisible because of its style or because of objects drawn before or after it. */
export function isHidden(glyph: PageGlyph, { covers, orders, clips }: PageDrawing, box: PageBox): boolean {
  const { style } = glyph;
  if (style.isInvisible || isTooSmall(style.size) || !isIn(glyph, box)) return true;
  const clip = clips.get(style.object);
  if (clip !== undefined && !isIn(glyph, clip)) return true;
  const own = orders.get(style.object) ?? Number.POSITIVE_INFINITY;
  let under: (typeof covers)[number]['color'] = white;
  for (const cover of covers) {
    if (!isIn(glyph, cover, 0)) continue;
    if (cover.order > own) return true;
    under = cover.color;
  }
  return under !== undefined && isSameColor(style.color, under);
}

/** Checks whether the centre of a glyph is in a box. @param more tolerance outside the box, in points */
const isIn = ({ x, y }: PageGlyph, { left, right, bottom, top }: PageBox, more = 1): boolean =>
  x >= left - more && x <= right + more && y >= bottom - more && y <= top + more;
