import { inMark } from '../../../../contract/features/documents/document-marks.ts';
import type { XmlNode } from '../../../xml.ts';
import { childOf, childrenOf, innerText } from '../../../xml-tree.ts';
import type { CellLook, SheetLooks } from './cell-looks.ts';

interface TextRun {
  readonly text: string;
  readonly look: CellLook;
}

/** Text of a cell: runs if parts of the text have their own formatting, otherwise a string. */
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
    if (child.name !== 's:r') return [];
    const properties = childOf(child, 's:rPr');
    const look = looks.letters(properties);
    // The properties of a run override those of its cell.
    return [
      { text: richText(child), look: properties ? { ...look, isStruck: look.isStruck === true } : look },
    ];
  });
  const isPlain = runs.every(({ look }) => Object.values(look).every((one) => one === undefined));
  return isPlain ? cellWords(runs) : runs;
}

export const cellWords = (text: CellText): string =>
  typeof text === 'string' ? text : text.map((run) => run.text).join('');

/**
 * Returns the text with marks around its runs.
 * @param markOf returns the mark for the look of a run; undefined for no mark
 */
export function markedText(text: CellText, markOf: (look: CellLook) => string | undefined): string {
  if (typeof text === 'string') return text;
  return text
    .map((run) => {
      const mark = run.text.trim() === '' ? undefined : markOf(run.look);
      return mark === undefined ? run.text : inMark(mark, run.text);
    })
    .join('');
}
