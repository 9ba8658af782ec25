import {
  type CompleteResult,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Suggested, Suggestions } from '../../contract/completion.ts';
import { languages } from '../../contract/language.ts';
import type { OperationClient } from '../../contract/operation-client.ts';
import type { WorkflowServices } from '../calls/call-workflow.ts';
import { createOperationClient } from '../calls/operation-client.ts';
import type { Caller } from '../calls/request-context.ts';
import { answerTemplate } from '../output/result-store.ts';
import { argumentsOf, isLanguageArgument, unknownPrompt } from './get-prompt.ts';
import type { ContentRegistry } from './registry.ts';

/** Suggestions that come later are of no use to whoever is typing. */
const patienceMs = 5000;
const maxSuggestions = 20;
const maxTyped = 200;
/** Longer values cannot be read in a list. */
const maxValue = 200;

export interface CompletionServices extends WorkflowServices {
  readonly content: () => Promise<ContentRegistry>;
}

/** What is being typed, and where. */
export interface Typing extends Caller {
  readonly ref:
    | { readonly type: 'ref/prompt'; readonly name: string }
    | { readonly type: 'ref/resource'; readonly uri: string };
  readonly argument: { readonly name: string; readonly value: string };
  readonly context: ServerContext;
}

/**
 * What the caller may mean. Whatever goes wrong with the service leaves the list empty: nobody asked for anything yet.
 * @throws ProtocolError where there is no such prompt or template
 */
export async function complete(parts: CompletionServices, typing: Typing): Promise<CompleteResult> {
  const { value: typed } = typing.argument;
  const suggested = await suggestedFor(await parts.content(), typing);
  if (suggested === undefined || typed.length > maxTyped)
    return { completion: { values: [], hasMore: false } };
  const { values, hasMore = false } =
    typeof suggested === 'string' ? await ask(parts, typing, suggested) : pick(suggested, typed);
  const cleaned = values.map((value) => oneLine(parts.sanitizer.text(value).text));
  const fit = [...new Set(cleaned)].filter((value) => value !== '' && value.length <= maxValue);
  return {
    completion: { values: fit.slice(0, maxSuggestions), hasMore: hasMore || fit.length > maxSuggestions },
  };
}

/** People read them in a list, where nothing can be put around them. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

async function suggestedFor(
  content: ContentRegistry,
  { ref, argument }: Typing,
): Promise<Suggested | readonly string[] | undefined> {
  if (ref.type === 'ref/resource') {
    const resource = (await content.resources()).find(({ uri }) => uri === ref.uri);
    if (resource === undefined && ref.uri !== answerTemplate)
      throw invalid('There is no such template: resources/templates/list has all.');
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

async function ask(
  parts: CompletionServices,
  { argument, principal, trace, context }: Typing,
  suggested: Suggested,
): Promise<Suggestions> {
  const signal = AbortSignal.any([context.mcpReq.signal, AbortSignal.timeout(patienceMs)]);
  const operations = createOperationClient(parts, { principal, signal, trace });
  const began = performance.now();
  let leave: (() => void) | undefined;
  // What is remembered costs the service nothing, so only asking it counts.
  const counted: OperationClient = {
    ...operations,
    call: (operation, args) => {
      leave ??= parts.quota?.enter(principal, { access: 'read' }, trace);
      return operations.call(operation, args);
    },
  };
  try {
    return await (await (await parts.content()).suggest())[suggested](counted, argument.value.trim());
  } catch (error) {
    const request = { tool: 'completion/complete', request: trace.requestId, caller: principal.id };
    // Somebody who types on does not wait for what was asked before.
    if (!(signal.aborted && error === signal.reason)) parts.log.call({ ...request, error, began });
    return { values: [] };
  } finally {
    leave?.();
  }
}
