import type { FormatContent } from '../../format.ts';
import type { PartsWriter } from '../../parts.ts';
import type { PageBreak } from './word/segments.ts';

/** Lines of a text and where pages begin in it. */
export interface PagedLines {
  line(text: string): void;
  breakPage(kind: PageBreak): void;
  /** By pages, where they are those that people see. @param properties how many there are, as the file says */
  finish(properties: FormatContent['properties']): ReturnType<PartsWriter['finish']>;
}

/** Pages hold fewer characters than this: a file that says otherwise was not laid out since it was written. */
const mostOfPage = 8_000;

export function createPagedLines(parts: PartsWriter): PagedLines {
  let [laidOut, length] = [0, 0];
  /** Nothing stands on the page yet that somebody began: where it is laid out, the break is marked once more. */
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
      const said = Number(properties?.pages);
      const areKnown = laidOut > 0 || (said === parts.count() && length < said * mostOfPage);
      return parts.finish(areKnown ? 'page' : 'part');
    },
  };
}
