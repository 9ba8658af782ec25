import type { FormatContent } from '../../format.ts';
import type { PartsWriter } from '../../parts.ts';
import type { PageBreak } from './word/segments.ts';

/** Lines of a text, with its page breaks. */
export interface PagedLines {
  line(text: string): void;
  breakPage(kind: PageBreak): void;
  /**
   * Ends the text. Its parts are pages only if their breaks are reliable. @param properties page count of the
   * file
   */
  finish(properties: FormatContent['properties']): ReturnType<PartsWriter['finish']>;
}

/**
 * Maximum number of characters per page, on average. If there are more, the page count is older than the
 * text.
 */
const maxPageLength = 8_000;

export function createPagedLines(parts: PartsWriter): PagedLines {
  let [laidOut, length] = [0, 0];
  /**
   * Whether the page is still empty after a manual break. A layout break at the same place is then ignored.
   */
  let isFresh = true;
  return {
    line(text) {
      if (text.trim() !== '') isFresh = false;
      length += text.length;
      parts.line(text);
    },
    breakPage(kind) {
      if (kind === 'laid out') laidOut += 1;
      if (isFresh && kind !== 'set') return;
      parts.next();
      isFresh = kind !== 'laid out';
    },
    finish(properties) {
      const stated = Number(properties?.pages);
      const areKnown = laidOut > 0 || (stated === parts.count() && length < stated * maxPageLength);
      return parts.finish(areKnown ? 'page' : 'part');
    },
  };
}
