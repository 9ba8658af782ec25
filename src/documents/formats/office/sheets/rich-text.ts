import { inMark } from '../../../../contract/features/document-marks.ts';
import type { XmlNode } from '../../../xml.ts';
import { childOf, childrenOf, innerText } from '../../../xml-tree.ts';
import type { CellLook, SheetLooks } from './cell-looks.ts';

/** Letters of one look. */
interface TextRun {
  readonly text: string;
  readonly look: CellLook;
}

/** The text of a cell; by runs if some of its letters look otherwise than the cell. */
export type CellText = string | readonly TextRun[];

/** Text that may have letters of several kinds; how it is pronounced is no part of it. */
export function richText(node: XmlNode | undefined): string {
  return childrenOf(node)
    .map((child) => (child.name === 's:t' ? innerText(child) : child.name === 's:r' ? richText(child) : ''))
    .join('');
}

export function cellText(node: XmlNode | undefined, looks: SheetLooks): CellText {
  const runs = childrenOf(node).flatMap((child): TextRun[] => {
    if (child.name === 's:t') return [{ text: innerText(child), look: {} }];
    return child.name === 's:r'
      ? [{ text: richText(child), look: looks.letters(childOf(child, 's:rPr')) }]
      : [];
  });
  const isPlain = runs.every(({ look }) => look.color === undefined && look.points === undefined);
  return isPlain ? cellWords(runs) : runs;
}

export const cellWords = (text: CellText): string =>
  typeof text === 'string' ? text : text.map((run) => run.text).join('');

/** The text with what nobody sees of it in marks. @param isUnseen whether letters of a look are seen in the cell */
export function markedText(text: CellText, isUnseen: (look: CellLook) => boolean): string {
  if (typeof text === 'string') return text;
  return text
    .map((run) => (run.text.trim() !== '' && isUnseen(run.look) ? inMark('hidden', run.text) : run.text))
    .join('');
}
