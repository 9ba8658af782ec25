import { type InitializeRequestParams, isJSONRPCRequest, type RequestId } from '@modelcontextprotocol/server';

/** Ids of what a body asks for. */
export const requestsIn = (body: unknown): RequestId[] =>
  (Array.isArray(body) ? body : [body]).flatMap((message) => (isJSONRPCRequest(message) ? message.id : []));

/** The request that a message cancels. */
export function cancelledBy(message: unknown): RequestId | undefined {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { requestId?: RequestId } };
  return method === 'notifications/cancelled' ? params?.requestId : undefined;
}

/** What the client once sent to begin. */
export const introduction = (params: InitializeRequestParams) => [
  { jsonrpc: '2.0', id: 0, method: 'initialize', params },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
];
