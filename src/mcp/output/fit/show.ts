import type { Note } from '../../../contract/worded.ts';
import { compact } from '../../../json/compact.ts';
import { lazy } from '../../../util/lazy.ts';
import { type ListPage, pageIn } from '../../../util/pages.ts';
import type { ResponseOptions } from '../../input/response-options.ts';
import { answerMessages } from '../messages.ts';
import type { Sanitizer, Shown } from '../sanitize.ts';
import { callAgain } from './call-again.ts';
import { type Change, fitChanged } from './changed.ts';
import { fitJson } from './fit.ts';
import type { Whole } from './whole-record.ts';

/** Input for showing an answer. It is plain data, so that it can be sent to a worker thread. */
export interface Showing {
  /** JSON from the service, with or without white space. */
  readonly text: string;
  /** Whether `text` has not been parsed yet, so that it may be invalid JSON. */
  readonly isUnchecked: boolean;
  /** Whether casebridge itself created the JSON, so that nothing must be removed from it. */
  readonly isOwn: boolean;
  readonly notes: readonly Note[];
  /** Token limit. Undefined: no limit. */
  readonly budget: number | undefined;
  readonly options: ResponseOptions;
  readonly call: { readonly tool: string; readonly input: unknown };
  /** The change that returned the record. Undefined for any other answer. */
  readonly change: Change | undefined;
  /** Names and titles for a record that was read completely. Default: the record is shown as the service sent it. */
  readonly whole?: WholeShowing | undefined;
}

interface WholeShowing extends Whole {
  /** Sentences with titles or names from the service. */
  readonly quoting: readonly Note[];
  readonly notes: readonly Note[];
}

export interface ShownAnswer extends Shown {
  /** Properties of the page. Set only if `isUnchecked` was true, because the text was then parsed here. */
  readonly page?: Omit<ListPage, 'isNew'> | undefined;
}

/** Stores a string and resolves to its address. Resolves to undefined if it cannot be stored. */
export type Keep = (text: string) => Promise<string | undefined>;

const wholeRecord = lazy(() => import('./whole-record.ts'));

/** Cleans and shortens an answer. @throws SyntaxError if the text was not parsed before and is invalid JSON */
export async function showAnswer(showing: Showing, sanitizer: Sanitizer, keep: Keep): Promise<ShownAnswer> {
  const { isUnchecked, isOwn, notes, budget, options, call, change, whole } = showing;
  const page = isUnchecked ? pageIn(JSON.parse(showing.text)) : undefined;
  const text = isUnchecked ? compact(showing.text) : showing.text;
  const clean = isOwn ? { text, notes: [] } : sanitizer.json(text);
  const record = whole && (await wholeRecord()).showWhole(clean.text, whole);
  const shown = {
    text: record?.text ?? clean.text,
    notes: [
      ...notes,
      ...(record?.isShorter ? [answerMessages.referencesNamed] : []),
      ...(whole?.notes ?? []),
      ...clean.notes,
    ],
  };
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
  const quoting = [...(fitted.quoting ?? []), ...(whole?.quoting ?? [])];
  return { ...fitted, ...(quoting.length > 0 ? { quoting } : {}), ...(page === undefined ? {} : { page }) };
}
