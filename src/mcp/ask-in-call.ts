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
 * Timeout for an answer, in milliseconds. It is shorter than the lifetime of a confirmation, so that the confirmation
 * is still valid when the timeout ends.
 */
const answerTimeoutMs = 590_000;

type ToolResult = CallToolResult | InputRequiredResult;
type Call = (request: ToolRequest) => Promise<ToolResult>;

/**
 * Executes a call. For protocol revisions with sessions, also sends its confirmation to the client while the call
 * waits. The SDK could do this, but it returns its own error if a client declares elicitation and then fails on it.
 * Here the call is repeated without a dialog instead: the confirmation appears in a card, or the call is refused.
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
  // The confirmation is still open, because the client failed or its response contains no usable answer. Repeat the
  // call without a dialog.
  return isInputRequiredResult(second) ? call({ ...request, failsDialogs: true }) : second;
}

/**
 * Returns the user's answers. Returns undefined if the client failed on the dialog.
 * @throws the error of the request if the call was cancelled
 */
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

/**
 * Returns the context as a protocol revision without sessions provides it: with the answers to the dialog and the
 * verified state of the confirmation.
 */
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
