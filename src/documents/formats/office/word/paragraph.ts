import { inMark } from '../../../../contract/features/documents/document-marks.ts';
import { isTooSmall, isUnseen } from '../../../visibility.ts';
import type { XmlNode } from '../../../xml.ts';
import { childOf, childrenOf, descendantsOf, innerText } from '../../../xml-tree.ts';
import { linkAnnotation } from '../links.ts';
import type { TrackedChange } from '../tracked-changes.ts';
import { isFrameHidden, type TextBox, textBoxes } from './boxes.ts';
import { closeUnfinished, instruct, isPageNumber, pageNumber, stepField } from './fields.ts';
import { createSegments, type Marks, type PageBreak, type Segments } from './segments.ts';
import type { Story } from './story.ts';
import { type Look, lettersLook, paragraphLook } from './styles.ts';
import { symbol } from './symbols.ts';

export interface Paragraph {
  readonly lines: readonly (string | { readonly page: PageBreak })[];
  /** Text boxes anchored to the paragraph. They contain separate blocks. */
  readonly boxes: readonly HangingBox[];
}

/** A text box, with the tracked change of the text to which it is anchored. */
interface HangingBox extends TextBox {
  readonly change: Marks['change'] | undefined;
}

export interface Surroundings {
  /** Tracked change of the whole table row or cell. */
  readonly change?: TrackedChange | undefined;
  /** Whether the paragraph is invisible, for example in a row without height. */
  readonly isHidden?: boolean | undefined;
  readonly background?: string | undefined;
  /** Possible appearances from the style of the enclosing table. */
  readonly looks?: readonly Look[] | undefined;
}

interface Reading extends Surroundings {
  readonly story: Story;
  readonly segments: Segments;
  readonly look: Look;
  readonly boxes: HangingBox[];
}

/** Tracked changes by element name: `+` for inserted, `-` for deleted text. */
const changes: Readonly<Record<string, '+' | '-'>> = {
  'w:ins': '+',
  'w:moveTo': '+',
  'w:del': '-',
  'w:moveFrom': '-',
};
/** Maximum length of a field result to keep, in characters. It is only compared with a link address. */
const maxShown = 2_000;
const skipped: ReadonlySet<string> = new Set([
  'w:pPr',
  'w:rPr',
  'w:sdtPr',
  'w:sdtEndPr',
  'w:smartTagPr',
  'w:rt',
  'w:fldData',
]);

/** Reads a paragraph. The result includes its number and its heading or list marker. */
export function readParagraph(paragraph: XmlNode, story: Story, around: Surroundings): Paragraph {
  const properties = childOf(paragraph, 'w:pPr');
  const style = childOf(properties, 'w:pStyle')?.attributes['w:val'];
  const look = { ...story.styles.paragraph(style), ...paragraphLook(properties, story.styles.theme) };
  const label = story.numbering.label(look, style);
  const isHidden =
    around.isHidden === true ||
    story.isHidden === true ||
    isFrameHidden(childOf(properties, 'w:framePr'), { theme: story.styles.theme, page: story.page });
  const reading: Reading = {
    ...around,
    isHidden,
    story,
    segments: createSegments(story.take),
    look,
    boxes: [],
  };
  closeUnfinished(story.fields);
  if (look.breaksPage === true) reading.segments.breakPage('before');
  inline(paragraph, {}, reading);
  const heading = look.heading !== undefined && look.heading > 0 ? '#'.repeat(Math.min(look.heading, 6)) : '';
  const prefix = [heading, heading === '' ? label : label.trim()].filter((part) => part !== '').join(' ');
  return { lines: prefixed(reading.segments.finish(), prefix, heading !== ''), boxes: reading.boxes };
}

function prefixed(lines: Paragraph['lines'], prefix: string, isHeading: boolean): Paragraph['lines'] {
  const first = lines.findIndex((line) => typeof line === 'string' && line.trim() !== '');
  return lines.map((line, index) => {
    if (typeof line !== 'string') return line;
    const text = isHeading ? line.replaceAll('\n', ' ').trim() : line;
    return index === first && prefix !== '' ? `${prefix} ${text}` : text;
  });
}

function inline(node: XmlNode, marks: Marks, reading: Reading): void {
  for (const child of childrenOf(node)) {
    const change = changes[child.name];
    if (child.name === 'w:r') run(child, marks, reading);
    else if (change !== undefined) {
      const tracked = trackedChange(child, change, reading.story.counters);
      // Text that was inserted and then deleted counts as deleted.
      inline(child, { ...marks, change: marks.change?.kind === '-' ? marks.change : tracked }, reading);
    } else if (child.name === 'w:hyperlink') link(child, marks, reading);
    else if (child.name === 'w:fldSimple' && isPageNumber(child.attributes['w:instr'] ?? ''))
      addText(pageNumber, marks, reading);
    else if (child.name === 'm:r') {
      const look = marksOf(childOf(child, 'w:rPr'), marks, reading);
      for (const text of childrenOf(child, 'm:t')) addText(innerText(text), look, reading);
    } else if (!skipped.has(child.name)) inline(child, marks, reading);
  }
}

/** Counts a tracked change. @param node element with author and date */
export const trackedChange = (
  { attributes }: XmlNode,
  kind: TrackedChange['kind'],
  { tracked }: Story['counters'],
): TrackedChange => tracked.add(kind, attributes['w:author'], attributes['w:date']);

/** Adds text, unless an open field has not reached its result or shows a page number. */
function addText(text: string, marks: Marks, { segments, story: { fields } }: Reading): void {
  if (fields.some(({ hasResult, instruction }) => !hasResult || isPageNumber(instruction))) return;
  for (const field of fields) if (field.result.length < maxShown) field.result += text;
  segments.text(text.replaceAll('\u00ad', ''), marks);
}

