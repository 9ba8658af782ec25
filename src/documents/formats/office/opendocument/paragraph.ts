import { inMark } from '../../../../contract/features/documents/document-marks.ts';
import { isTooNarrow, isTooSmall, isTransparent, isUnseen } from '../../../visibility.ts';
import type { XmlNode } from '../../../xml.ts';
import { childOf, childrenOf, innerText } from '../../../xml-tree.ts';
import { pointsIn } from '../lengths.ts';
import { linkAnnotation } from '../links.ts';
import type { TrackedChange } from '../tracked-changes.ts';
import { pageNumber } from '../word/fields.ts';
import { createSegments, type Marks, type Segments } from '../word/segments.ts';
import type { ContentCounters } from '../word/story.ts';

/** Data of the document that is needed to read its paragraphs. */
export interface OpenTextFlow {
  readonly styles: ReadonlyMap<string, XmlNode>;
  readonly counters: ContentCounters;
  /** Tracked changes by id. They are stored outside the text. */
  readonly changes: Map<string, OpenChange>;
  /** Open insertions by id. An insertion may end in a later paragraph. */
  readonly insertions: Map<string, TrackedChange>;
  take(text: string): string;
  /** Returns the text of a note, comment or box as one line. */
  inLine(node: XmlNode): string;
}

export interface OpenChange {
  readonly change: TrackedChange;
  readonly removed: XmlNode | undefined;
}

/** Properties of text that decide whether it is visible. */
export interface OpenLook {
  readonly isHidden?: boolean;
  readonly color?: string | undefined;
  /** Background colour. For pictures and gradients, a word that is not a colour, so that no text colour equals it. */
  readonly background?: string | undefined;
  readonly points?: number;
  readonly isStruck?: boolean;
}

export interface OpenParagraph {
  readonly lines: ReturnType<Segments['finish']>;
  readonly boxes: readonly XmlNode[];
}

interface Reading {
  readonly textFlow: OpenTextFlow;
  readonly segments: Segments;
  readonly boxes: XmlNode[];
}

/**
 * Reads a paragraph.
 * @param node `text:p` or `text:h`
 * @param around appearance of the enclosing cell or box
 */
export function readOpenParagraph(
  node: XmlNode,
  textFlow: OpenTextFlow,
  around: OpenLook = {},
): OpenParagraph {
  const reading: Reading = { textFlow, segments: createSegments(textFlow.take), boxes: [] };
  if (propertyOf(node, textFlow.styles, 'style:paragraph-properties', 'fo:break-before') === 'page')
    reading.segments.breakPage('before');
  const look = openLook(node, textFlow.styles, around);
  const isHidden = childOf(node, 'text:hidden-paragraph')?.attributes['text:is-hidden'] === 'true';
  inline(node, { look: isHidden ? { ...look, isHidden } : look }, reading);
  return { lines: reading.segments.finish(), boxes: reading.boxes };
}

/** Returns a property from a style or its parent styles. @param from attribute with the name of the style */
export function propertyOf(
  node: XmlNode,
  styles: OpenTextFlow['styles'],
  group: string,
  name: string,
  from = 'text:style-name',
): string | undefined {
  let style = styles.get(node.attributes[from] ?? '');
  for (let steps = 0; style !== undefined && steps < 20; steps += 1) {
    const value = childOf(style, group)?.attributes[name];
    if (value !== undefined) return value;
    style = styles.get(style.attributes['style:parent-style-name'] ?? '');
  }
  return undefined;
}

function openLook(node: XmlNode, styles: OpenTextFlow['styles'], around: OpenLook): OpenLook {
  const property = (name: string) => propertyOf(node, styles, 'style:text-properties', name);
  const backgrounds = [
    property('fo:background-color'),
    propertyOf(node, styles, 'style:paragraph-properties', 'fo:background-color'),
  ];
  const display = property('text:display');
  const isAutomatic = property('style:use-window-font-color') === 'true';
  const size = property('fo:font-size');
  const share = /^(\d{1,3}(?:\.\d{1,6})?)%$/.exec(size ?? '')?.[1];
  const points = share === undefined ? pointsIn(size, 'none') : ((around.points ?? 12) * Number(share)) / 100;
  const percent = (name: string) => Number.parseFloat(property(name) ?? '100');
  const isFaint = isTooNarrow(percent('style:text-scale')) || isTransparent(percent('loext:opacity') / 100);
  const line = property('style:text-line-through-style') ?? property('style:text-line-through-type');
  return {
    ...around,
    ...(display !== undefined && display !== 'condition' && { isHidden: display === 'none' }),
    ...(isFaint && { isHidden: true }),
    color: isAutomatic ? undefined : (property('fo:color') ?? around.color),
    background:
      backgrounds.find((color) => color !== undefined && color !== 'transparent') ?? around.background,
    ...(Number.isFinite(points) && { points }),
    ...(line !== undefined && { isStruck: line !== 'none' }),
  };
}

