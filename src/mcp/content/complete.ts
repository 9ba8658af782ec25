import { type CompleteResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Suggested, Suggestions } from '../../contract/features/completion.ts';
import { languages } from '../../contract/language.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import { answerTemplate } from '../output/result-store.ts';
import type { Sanitizer } from '../output/sanitize.ts';
import { argumentsOf, isLanguageArgument, unknownPrompt } from './get-prompt.ts';
import type { ContentRegistry } from './registry.ts';

/** Timeout for a completion, in milliseconds. A later result is useless to a user who is typing. */
const timeLimitMs = 5000;
const maxSuggestions = 20;
const maxTyped = 200;
/** Maximum length of a suggested value, in characters. A longer one is omitted, because it is unreadable in a list. */
const maxValue = 200;

export interface Typing {
  readonly ref:
    | { readonly type: 'ref/prompt'; readonly name: string }
    | { readonly type: 'ref/resource'; readonly uri: string };
  readonly argument: { readonly name: string; readonly value: string };
}

interface ContentServices {
  readonly content: () => Promise<ContentRegistry>;
}

/**
 * Result of a failed completion. It contains no error, because the client requests completions automatically, so an
 * error message would only disturb the user.
 */
export const nothingSuggested: CompleteResult = { completion: { values: [], hasMore: false } };

/** Pipeline step: finds the source of suggestions. @throws ProtocolError if there is none */
export async function suggestible(
  call: Typing & { readonly services: ContentServices },
): Promise<{ suggested: Suggested | readonly string[] } | { ended: CompleteResult }> {
  const suggested = await suggestedFor(await call.services.content(), call);
  const isTooLong = call.argument.value.length > maxTyped;
  return suggested === undefined || isTooLong ? { ended: nothingSuggested } : { suggested };
}

/** Pipeline step: limits the time that a completion may take. */
export const endedSoon = ({
  signal,
  client,
}: {
  readonly signal: AbortSignal | undefined;
  readonly client: (signal?: AbortSignal) => OperationClient;
}) => {
  const timeLimit = AbortSignal.timeout(timeLimitMs);
  const either = signal ? AbortSignal.any([signal, timeLimit]) : timeLimit;
  return { signal: either, client: () => client(either) };
};

/** Pipeline step: reads the values that match the typed text. */
export async function suggestionsRead(
  call: Typing & {
    readonly services: ContentServices;
    readonly suggested: Suggested | readonly string[];
    readonly client: () => OperationClient;
  },
): Promise<{ suggestions: Suggestions }> {
  const { services, suggested, argument, client } = call;
  if (typeof suggested !== 'string') return { suggestions: pick(suggested, argument.value) };
  const suggest = await (await services.content()).suggest();
  return { suggestions: await suggest[suggested](client(), argument.value.trim()) };
}

/**
 * Pipeline step: puts each value on one line without control characters, because a list has no place for delimiters
 * around untrusted text.
 */
export function suggestionsSanitised({
  services: { sanitizer },
  suggestions: { values, hasMore = false },
}: {
  readonly services: { readonly sanitizer: Sanitizer };
  readonly suggestions: Suggestions;
}): { result: CompleteResult } {
  const cleaned = values.map((value) => oneLine(sanitizer.text(value).text));
  const fit = [...new Set(cleaned)].filter((value) => value !== '' && value.length <= maxValue);
  const result = {
    completion: { values: fit.slice(0, maxSuggestions), hasMore: hasMore || fit.length > maxSuggestions },
  };
  return { result };
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

async function suggestedFor(
  content: ContentRegistry,
  { ref, argument }: Typing,
): Promise<Suggested | readonly string[] | undefined> {
  if (ref.type === 'ref/resource') {
    const resource = (await content.resources()).find(({ uri }) => uri === ref.uri);
    if (resource === undefined && ref.uri !== answerTemplate)
      throw invalid('There is no such template: resources/templates/list lists all.');
    return resource?.suggests;
  }
  const prompt = (await content.prompts()).get(ref.name);
  if (prompt === undefined) throw unknownPrompt(ref.name);
  if (isLanguageArgument(argument.name)) return languages;
  const known = argumentsOf(prompt).get(argument.name);
  if (known === undefined) throw invalid(`${ref.name} has no such argument.`);
  return known.suggests;
}

const invalid = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message);

const pick = (values: readonly string[], typed: string): Suggestions => ({
  values: values.filter((value) => value.startsWith(typed.trim().toLowerCase())),
});
