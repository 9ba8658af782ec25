import { worded } from '../../../../contract/worded.ts';
import type { FormatContent, FormatRequest } from '../../../format.ts';
import { fileMessages, officeMessages } from '../../../notes/messages.ts';
import { createParts } from '../../../parts.ts';
import { createPagedLines } from '../paged-lines.ts';
import { createRtfReader } from './reader.ts';
import { rtfTokens } from './tokens.ts';

export const isRtf = (bytes: Uint8Array): boolean =>
  new TextDecoder('latin1').decode(bytes.subarray(0, 5)) === '{\\rtf';

/** Reads an RTF document. @throws UnreadableError if it is nested too deeply */
export function readRtf({ bytes, range, limits }: FormatRequest): FormatContent {
  const parts = createParts({ range, limits });
  const pages = createPagedLines(parts);
  const reader = createRtfReader({ line: pages.line, page: () => pages.breakPage('set') }, limits);
  for (const token of rtfTokens(bytes)) if (!reader.take(token)) break;
  const { properties: found, counters, isComplete, margins } = reader.finish();
  const properties = { ...found, ...counters.tracked.properties() };
  for (const line of margins) parts.first(line);
  const { notes, ...content } = pages.finish(properties);
  return {
    kind: 'RTF text',
    ...content,
    properties,
    notes: [
      ...notes,
      ...(isComplete ? [] : [fileMessages.endsEarly]),
      ...counters.tracked.notes(),
      ...(counters.comments > 0 ? [worded(fileMessages.comments, { comments: counters.comments })] : []),
      ...(counters.hidden > 0 ? [fileMessages.hiddenOnPage] : []),
      ...(counters.pictures > 0 ? [worded(officeMessages.pictures, { pictures: counters.pictures })] : []),
      ...(counters.merged > 0 ? [officeMessages.merged] : []),
    ],
  };
}
