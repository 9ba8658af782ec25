import { inMark } from '../../../../contract/features/documents/document-marks.ts';
import type { FormatContent, FormatRequest } from '../../../format.ts';
import { createParts } from '../../../parts.ts';
import type { XmlNode } from '../../../xml.ts';
import { childOf, childrenOf } from '../../../xml-tree.ts';
import { linesIn } from './blocks.ts';
import { boxLook } from './looks.ts';
import { openDocumentNotes, openOpenDocument, stylesOf } from './package.ts';
import { createOpenTextFlow } from './text.ts';

/** On a slide, the background of text is unknown unless the frame has a fill. */
const onSlide = { background: 'unknown' };

/** Reads a presentation. @throws UnreadableError if it is damaged or has a password */
export function readOpenSlides({ bytes, range, limits }: FormatRequest): FormatContent {
  const file = openOpenDocument(bytes, limits);
  const content = file.parse('content.xml');
  const styles = stylesOf(file.parse('styles.xml'), content);
  const textFlow = createOpenTextFlow(styles, limits);
  const parts = createParts({ range, limits });
  const slides = childrenOf(childOf(content, 'office:body', 'office:presentation'), 'draw:page');
  for (const [index, slide] of slides.slice(0, limits.pages).entries()) {
    const frames = childrenOf(slide).filter(({ name }) => name !== 'presentation:notes');
    const isTitle = ({ attributes }: XmlNode) => attributes['presentation:class'] === 'title';
    const linesOf = (of: readonly XmlNode[]) =>
      of.flatMap((frame) => linesIn(frame, textFlow, boxLook(frame, styles, onSlide)));
    const title = linesOf(frames.filter(isTitle)).join(' ').trim();
    if (index === 0) parts.name(title === '' ? undefined : title);
    else parts.next(title === '' ? undefined : title);
    const style = styles.get(slide.attributes['draw:style-name'] ?? '');
    if (childOf(style, 'style:drawing-page-properties')?.attributes['presentation:visibility'] === 'hidden')
      parts.line(inMark('hidden', 'the whole slide'));
    if (title !== '') parts.line(`# ${title}`);
    for (const line of linesOf(frames.filter((frame) => !isTitle(frame)))) parts.line(line);
    const notes = linesOf(childrenOf(childOf(slide, 'presentation:notes')))
      .join(' ')
      .trim();
    if (notes !== '') parts.line(inMark('notes', notes));
  }
  const { notes, ...rest } = parts.finish('slide');
  return {
    kind: 'presentation',
    ...rest,
    inside: file.inside,
    properties: file.properties(),
    notes: [...notes, ...openDocumentNotes(file)],
  };
}
