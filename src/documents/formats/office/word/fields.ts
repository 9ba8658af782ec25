import type { XmlNode } from '../../../xml.ts';
import { childOf, childrenOf } from '../../../xml-tree.ts';
import type { OpenField } from './story.ts';
import { isOn } from './styles.ts';

/** Fields within fields: what is deeper belongs to the last of them. */
const mostFields = 50;

/** How a field is worked out is never done here: it is kept for the address of a link. */
export function instruct(fields: readonly OpenField[], instruction: string): void {
  const field = fields.at(-1);
  if (field !== undefined && !field.hasResult && field.instruction.length < 5_000)
    field.instruction += instruction;
}

/** One that never came to its result is damaged: it would hide all that follows. */
export function closeUnfinished(fields: OpenField[]): void {
  const finished = fields.filter(({ hasResult }) => hasResult);
  fields.splice(0, fields.length, ...finished);
}

/** Stands for a number of a page or of all pages: the file has that of the last layout of the page where it stood. */
export const pageNumber = '#';

/** Checks whether a field shows the number of its page, or how many there are (ECMA-376 17.16.5). */
export const isPageNumber = (instruction: string): boolean =>
  /^\s*(?:PAGE|NUMPAGES|SECTIONPAGES)(?:[\s\\]|$)/i.test(instruction);

/** @returns the field that ends with this mark */
export function stepField(fields: OpenField[], mark: XmlNode): OpenField | undefined {
  const type = mark.attributes['w:fldCharType'];
  const field = fields.at(-1);
  if (type === 'begin' && fields.length < mostFields)
    fields.push({
      instruction: '',
      hasResult: false,
      result: '',
      choice: choiceOf(childOf(mark, 'w:ffData')),
    });
  else if (type === 'separate' && field !== undefined) field.hasResult = true;
  else if (type === 'end') return fields.pop();
  return undefined;
}

function choiceOf(form: XmlNode | undefined): string | undefined {
  const box = childOf(form, 'w:checkBox');
  if (box !== undefined)
    return (isOn(childOf(box, 'w:checked')) ?? isOn(childOf(box, 'w:default'))) === true ? '☑' : '☐';
  const list = childOf(form, 'w:ddList');
  const chosen = childOf(list, 'w:result') ?? childOf(list, 'w:default');
  return childrenOf(list, 'w:listEntry')[Number(chosen?.attributes['w:val'] ?? 0)]?.attributes['w:val'];
}
