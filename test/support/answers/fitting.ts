import type { ResponseOptions } from '../../../src/mcp/input/response-options.ts';
import { fitJson } from '../../../src/mcp/output/fit/fit.ts';
import type { Fitting } from '../../../src/mcp/output/fit/fitting.ts';
import { notesIn } from '../../../src/mcp/output/notes-out.ts';

function fitting(budget: number | undefined, options: ResponseOptions = {}): Fitting {
  return {
    budget,
    options,
    callWith: (other) => `again ${JSON.stringify(other)}`,
    keep: () => Promise.resolve('answer://0'),
  };
}
export const fitValue = (value: unknown, budget: number | undefined, options?: ResponseOptions) =>
  fitText(JSON.stringify(value), budget, options);
export async function fitText(json: string, budget: number | undefined, options?: ResponseOptions) {
  const { text, notes, quoting = [] } = await fitJson({ text: json, notes: [] }, fitting(budget, options));
  return {
    text,
    json: JSON.parse(text) as any,
    notes: notesIn('en', [...notes, ...quoting]).join('\n'),
    own: notesIn('en', notes).join('\n'),
  };
}
