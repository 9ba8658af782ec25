/** Label of refusals in metrics, if the status is not specific enough. A fixed set of words without client data. */
export type RefusalKind =
  | ('host' | 'origin' | 'no_token' | 'refused_token' | 'refused_tokens_limit' | 'service_away' | 'scope')
  | ('requests_limit' | 'parallel_limit' | 'unread_limit' | 'own_sessions_limit' | 'sessions_limit');

/** Reason for a refusal: a message, and a label for metrics. */
export interface RefusalReason {
  readonly message: string;
  readonly kind: RefusalKind | undefined;
}

const reasons = new WeakMap<Response, RefusalReason>();

/** Returns the reason for a response that `refuse` created. Returns undefined for other responses. */
export const refusalOf = (response: Response): RefusalReason | undefined => reasons.get(response);

export function countedAs(kind: RefusalKind, response: Response): Response {
  const message = reasons.get(response)?.message ?? '';
  reasons.set(response, { message, kind });
  return response;
}

/** Creates a response that MCP clients can show: a JSON-RPC error without an id, because the request was not parsed. */
export function refuse(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
  code = -32_000,
): Response {
  const response = Response.json(
    { jsonrpc: '2.0', error: { code, message }, id: null },
    { status, headers: { 'cache-control': 'no-store', ...headers } },
  );
  reasons.set(response, { message, kind: undefined });
  return response;
}

/** Returns the `Retry-After` header. @param milliseconds rounded up to whole seconds, as the header requires */
export const retryAfter = (milliseconds: number) => ({
  'retry-after': String(Math.max(1, Math.ceil(milliseconds / 1000))),
});