function link(node: XmlNode, marks: Marks, reading: Reading): void {
  inline(node, marks, reading);
  const target = reading.story.relations.get(node.attributes['r:id'] ?? '');
  if (target?.isExternal) reading.segments.annotation(linkAnnotation(target.target, shownIn(node)));
}

const shownIn = (node: XmlNode): string => [...descendantsOf(node, 'w:t')].map(innerText).join('');

function run(node: XmlNode, around: Marks, reading: Reading): void {
  const { story, segments } = reading;
  const properties = childOf(node, 'w:rPr');
  const marks = marksOf(properties, around, reading);
  for (const child of childrenOf(node)) {
    const { name, attributes } = child;
    const id = attributes['w:id'] ?? '';
    if (name === 'w:t' || name === 'w:delText') addText(lettersOf(child), marks, reading);
    else if (name === 'w:tab' || name === 'w:ptab') addText('\t', marks, reading);
    else if (name === 'w:br' || name === 'w:cr') lineBreak(attributes['w:type'], marks, reading);
    else if (name === 'w:lastRenderedPageBreak') segments.breakPage('laid out');
    else if (name === 'w:noBreakHyphen') addText('-', marks, reading);
    else if (name === 'w:sym') sign(attributes, marks, reading);
    else if (name === 'w:footnoteReference') segments.annotation(story.annotation('footnote', id), marks);
    else if (name === 'w:endnoteReference') segments.annotation(story.annotation('endnote', id), marks);
    else if (name === 'w:commentReference') segments.annotation(story.annotation('comment', id));
    else if (name === 'w:fldChar') field(child, marks, reading);
    else if (name === 'w:instrText') instruct(story.fields, innerText(child));
    else if (name === 'w:ruby') inline(childOf(child, 'w:rubyBase') ?? child, marks, reading);
    else if (!skipped.has(name)) drawing(child, marks, reading);
  }
}

function marksOf(properties: XmlNode | undefined, around: Marks, reading: Reading): Marks {
  const { story, look } = reading;
  const change = reading.change ?? around.change ?? story.change;
  const style = childOf(properties, 'w:rStyle')?.attributes['w:val'];
  const { theme, defaults } = story.styles;
  const letters = { ...look, ...story.styles.letters(style), ...lettersLook(properties, theme) };
  const isHidden =
    reading.isHidden === true ||
    // The table style may allow several appearances. The text counts as hidden only if all of them hide it.
    (reading.looks ?? [{}]).every((one) =>
      isInvisible(
        { ...defaults, ...one, ...letters },
        letters.background ?? reading.background ?? one.background ?? story.background,
      ),
    );
  const isStruck = { ...defaults, ...letters }.isStruck === true;
  if (isHidden) story.counters.hidden += 1;
  if (isStruck) story.counters.struck += 1;
  return { ...(change && { change }), ...(isHidden && { isHidden }), ...(isStruck && { isStruck }) };
}

const isInvisible = (
  { isHidden, color, size, hasFlatLines, hasFlatLetters }: Look,
  behind: string | undefined,
): boolean =>
  isHidden === true ||
  hasFlatLines === true ||
  hasFlatLetters === true ||
  (size !== undefined && isTooSmall(size / 2)) ||
  isUnseen(color, behind);

function lettersOf(node: XmlNode): string {
  const text = innerText(node).replace(/[\r\n]+/g, ' ');
  return node.attributes['xml:space'] === 'preserve' ? text : text.trim();
}

function lineBreak(type: string | undefined, marks: Marks, reading: Reading): void {
  if (type === 'page') reading.segments.breakPage('set');
  else addText('\n', marks, reading);
}

function sign(attributes: XmlNode['attributes'], marks: Marks, reading: Reading): void {
  const found = symbol(attributes['w:font'] ?? '', Number.parseInt(attributes['w:char'] ?? '', 16));
  if (found === undefined) reading.story.counters.symbols += 1;
  addText(found ?? '□', marks, reading);
}

function field(node: XmlNode, marks: Marks, reading: Reading): void {
  const { story, segments } = reading;
  const ended = stepField(story.fields, node);
  if (ended === undefined) return;
  if (ended.choice !== undefined) addText(ended.choice, marks, reading);
  if (isPageNumber(ended.instruction)) addText(pageNumber, marks, reading);
  const address = /^\s*HYPERLINK\s+"([^"]*)"/.exec(ended.instruction)?.[1];
  if (address !== undefined && ended.hasResult) segments.annotation(linkAnnotation(address, ended.result));
}

/** Counts pictures and writes their descriptions. Collects text boxes, which are written after the paragraph. */
function drawing(node: XmlNode, marks: Marks, { story, segments, boxes }: Reading): void {
  const ground = { theme: story.styles.theme, page: story.page };
  for (const box of textBoxes({ name: '', attributes: {}, children: [node] }, ground))
    boxes.push({ ...box, isHidden: box.isHidden || marks.isHidden === true, change: marks.change });
  const pictures = [...descendantsOf(node, 'pic:pic'), ...descendantsOf(node, 'v:imagedata')];
  story.counters.pictures += pictures.length;
  for (const chart of [...descendantsOf(node, 'c:chart'), ...descendantsOf(node, 'cx:chart')])
    for (const words of story.chart(chart.attributes['r:id'] ?? '')) segments.annotation(words, marks);
  const [properties] = descendantsOf(node, 'wp:docPr');
  const description = properties?.attributes.descr?.trim();
  if (pictures.length > 0 && description) segments.annotation(inMark('picture', description), marks);
}
