import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Arguments, Draft } from '../../api/client/build-request.ts';
import type { Answer } from '../../api/client/read-response.ts';
import type { AnswerSettings } from '../../contract/features/answer-settings.ts';
import { type DoneFacts, factsKey } from '../../contract/features/card-facts.ts';
import { answerWordsOf, type QuestionWords } from '../../contract/features/question.ts';
import { titleIn } from '../../contract/features/tool-title.ts';
import type { RecordWords } from '../../contract/features/whole-record.ts';
import type { Worded } from '../../contract/language.ts';
import type { OperationClass } from '../../contract/operations/effects.ts';
import type { Operation } from '../../contract/operations/operation.ts';
import { isUuid } from '../../contract/uuid.ts';
import { type Note, worded } from '../../contract/worded.ts';
import type { Completed } from '../input/complete-arguments.ts';
import type { Understood } from '../input/names/resolve-names.ts';
import { answersChange, type ResponseOptions, takesResponseOptions } from '../input/response-options.ts';
import type { Change } from './fit/changed.ts';
import type { Showing, ShownAnswer } from './fit/show.ts';
import type { ResponseWorker } from './fit/worker.ts';
import type { NotedKept } from './kept-notes.ts';
import { answerMessages } from './messages.ts';
import type { ResultStore } from './result-store.ts';
import type { Sanitizer } from './sanitize.ts';
import { successResult } from './tool-result.ts';

interface Shown {
  /** The answer's JSON, ready to be shown. Undefined if the answer has none. */
  readonly shown: ShownAnswer | undefined;
}

/** Pipeline step: sanitizes and shortens the answer together, so that it is sent to the worker thread only once. */
export async function sanitisedAndFitted(call: {
  readonly services: {
    readonly answers: ResultStore;
    readonly settings: Pick<AnswerSettings, 'answerTokens'>;
    readonly responseWorker: ResponseWorker;
  };
  readonly principal: { readonly id: string };
  readonly signal: AbortSignal | undefined;
  readonly definition: Operation;
  readonly input: unknown;
  readonly args: Arguments;
  readonly options: ResponseOptions;
  readonly answer: Answer;
  readonly pageNotes: readonly Note[];
  readonly before: () => Promise<unknown>;
  readonly filled: Arguments;
  readonly called: ReadonlyMap<string, string>;
  readonly told: string | undefined;
  readonly words: RecordWords | undefined;
}): Promise<Shown> {
  const { services, principal, signal, definition, answer, options } = call;
  if (answer.file || answer.stored || answer.text === '') return { shown: undefined };
  const { answers, responseWorker } = services;
  const { answerTokens } = services.settings;
  const isBrief = answerTokens !== 0 && answersChange(definition) && options.detail !== 'full';
  const showing: Showing = {
    text: answer.text,
    isUnchecked: answer.isUnchecked ?? false,
    isOwn: answer.isOwn ?? false,
    notes: [...call.pageNotes, ...filledNotes(call)],
    budget: answerTokens === 0 || !takesResponseOptions(definition) ? undefined : answerTokens,
    options,
    call: { tool: definition.name, input: call.input },
    change: isBrief ? await changeOf(call) : undefined,
    whole: call.words && { ...call.words, isSelected: options.fields !== undefined },
  };
  const keep = (text: string) => answers.keep(principal.id, text);
  return { shown: await responseWorker.show(showing, keep, signal) };
}

/** Returns the sent values under the field names of the record, and the record before the change. */
async function changeOf({
  definition,
  args,
  before,
  called,
  told,
}: Parameters<typeof sanitisedAndFitted>[0]): Promise<Change> {
  const { access, keeps, stores } = definition;
  const names: Readonly<Record<string, string>> = { ...keeps, ...stores?.names };
  const sent = Object.fromEntries(Object.entries(args).map(([name, value]) => [names[name] ?? name, value]));
  // The change added one entry to an existing record. The record is not new, and the caller knows its other entries.
  if (stores?.entryOf !== undefined) return { sent: {}, isNew: false, called, told };
  const isNew = access === 'create';
  const record = isNew ? undefined : await before();
  const was = record === undefined ? undefined : JSON.stringify(record);
  return { sent, isNew, before: was, called, told };
}

/**
 * Returns notes about ids that casebridge added to the call. Omits other added values, because they are text from the
 * service.
 */
const filledNotes = ({
  definition,
  filled,
}: {
  readonly definition: Operation;
  readonly filled: Arguments;
}) =>
  Object.entries(filled).flatMap(([name, value]) =>
    typeof value === 'string' && isUuid(value)
      ? [
          worded(answerMessages.filled, {
            name,
            value,
            field: definition.fills?.[name] ?? '',
            whose: whose(definition),
          }),
        ]
      : [],
  );
/** Names the records from which the added values come: `CaseId` becomes `case`. */
const whose = ({ target }: Operation): Worded => {
  const names = Object.values(target?.args ?? {});
  return { en: names.join(' and ').replace(/Id\b/g, '').toLowerCase(), ru: names.join(', ') };
};

/** Pipeline step: puts the answer between delimiters for untrusted text, and casebridge's own notes outside of them. */
export async function fenced(
  call: Shown & {
    readonly services: { readonly settings: Pick<AnswerSettings, 'language'> } & {
      readonly sanitizer: Sanitizer;
      readonly wording: { readonly words: () => Promise<QuestionWords> };
      readonly policy: { readonly confirm: ReadonlySet<OperationClass> };
      readonly byHand?: { readonly take: (answer: Pick<Answer, 'file' | 'stored'>) => void } | undefined;
    };
    readonly draft: Draft;
    readonly showsCards: boolean;
    readonly answer: Answer;
    readonly understood: readonly Understood[];
    readonly dropped: Completed['lost'];
    readonly more: Note | undefined;
    readonly kept: NotedKept;
    readonly told: string | undefined;
    readonly next?: Note | undefined;
  },
): Promise<{ result: CallToolResult }> {
  const { services, draft, showsCards, answer, shown, understood, dropped, more, kept, told, next } = call;
  const { byHand, sanitizer, settings, policy, wording } = services;
  if (byHand && (answer.file || answer.stored)) {
    byHand.take(answer);
    return { result: { content: [] } };
  }
  const isInCard = showsCards && (draft.operation.access !== 'read' || policy.confirm.has('read'));
  const result = successResult(draft.operation, answer, sanitizer, {
    shown,
    understood,
    lost: dropped,
    more,
    kept,
    told,
    next,
    heading: titleIn(settings.language, draft.operation),
    language: settings.language,
    isInCard,
  });
  if (!isInCard || draft.operation.access === 'read') return { result };
  const { done } = answerWordsOf(draft.operation.name, await wording.words());
  const facts: DoneFacts = { done, isUnsaved: kept.unkept.length > 0 || undefined };
  return { result: { ...result, _meta: { ...result._meta, [factsKey]: facts } } };
}
