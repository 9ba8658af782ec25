import type { FormatContent, FormatRequest } from '../../../format.ts';
import { createParts } from '../../../parts.ts';
import { createPagedLines } from '../paged-lines.ts';
import { mergedNote } from '../table-row.ts';
import { createRtfReader } from './reader.ts';
import { rtfTokens } from './tokens.ts';

/** Whether bytes begin as RTF does. */
export const isRtf = (bytes: Uint8Array): boolean =>
  new TextDecoder('latin1').decode(bytes.subarray(0, 5)) === '{\\rtf';

/** @throws UnreadableError */
export function readRtf({ bytes, range, limits }: FormatRequest): FormatContent {
  const parts = createParts({ range, limits });
  const pages = createPagedLines(parts);
  const reader = createRtfReader({ line: pages.line, page: () => pages.breakPage('set') }, limits);
  for (const token of rtfTokens(bytes)) if (!reader.take(token)) break;
  const { properties, tally, isComplete, margins } = reader.finish();
  for (const line of margins) parts.first(line);
  const { notes, ...content } = pages.finish(properties);
  const changed = tally.insertions + tally.deletions > 0;
  return {
    kind: 'RTF text',
    ...content,
    properties,
    notes: [
      ...notes,
      ...(isComplete ? [] : ['The file ends in the middle: what should follow is missing.']),
      ...(changed
        ? [
            `Tracked changes that nobody accepted or rejected stand as [+…+] and [-…-], of ${tally.authors.size} authors.`,
          ]
        : []),
      ...(tally.comments > 0 ? [`It has ${tally.comments} comments, as [comment by NAME: …].`] : []),
      ...(tally.hidden > 0 ? ['Some of its text is not seen on the page: it stands as [hidden: …].'] : []),
      ...(tally.pictures > 0 ? [`${tally.pictures} pictures stand in it, which are not in the text.`] : []),
      ...(tally.merged > 0 ? [mergedNote] : []),
    ],
  };
}
