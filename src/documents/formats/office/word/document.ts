import type { FormatContent, FormatRequest } from '../../../format.ts';
import { createParts } from '../../../parts.ts';
import { childOf } from '../../../xml-tree.ts';
import { openOfficePackage } from '../package.ts';
import { packageNotes } from '../package-notes.ts';
import { createPagedLines } from '../paged-lines.ts';
import { blocksInLine, createBlockReader } from './blocks.ts';
import { createStories, textNotes } from './stories.ts';
import { isOn, pageColor } from './styles.ts';

/** Reads a Word document. @throws UnreadableError if it is damaged */
export function readWordDocument({ bytes, range, limits }: FormatRequest): FormatContent {
  const file = openOfficePackage(bytes, limits);
  const stories = createStories(file, limits);
  const parts = createParts({ range, limits });
  const pages = createPagedLines(parts);
  for (const line of stories.margins((node, story) => blocksInLine(node, story))) parts.line(line);
  const story = stories.of(file.main, (node, of) => blocksInLine(node, of));
  const blocks = createBlockReader(story, pages);
  // Use the page colour only if Word displays it. Word saves it in either case.
  const hasPageColor =
    isOn(childOf(file.parse(file.related(file.main, 'settings')), 'w:displayBackgroundShape')) === true;
  file.read(file.main, {
    ...blocks,
    whole(node) {
      if (node.name !== 'w:background') blocks.whole(node);
      else if (hasPageColor) story.background = pageColor(node, story.styles.theme);
    },
  });
  const properties = file.properties();
  const { notes, ...content } = pages.finish(properties);
  return {
    kind: 'Word document',
    ...content,
    inside: file.inside,
    properties: { ...properties, ...story.counters.tracked.properties() },
    notes: [...notes, ...textNotes(story.counters, content), ...packageNotes(file)],
  };
}
