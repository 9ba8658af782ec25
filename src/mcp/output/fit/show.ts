import type { Note } from '../../../contract/worded.ts';
import { compact } from '../../../json/compact.ts';
import { type ListPage, pageIn } from '../../../util/pages.ts';
import type { ResponseOptions } from '../../input/response-options.ts';
import type { Sanitizer, Shown } from '../sanitize.ts';
import { callAgain } from './call-again.ts';
import { type Change, fitChanged } from './changed.ts';
import { fitJson } from './fit.ts';

/** How the JSON of an answer is to be shown: data alone, so that another thread can do it. */
export interface Showing {
  /** JSON of the service, with white space or without. */
  readonly text: string;
  /** Whether nobody has parsed it yet: then it may be none. */
  readonly isUnchecked: boolean;
  /** Whether the bridge wrote it, and nothing in it has to be taken out. */
  readonly isOwn: boolean;
  /** What is said of it already. */
  readonly notes: readonly Note[];
  /** Tokens; undefined: no bound. */
  readonly budget: number | undefined;
  readonly options: ResponseOptions;
  /** The call that it answers. */
  readonly call: { readonly tool: string; readonly input: unknown };
  /** The change whose record is shown as its writer needs it; undefined for all other answers. */
  readonly change: Change | undefined;
}

export interface ShownAnswer extends Shown {
  /** Of a list that was unchecked: what it says of the page that follows. */
  readonly page?: Pick<ListPage, 'next' | 'count'> | undefined;
}

/** Keeps a text where it can be read; undefined where that is not possible. */
export type Keep = (text: string) => Promise<string | undefined>;

/** @throws SyntaxError where an unchecked text is no JSON */
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
