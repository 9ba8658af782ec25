import type { FormatContent, FormatRequest } from '../../../format.ts';
import { createParts, type PartsWriter } from '../../../parts.ts';
import { openOfficePackage } from '../package.ts';
import { packageNotes } from '../package-notes.ts';
import { type BlockOutput, blocksInLine, createBlockReader } from './blocks.ts';
import { createStories, storyNotes } from './stories.ts';

/** Pages hold fewer characters than this: a file that says otherwise was not laid out since it was written. */
const mostOfPage = 8_000;

/** @throws UnreadableError */
export function readWordDocument({ bytes, range, limits }: FormatRequest): FormatContent {
  const file = openOfficePackage(bytes, limits);
  const stories = createStories(file, limits);
  const parts = createParts({ range, limits });
  const pages = createPages(parts);
  for (const line of stories.margins((node, story) => blocksInLine(node, story))) parts.line(line);
  const story = stories.of(file.main, (node, of) => blocksInLine(node, of));
  const blocks = createBlockReader(story, pages);
  file.read(file.main, {
    ...blocks,
    whole(node) {
      if (node.name === 'w:background') story.background = node.attributes['w:color'];
      else blocks.whole(node);
    },
  });
  const properties = file.properties();
  const unit = pages.areKnown(Number(properties.pages)) ? 'page' : 'part';
  const { notes = [], ...content } = parts.finish(unit);
  return {
    kind: 'Word document',
    ...content,
    inside: file.inside,
    properties,
    notes: [
      ...notes,
      ...storyNotes(story.tally, unit === 'part' && content.total === 1 ? 'whole' : unit),
      ...packageNotes(file),
    ],
  };
}

/** @returns where blocks go, and whether the pages that come of it are those that people see */
function createPages(parts: PartsWriter): BlockOutput & { areKnown(said: number): boolean } {
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
    areKnown: (said) => laidOut > 0 || (said === parts.count() && length < said * mostOfPage),
  };
}
