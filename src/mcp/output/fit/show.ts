import type { Note } from '../../../contract/worded.ts';
import { compact } from '../../../json/compact.ts';
import { type ListPage, pageIn } from '../../../util/pages.ts';
import type { ResponseOptions } from '../../input/response-options.ts';
import type { Sanitizer, Shown } from '../sanitize.ts';
import { callAgain } from './call-again.ts';
import { type Change, fitChanged } from './changed.ts';
import { fitJson } from './fit.ts';

/** Input for showing an answer, as plain data, so that a worker thread can do it. */
export interface Showing {
  /** JSON of the service, with or without white space. */
  readonly text: string;
  /** Whether `text` has not been parsed yet and may be invalid JSON. */
  readonly isUnchecked: boolean;
  /** Whether casebridge wrote it, so that nothing must be removed. */
  readonly isOwn: boolean;
  /** Notes that already exist. */
  readonly notes: readonly Note[];
  /** Token limit. Undefined: no limit. */
  readonly budget: number | undefined;
  readonly options: ResponseOptions;
  /** The call and its arguments. */
  readonly call: { readonly tool: string; readonly input: unknown };
  /** The change whose record is shown. Undefined for other answers. */
  readonly change: Change | undefined;
}

export interface ShownAnswer extends Shown {
  /** `next` and `count` of the list. Set only if `isUnchecked` is true. */
  readonly page?: Pick<ListPage, 'next' | 'count'> | undefined;
}

/** Stores a text. Resolves to undefined if that is not possible. */
export type Keep = (text: string) => Promise<string | undefined>;

/** @throws SyntaxError if an unchecked text is invalid JSON */
export async function showAnswer(showing: Showing, sanitizer: Sanitizer, keep: Keep): Promise<ShownAnswer> {
  const { isUnchecked, isOwn, notes, budget, options, call, change } = showing;
  const page = isUnchecked ? pageIn(JSON.parse(showing.text)) : undefined;
  const text = isUnchecked ? compact(showing.text) : showing.text;
  const clean = isOwn ? { text, notes: [] } : sanitizer.json(text);
  const shown = { ...clean, notes: [...notes, ...clean.notes] };
  const fitted =
    change === undefined
      ? await fitJson(shown, {
          budget,
          options,
          callWith: (other) => callAgain(call.tool, call.input, other),
          keep,
        })
      : await fitChanged(shown, {
          ...change,
          before: change.before && sanitizer.json(change.before).text,
          keep,
        });
  return page === undefined ? fitted : { ...fitted, page };
}
