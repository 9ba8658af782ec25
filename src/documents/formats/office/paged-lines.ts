import type { FormatContent } from '../../format.ts';
import type { PartsWriter } from '../../parts.ts';
import type { PageBreak } from './word/segments.ts';

export interface PagedLines {
  line(text: string): void;
  breakPage(kind: PageBreak): void;
  /**
   * Ends the document. Parts are called pages only if the page breaks are reliable.
   * @param properties contain the saved page count, which is compared with the number of parts
   */
  finish(properties: FormatContent['properties']): ReturnType<PartsWriter['finish']>;
}

/** Maximum average number of characters per page. If exceeded, the saved page count counts as outdated. */
const maxPageLength = 8_000;

export function createPagedLines(parts: PartsWriter): PagedLines {
  let [laidOut, length] = [0, 0];
  /**
   * Whether the page is empty and does not begin with an automatic break. In this state, only a manual break starts
   * another page.
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
