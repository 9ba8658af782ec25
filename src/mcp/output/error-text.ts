import type { CallToolResult } from '@modelcontextprotocol/server';
import { withAdvice } from '../../contract/advice.ts';
import {
  ApiError,
  type CallError,
  isCallError,
  isOutcomeUnknown,
  LossError,
  NameError,
  SignInError,
} from '../../contract/errors.ts';
import type { ToolDefinition } from '../../contract/operations/operation.ts';
import { serviceMessage } from '../../contract/service-message.ts';
import { textBlock } from './file-content.ts';
import type { Sanitizer } from './sanitize.ts';

/** Returns the result of a failed call, without internal details. */
export function errorResult(
  operation: ToolDefinition,
  error: unknown,
  sanitizer: Sanitizer,
  requestId: string,
): CallToolResult {
  const text = errorText(operation, error, sanitizer, quoteIn(sanitizer), requestId);
  return { content: [textBlock(text)], isError: true };
}

/** Returns the result of a call that was not executed, with the reason. */
export const refusalResult = ({
  code,
  reason,
}: {
  readonly code: string;
  readonly reason: string;
}): CallToolResult => ({
  content: [textBlock(`${code}: ${reason}`)],
  isError: true,
});

/** Marks the service's message as data for an assistant. For a person at a terminal, the message stays unmarked. */
export const quoteIn =
  ({ fence, address }: Sanitizer) =>
  (words: string, lead = address ? '' : 'The service says:') =>
    lead === '' ? fence(words) : `${lead}\n${fence(words)}`;

/**
 * Describes a failure.
 * @param quote marks the service's own message, which may repeat text from outsiders
 * @param requestId id of the call in log and audit log. Default: not shown
 */
export function errorText(
  operation: ToolDefinition,
  error: unknown,
  sanitizer: Sanitizer,
  quote = (words: string, lead?: string) => (lead === undefined ? words : `${lead}\n${words}`),
  requestId?: string,
): string {
  const { address = (step: string) => step } = sanitizer;
  if (!isCallError(error))
    return withId(
      'INTERNAL: casebridge failed while handling the call; its log has details. The outcome is unknown.',
      requestId,
    );
  const words = serviceWords(error, sanitizer);
  const isRefusal = error instanceof ApiError;
  const own = isRefusal && words !== undefined ? [] : [address(sanitizer.text(error.message).text)];
  const what = [...own, ...(words === undefined ? [] : [quote(words)])].join('\n');
  const status = isRefusal ? ` ${error.status}` : '';
  const advice = isUncertain(operation, error) ? verify(operation) : retry(error);
  const lines = [
    `${error.code}${status}: ${what}`,
    candidatesOf(error, sanitizer, quote),
    ...furtherOf(error).flatMap((one) => [
      address(sanitizer.text(one.message).text),
      candidatesOf(one, sanitizer, quote),
    ]),
    ...[nextStep(operation, error), advice].map((step) => step && address(step)),
  ];
  const text = lines.filter((line) => line !== undefined && line !== '').join('\n');
  return withId(text, isForOperator(error) ? requestId : undefined, serviceId(error));
}

/** Checks whether an id is harmless. Any other id is marked as data from the service. */
const isPlainId = (id: string) => /^[\da-f-]{1,64}$/i.test(id);

function serviceId(error: CallError): string | undefined {
  const id = error instanceof ApiError ? error.requestId : undefined;
  return id !== undefined && isPlainId(id) ? id : undefined;
}

/** Appends the ids by which an operator can find the call. */
function withId(text: string, own: string | undefined, ofService?: string): string {
  const ids = [own, ofService !== own && ofService && (own ? `the service's: ${ofService}` : ofService)];
  const known = ids.filter(Boolean);
  return known.length === 0 ? text : `${text}\nRequest id: ${known.join('; ')}`;
}

/** Checks whether only an operator can remove the cause of the failure. */
function isForOperator(error: CallError): boolean {
  if (error instanceof ApiError) return error.status >= 500 || error.status === 401 || error.status === 403;
  return !ownMatters.has(error.code);
}

