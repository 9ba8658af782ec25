import { inMark, runsOf } from '../../../../contract/features/documents/document-marks.ts';
import type { Worded } from '../../../../contract/language.ts';
import { worded } from '../../../../contract/worded.ts';
import type { FormatContent, FormatRequest } from '../../../format.ts';
import { fileMessages, officeMessages } from '../../../notes/messages.ts';
import { createParts } from '../../../parts.ts';
import type { XmlNode } from '../../../xml.ts';
import { childOf, childrenOf, descendantsOf, innerText } from '../../../xml-tree.ts';
import { chartsOf } from '../charts.ts';
import { type OfficePackage, openOfficePackage } from '../package.ts';
import { packageNotes } from '../package-notes.ts';
import { type ShapeLines, shapeLines } from './shapes.ts';
import { createSlideLooks, type SlideLooks } from './slide-looks.ts';

/** Reads a presentation, with one part per slide. @throws UnreadableError if it is damaged */
export function readPresentation({ bytes, range, limits }: FormatRequest): FormatContent {
  const file = openOfficePackage(bytes, limits);
  const parts = createParts({ range, limits });
  const presentation = file.parse(file.main);
  const authors = authorsOf(file.parse(file.related(file.main, 'commentAuthors')));
  const looksOf = createSlideLooks(file, childOf(presentation, 'p:sldSz'));
  const writtenMargins = new Set<string>();
  const counts = { hidden: 0, notes: 0, comments: 0, unseen: 0, struck: 0 };
  const slides = childrenOf(childOf(presentation, 'p:sldIdLst'), 'p:sldId').map(
    ({ attributes }) => file.relations(file.main).get(attributes['r:id'] ?? '')?.target ?? '',
  );
  for (const [index, part] of slides.slice(0, limits.pages).entries()) {
    const slide = file.has(part) ? file.parse(part) : undefined;
    const looks = slide && looksOf(part, slide);
    const shapes = shapesOf(slide, true, looks);
    if (index === 0) parts.name(shapes.title);
    else parts.next(shapes.title);
    if (/^(0|false)$/.test(slide?.attributes.show ?? '')) {
      counts.hidden += 1;
      parts.line(inMark('hidden', 'the whole slide'));
    }
    if (shapes.lines.some(hasMark('hidden'))) counts.unseen += 1;
    if (shapes.lines.some(hasMark('struck'))) counts.struck += 1;
    // Write a footer only once, because it is usually repeated on many slides.
    const margins = shapes.margins.filter((line) => !writtenMargins.has(line));
    for (const line of margins) writtenMargins.add(line);
    for (const line of [...shapes.lines, ...diagrams(file, part), ...chartsOf(file, part), ...margins])
      parts.line(line);
    const comments = commentsOf(file, part, authors);
    const notes = notesOf(file, part);
    counts.comments += comments.length;
    if (notes !== '') counts.notes += 1;
    for (const line of notes === '' ? comments : [...comments, inMark('notes', notes)]) parts.line(line);
  }
  const { notes, ...content } = parts.finish('slide');
  return {
    kind: 'presentation',
    ...content,
    inside: file.inside,
    properties: file.properties(),
    notes: [...notes, ...notesAbout(counts), ...packageNotes(file)],
  };
}

const shapesOf = (slide: XmlNode | undefined, areLists = true, looks?: SlideLooks): ShapeLines =>
  shapeLines(childOf(slide, 'p:cSld', 'p:spTree'), areLists, looks);

function notesOf(file: OfficePackage, part: string): string {
  const notes = file.parse(file.related(part, 'notesSlide'));
  return shapesOf(notes, false).body.join(' ').trim();
}

const authorsOf = (authors: XmlNode | undefined): ReadonlyMap<string, string> =>
  new Map(
    childrenOf(authors, 'p:cmAuthor').map(({ attributes }) => [attributes.id ?? '', attributes.name ?? '']),
  );

function commentsOf(file: OfficePackage, part: string, authors: ReadonlyMap<string, string>): string[] {
  return childrenOf(file.parse(file.related(part, 'comments')), 'p:cm').map((comment) => {
    const author = authors.get(comment.attributes.authorId ?? '')?.trim() || '?';
    return inMark(`comment by ${author}`, innerText(childOf(comment, 'p:text')).trim());
  });
}

/** Returns the texts of diagrams (SmartArt). */
function diagrams(file: OfficePackage, part: string): string[] {
  return [...file.relations(part).values()].flatMap(({ type, target, isExternal }) => {
    const data = type === 'diagramData' && !isExternal ? file.parse(target) : undefined;
    if (data === undefined) return [];
    return [...descendantsOf(data, 'a:p')]
      .map((paragraph) => [...descendantsOf(paragraph, 'a:t')].map(innerText).join('').trim())
      .filter((text) => text !== '')
      .map((text) => `- ${text}`);
  });
}

const hasMark = (mark: string) => (line: string) =>
  runsOf(line).some(({ marks }) => marks.some(({ label }) => label === mark));

function notesAbout({
  hidden,
  notes,
  comments,
  unseen,
  struck,
}: Record<'hidden' | 'notes' | 'comments' | 'unseen' | 'struck', number>): Worded[] {
  return [
    ...(struck > 0 ? [officeMessages.struck] : []),
    ...(unseen > 0 ? [fileMessages.hiddenFromReaders] : []),
    ...(hidden > 0 ? [worded(officeMessages.hiddenSlides, { hidden })] : []),
    ...(notes > 0 ? [worded(officeMessages.speakerNotes, { notes })] : []),
    ...(comments > 0 ? [worded(fileMessages.comments, { comments })] : []),
  ];
}
