/** What figures tell refusals apart by, where the status alone does not; of few words, none of them a client's. */
export type RefusalKind =
  | ('host' | 'origin' | 'no_token' | 'refused_token' | 'refused_tokens_limit' | 'service_away' | 'scope')
  | ('requests_limit' | 'parallel_limit' | 'unread_limit' | 'own_sessions_limit' | 'sessions_limit');

/** Why a request was refused: in words, and in one that is counted. */
export interface RefusalReason {
  readonly message: string;
  readonly kind: RefusalKind | undefined;
}

const reasons = new WeakMap<Response, RefusalReason>();

/** Why `refuse` made this answer; undefined for any other. */
export const refusalOf = (response: Response): RefusalReason | undefined => reasons.get(response);

/** Has it counted as a refusal of this kind. */
export function countedAs(kind: RefusalKind, response: Response): Response {
  const message = reasons.get(response)?.message ?? '';
  reasons.set(response, { message, kind });
  return response;
}

/** An answer that MCP clients can show: a JSON-RPC error without an id, since the request was not looked at. */
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

/** @param milliseconds rounded up to whole seconds, as the header wants them */
export const retryAfter = (milliseconds: number) => ({
  'retry-after': String(Math.max(1, Math.ceil(milliseconds / 1000))),
});
