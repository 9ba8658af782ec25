import { inMark } from '../../../../contract/features/documents/document-marks.ts';
import type { FormatContent, FormatRequest, ReadingLimits } from '../../../format.ts';
import { createParts } from '../../../parts.ts';
import type { XmlNode } from '../../../xml.ts';
import { childOf, childrenOf } from '../../../xml-tree.ts';
import { createPagedLines } from '../paged-lines.ts';
import { textNotes } from '../word/stories.ts';
import { newContentCounters } from '../word/story.ts';
import { createOpenBlocks, linesIn } from './blocks.ts';
import { type OpenDocument, openDocumentNotes, openOpenDocument, stylesOf } from './package.ts';
import type { OpenTextFlow } from './paragraph.ts';

/** Reads a text document. @throws UnreadableError if it is damaged or has a password */
export function readOpenText({ bytes, range, limits }: FormatRequest): FormatContent {
  const file = openOpenDocument(bytes, limits);
  const common = file.parse('styles.xml');
  const textFlow = createOpenTextFlow(automaticStyles(file, common), limits);
  const parts = createParts({ range, limits });
  const pages = createPagedLines(parts);
  const margins = childrenOf(childOf(common, 'office:master-styles'), 'style:master-page').flatMap((page) => [
    ...childrenOf(page, 'style:header').map((node) => ['header', textFlow.inLine(node)] as const),
    ...childrenOf(page, 'style:footer').map((node) => ['footer', textFlow.inLine(node)] as const),
  ]);
  // Omit headers and footers without words or numbers, such as those with only a page-number field.
  const filled = margins
    .filter(([, text]) => /[\p{L}\p{N}]/u.test(text))
    .map(([kind, text]) => inMark(kind, text));
  for (const line of new Set(filled)) parts.line(line);
  file.read('content.xml', createOpenBlocks(textFlow, pages));
  const properties = file.properties();
  const { notes, ...content } = pages.finish(properties);
  return {
    kind: 'OpenDocument text',
    ...content,
    inside: file.inside,
    properties: { ...properties, ...textFlow.counters.tracked.properties() },
    notes: [...notes, ...textNotes(textFlow.counters, content), ...openDocumentNotes(file)],
  };
}

/** Reads the automatic styles in a separate pass, because the body cannot be read without them. */
function automaticStyles(file: OpenDocument, common: XmlNode | undefined): ReadonlyMap<string, XmlNode> {
  const own: XmlNode[] = [];
  file.read('content.xml', {
    isWhole: (name) => name === 'office:automatic-styles' || name === 'office:body',
    whole: (node) => void (node.name === 'office:automatic-styles' && own.push(node)),
  });
  return stylesOf(common, { name: '', attributes: {}, children: own });
}

export function createOpenTextFlow(
  styles: ReadonlyMap<string, XmlNode>,
  { characters }: Pick<ReadingLimits, 'characters'>,
): OpenTextFlow {
  let left = characters;
  const textFlow: OpenTextFlow = {
    styles,
    counters: newContentCounters(),
    changes: new Map(),
    insertions: new Map(),
    take(text) {
      const taken = text.slice(0, Math.max(0, left));
      left -= text.length;
      return taken;
    },
    inLine: (node) =>
      linesIn(node, textFlow)
        .map((line) => line.trim())
        .join(' '),
  };
  return textFlow;
}
