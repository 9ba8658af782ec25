import { inMark } from '../../../../contract/features/document-marks.ts';
import type { XmlNode } from '../../../xml.ts';
import { childOf, childrenOf, innerText } from '../../../xml-tree.ts';
import type { CellLook, SheetLooks } from './cell-looks.ts';

/** Text with one formatting. */
interface TextRun {
  readonly text: string;
  readonly look: CellLook;
}

/** Text of a cell. Runs if a part of it has separate formatting. */
export type CellText = string | readonly TextRun[];

/** Returns the text of all runs, without phonetic guides. */
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

/**
 * Returns the text with marks around invisible runs. @param isUnseen checks whether text with a formatting is
 * invisible in the cell
 */
export function markedText(text: CellText, isUnseen: (look: CellLook) => boolean): string {
  if (typeof text === 'string') return text;
  return text
    .map((run) => (run.text.trim() !== '' && isUnseen(run.look) ? inMark('hidden', run.text) : run.text))
    .join('');
}
