import type { XmlNode } from '../../../xml.ts';
import { childOf, childrenOf } from '../../../xml-tree.ts';
import type { OpenField } from './story.ts';
import { isOn } from './styles.ts';

/** Maximum number of nested fields. A deeper field counts as part of the field that contains it. */
const maxNestedFields = 50;

/**
 * Appends to the instruction of the innermost open field. Instructions are never executed. They are only checked for
 * link addresses and page numbers.
 */
export function instruct(fields: readonly OpenField[], instruction: string): void {
  const field = fields.at(-1);
  if (field !== undefined && !field.hasResult && field.instruction.length < 5_000)
    field.instruction += instruction;
}

/** Closes damaged fields that have no result. Otherwise they would hide all text after them. */
export function closeUnfinished(fields: OpenField[]): void {
  const finished = fields.filter(({ hasResult }) => hasResult);
  fields.splice(0, fields.length, ...finished);
}

/** Text that replaces page numbers and page counts, because the saved values come from an earlier layout. */
export const pageNumber = '#';

/** Checks whether a field shows a page number or page count (ECMA-376 17.16.5). */
export const isPageNumber = (instruction: string): boolean =>
  /^\s*(?:PAGE|NUMPAGES|SECTIONPAGES)(?:[\s\\]|$)/i.test(instruction);

/** Processes a field mark. @returns the field if the mark ends it */
export function stepField(fields: OpenField[], mark: XmlNode): OpenField | undefined {
  const type = mark.attributes['w:fldCharType'];
  const field = fields.at(-1);
  if (type === 'begin' && fields.length < maxNestedFields)
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
