import { inMark } from '../../../../contract/features/documents/document-marks.ts';
import type { XmlNode } from '../../../xml.ts';
import { childOf, childrenOf, innerText } from '../../../xml-tree.ts';
import { type Cell, tableRow } from '../table-row.ts';
import { createSegments } from '../word/segments.ts';
import { allSeen, type SlideLooks } from './slide-looks.ts';

export interface ShapeLines {
  readonly title: string | undefined;
  readonly lines: readonly string[];
  /** Lines without title, header, footer, date and slide number. */
  readonly body: readonly string[];
  /** Header, footer and date. */
  readonly margins: readonly string[];
}

/** Placeholders that contain no text: slide number and slide picture. */
const emptyPlaceholders: ReadonlySet<string> = new Set(['sldNum', 'sldImg']);
/** Placeholders whose text repeats on many slides, with their labels. */
const margins: Readonly<Record<string, string>> = { hdr: 'header', ftr: 'footer', dt: 'date' };
const titles: ReadonlySet<string> = new Set(['title', 'ctrTitle']);

/** Checks whether text with these properties is invisible. */
type Unseen = (properties: XmlNode | undefined) => boolean;

/**
 * Reads the shapes.
 * @param tree `p:spTree`
 * @param areLists whether paragraphs in placeholders are list items
 */
export function shapeLines(tree: XmlNode | undefined, areLists = true, looks = allSeen): ShapeLines {
  let title: string | undefined;
  const [heading, body, around]: [string[], string[], string[]] = [[], [], []];
  const walk = (group: XmlNode | undefined, isInGroup = false) => {
    for (const shape of childrenOf(group)) {
      const place = childOf(shape, 'p:nvSpPr', 'p:nvPr', 'p:ph')?.attributes;
      const type = place?.type ?? '';
      const unseen = looks.inShape(shape, isInGroup);
      if (shape.name === 'p:grpSp') walk(shape, true);
      else if (shape.name === 'p:graphicFrame') body.push(...tableLines(shape, looks));
      else if (shape.name === 'p:pic') body.push(...pictureLines(shape));
      else if (shape.name === 'p:sp' && titles.has(type)) {
        const text = paragraphs(childOf(shape, 'p:txBody'), false, unseen).join(' ').trim();
        title ??= text === '' ? undefined : text;
        if (text !== '') heading.push(`# ${text}`);
      } else if (shape.name === 'p:sp' && margins[type] !== undefined) {
        const text = paragraphs(childOf(shape, 'p:txBody'), false, unseen).join(' ').trim();
        if (text !== '') around.push(inMark(margins[type], text));
      } else if (shape.name === 'p:sp' && !emptyPlaceholders.has(type))
        body.push(
          ...paragraphs(
            childOf(shape, 'p:txBody'),
            areLists && place !== undefined && type !== 'subTitle',
            unseen,
          ),
        );
    }
  };
  walk(tree);
  return { title, lines: [...heading, ...body], body, margins: around };
}

function paragraphs(text: XmlNode | undefined, isList: boolean, unseen: Unseen): string[] {
  return childrenOf(text, 'a:p').flatMap((paragraph) => {
    const line = lineOf(paragraph, unseen).trim();
    if (line === '') return [];
    const properties = childOf(paragraph, 'a:pPr');
    const isItem = isList && childOf(properties, 'a:buNone') === undefined;
    const level = Math.min(Math.max(Number(properties?.attributes.lvl ?? 0) || 0, 0), 8);
    return [isItem ? `${'  '.repeat(level)}- ${line}` : line];
  });
}

function lineOf(paragraph: XmlNode, unseen: Unseen): string {
  const segments = createSegments((text) => text);
  for (const child of childrenOf(paragraph)) {
    const properties = childOf(child, 'a:rPr');
    const isHidden = unseen(properties);
    const isStruck = /^(?:sng|dbl)Strike$/.test(properties?.attributes.strike ?? '');
    if (child.name === 'a:br') segments.text('\n', { isHidden });
    else if (child.name === 'a:r' || child.name === 'a:fld')
      segments.text(innerText(childOf(child, 'a:t')), { isHidden, isStruck });
  }
  return segments.finish().join('');
}

function tableLines(frame: XmlNode, looks: SlideLooks): string[] {
  const table = childOf(frame, 'a:graphic', 'a:graphicData', 'a:tbl');
  return childrenOf(table, 'a:tr').map((row) => {
    const cells = childrenOf(row, 'a:tc').flatMap((cell): Cell[] => {
      // Skip the empty cells that the file stores for the other columns of a merged cell.
      if (cell.attributes.hMerge === '1') return [];
      const span = Number(cell.attributes.gridSpan ?? 1);
      return [
        {
          lines: paragraphs(childOf(cell, 'a:txBody'), false, looks.inCell(cell)),
          span: span >= 1 && span <= 100 ? span : 1,
          isContinued: cell.attributes.vMerge === '1',
        },
      ];
    });
    return tableRow(cells);
  });
}

function pictureLines(picture: XmlNode): string[] {
  const description = childOf(picture, 'p:nvPicPr', 'p:cNvPr')?.attributes.descr?.trim();
  return description ? [inMark('picture', description)] : [];
}