/** Codes of failures whose cause the assistant or its user can remove. */
const ownMatters = new Set([
  'INVALID_ARGUMENTS',
  'NAME_AMBIGUOUS',
  'NAME_UNKNOWN',
  'RATE_LIMITED',
  'SWITCHED_OFF',
  'TOO_MANY_REQUESTS',
  'WOULD_LOSE',
]);

/** Returns the records that a name may refer to, or the entries that a change would lose, one per line. */
function candidatesOf(
  error: CallError,
  sanitizer: Sanitizer,
  quote: (words: string, lead: string) => string,
): string | undefined {
  const [lead, records] = recordsOf(error);
  if (records.length === 0) return undefined;
  const shown = records.slice(0, maxRecords);
  const lines = shown.map((record) => sanitizer.json(JSON.stringify(record)).text);
  const others = records.length - shown.length + (error instanceof NameError ? error.others : 0);
  if (others > 0) lines.push(`and ${others} more`);
  return quote(lines.join('\n'), lead);
}

const furtherOf = (error: CallError) => (error instanceof NameError ? error.further : []);

const maxRecords = 100;

function recordsOf(error: CallError): [lead: string, records: readonly unknown[]] {
  if (error.differences.length > 0)
    return ['The change failed, but changed the record. Tell the user first. Old values:', error.differences];
  if (error instanceof LossError) return ['Entries that would be lost:', error.lost];
  if (!(error instanceof NameError)) return ['', []];
  return [error.code === 'NAME_AMBIGUOUS' ? 'They are:' : 'Candidates:', error.candidates];
}

/**
 * Returns the service's message, and ids from its response: those of duplicates and of the request. For a failed
 * sign-in, they come from the cause of the error.
 */
function serviceWords(error: CallError, sanitizer: Sanitizer): string | undefined {
  const refusal = error instanceof SignInError ? error.cause : error;
  if (!(refusal instanceof ApiError)) return undefined;
  const { body, requestId } = refusal;
  const message = serviceMessage(body);
  const duplicates = (body as { ConflictObjects?: unknown } | undefined)?.ConflictObjects;
  const id = requestId === undefined || isPlainId(requestId) ? undefined : requestId.slice(0, maxIdLength);
  const words = [
    message && sanitizer.text(message).text,
    duplicates && `ConflictObjects: ${sanitizer.json(JSON.stringify(duplicates)).text}`,
    id && `Request id: ${sanitizer.text(id).text}`,
  ].filter(Boolean);
  return words.length > 0 ? words.join('\n') : undefined;
}

const maxIdLength = 100;

/** Checks whether a change may have been made although no response confirmed it. */
const isUncertain = ({ access }: ToolDefinition, error: CallError) =>
  access !== 'read' && isOutcomeUnknown(error);

const verify = ({ verifiedBy }: ToolDefinition) =>
  verifiedBy === undefined
    ? 'No tool shows whether it happened: ask the user before doing it again.'
    : `Check with ${verifiedBy} before doing it again.`;

function nextStep(operation: ToolDefinition, error: CallError): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.isNoRoute) return operation.errors?.[error.status] ?? notDeployed;
  return operation.errors?.[error.status] ?? commonSteps[error.status];
}

const notDeployed = withAdvice('The API does not answer at this address.', 'try-another-version');

const commonSteps: Readonly<Record<number, string>> = {
  400: 'Correct the arguments as the service says.',
  401: 'The service did not accept the sign-in: the operator should check it. Do not ask the user for a password.',
  403: 'The signed-in user has no permission for this: tell the user, do not try other ways.',
  404: 'There is no such record, or the signed-in user may not see it: look the id up with a list or search tool.',
  409: 'The state of the record does not allow it: read it again and ask the user.',
  413: 'Send less.',
};

function retry(error: CallError): string | undefined {
  if (!error.canRetry) return undefined;
  const wait = error.retryAfterMs;
  return wait === undefined ? 'Trying again later can help.' : `Try again in ${Math.ceil(wait / 1000)} s.`;
}
