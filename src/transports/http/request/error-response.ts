const reasons = new WeakMap<Response, string>();

/** Why `refuse` made this answer; undefined for any other. */
export const refusalOf = (response: Response): string | undefined => reasons.get(response);

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
  reasons.set(response, message);
  return response;
}

/** @param milliseconds rounded up to whole seconds, as the header wants them */
export const retryAfter = (milliseconds: number) => ({
  'retry-after': String(Math.max(1, Math.ceil(milliseconds / 1000))),
});
