import {
  type CallToolResult,
  type InputRequiredResult,
  isInputRequiredResult,
  SdkError,
  SdkErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Confirmations } from './guards/confirmation.ts';
import type { ToolRequest } from './requests.ts';
import { isStateless } from './revision.ts';

/**
 * Timeout of an answer. It is shorter than the lifetime of a question, so that an unanswered question still exists
 * then.
 */
const answerTimeoutMs = 590_000;

type ToolResult = CallToolResult | InputRequiredResult;
type Call = (request: ToolRequest) => Promise<ToolResult>;

/**
 * Executes a call and, for revisions with sessions, sends its question while the call waits. The SDK does the same, but
 * returns its own error text if the client declares elicitation and fails on it. Here the call is repeated without the
 * dialog: the question becomes a card, or the call is refused.
 */
export async function callAndAsk(
  request: ToolRequest,
  codec: Confirmations['codec'],
  call: Call,
): Promise<ToolResult> {
  const first = await call(request);
  if (isStateless(request.server) || !isInputRequiredResult(first)) return first;
  const { context } = request;
  const inputResponses = await answersTo(first, context);
  const second =
    inputResponses === undefined
      ? first
      : await call({ ...request, context: await answeredContext(context, codec, first, inputResponses) });
  // If the response does not belong to the question, the client cannot handle dialogs either.
  return isInputRequiredResult(second) ? call({ ...request, failsDialogs: true }) : second;
}

/** Returns undefined if the client fails on the question. @throws the reason if the call was cancelled meanwhile */
async function answersTo(
  { inputRequests = {} }: InputRequiredResult,
  { mcpReq: { send, signal } }: ServerContext,
): Promise<Record<string, unknown> | undefined> {
  const answers: Record<string, unknown> = {};
  for (const [key, { params }] of Object.entries(inputRequests)) {
    try {
      answers[key] = await send(
        { method: 'elicitation/create', params: { mode: 'form', ...params } },
        { signal, timeout: answerTimeoutMs, resetTimeoutOnProgress: true, onprogress: () => undefined },
      );
    } catch (error) {
      if (signal.aborted) throw error;
      if (!isTimeout(error)) return undefined;
      answers[key] = { action: 'cancel' };
    }
  }
  return answers;
}

const isTimeout = (error: unknown) => error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout;

/** Returns the context that a client of a later revision would send: the answers and the state of their question. */
async function answeredContext(
  context: ServerContext,
  codec: Confirmations['codec'],
  { requestState }: InputRequiredResult,
  inputResponses: Record<string, unknown>,
): Promise<ServerContext> {
  const state = requestState === undefined ? undefined : await codec.verify(requestState, context);
  const mcpReq = { ...context.mcpReq, inputResponses, requestState: <T>() => state as T };
  return { ...context, mcpReq };
}