const isUnseenLook = ({ isHidden, color, background, points }: OpenLook): boolean =>
  isHidden === true || (points !== undefined && isTooSmall(points)) || isUnseen(color, background);

interface OpenMarks extends Marks {
  readonly look: OpenLook;
}

function inline(node: XmlNode, marks: OpenMarks, reading: Reading): void {
  for (const child of node.children)
    if (typeof child === 'string') addText(child.replace(/[\t\r\n ]+/g, ' '), marks, reading);
    else (elements[child.name] ?? within)(child, marks, reading);
}

const within = (node: XmlNode, marks: OpenMarks, reading: Reading): void => inline(node, marks, reading);

function addText(text: string, marks: OpenMarks, { segments, textFlow }: Reading): void {
  const change = marks.change ?? [...textFlow.insertions.values()].at(-1);
  const isHidden = marks.isHidden === true || isUnseenLook(marks.look);
  const isStruck = marks.look.isStruck === true;
  if (isHidden && text.trim() !== '') textFlow.counters.hidden += 1;
  if (isStruck && text.trim() !== '') textFlow.counters.struck += 1;
  segments.text(text.replaceAll('\u00ad', ''), {
    ...(change && { change }),
    ...(isHidden && { isHidden }),
    ...(isStruck && { isStruck }),
  });
}

const elements: Readonly<Record<string, (node: XmlNode, marks: OpenMarks, reading: Reading) => void>> = {
  'text:span': (node, marks, reading) =>
    inline(node, { ...marks, look: openLook(node, reading.textFlow.styles, marks.look) }, reading),
  'text:s': ({ attributes }, marks, reading) =>
    addText(' '.repeat(Math.min(Math.max(Number(attributes['text:c'] ?? 1) || 1, 1), 200)), marks, reading),
  'text:page-number': (_, marks, reading) => addText(pageNumber, marks, reading),
  'text:page-count': (_, marks, reading) => addText(pageNumber, marks, reading),
  'text:tab': (_, marks, reading) => addText('\t', marks, reading),
  'text:line-break': (_, marks, reading) => addText('\n', marks, reading),
  'text:soft-page-break': (_node, _marks, { segments }) => segments.breakPage('laid out'),
  'text:a'(node, marks, reading) {
    inline(node, marks, reading);
    const address = node.attributes['xlink:href'] ?? '';
    if (!address.startsWith('#')) reading.segments.annotation(linkAnnotation(address, innerText(node)));
  },
  'text:note'(node, _marks, { segments, textFlow }) {
    const mark = innerText(childOf(node, 'text:note-citation')).trim().slice(0, 20);
    const body = childOf(node, 'text:note-body');
    const kind = node.attributes['text:note-class'] === 'endnote' ? 'end ' : '';
    if (body !== undefined) segments.annotation(inMark(`^${kind}${mark}`, textFlow.inLine(body)));
  },
  'office:annotation'(node, _marks, { segments, textFlow }) {
    textFlow.counters.comments += 1;
    const author = innerText(childOf(node, 'dc:creator')).trim() || '?';
    segments.annotation(` ${inMark(`comment by ${author}`, textFlow.inLine(node))}`);
  },
  'text:change-start': ({ attributes }, _marks, { textFlow }) => {
    const id = attributes['text:change-id'] ?? '';
    const inserted = textFlow.changes.get(id)?.change;
    if (inserted?.kind === '+') textFlow.insertions.set(id, inserted);
  },
  'text:change-end': ({ attributes }, _marks, { textFlow }) =>
    void textFlow.insertions.delete(attributes['text:change-id'] ?? ''),
  'text:change'({ attributes }, marks, reading) {
    const id = attributes['text:change-id'] ?? '';
    const { removed, change } = reading.textFlow.changes.get(id) ?? {};
    // Use each change only once. Otherwise a file with many references to the same change could produce unlimited text.
    reading.textFlow.changes.delete(id);
    if (removed !== undefined && change !== undefined)
      reading.segments.text(reading.textFlow.inLine(removed), { ...marks, change });
  },
  'draw:frame'(node, _marks, { textFlow, segments, boxes }) {
    if (childOf(node, 'draw:text-box') !== undefined) boxes.push(node);
    for (const child of childrenOf(node)) if (child.name === 'draw:image') textFlow.counters.pictures += 1;
    const description = innerText(childOf(node, 'svg:desc')).trim();
    if (description !== '') segments.annotation(inMark('picture', description));
  },
  'draw:custom-shape': (node, _marks, { boxes }) => void boxes.push(node),
  'text:ruby': (node, marks, reading) => inline(childOf(node, 'text:ruby-base') ?? node, marks, reading),
  'text:hidden-text'(node, marks, reading) {
    // LibreOffice stores the hidden text in an attribute. The element contains the text only while the text is visible.
    const stored = node.attributes['text:string-value'] ?? '';
    if (innerText(node).trim() === '') addText(stored, { ...marks, isHidden: true }, reading);
    else inline(node, { ...marks, isHidden: true }, reading);
  },
  'office:annotation-end': () => undefined,
  'text:bookmark': () => undefined,
};
