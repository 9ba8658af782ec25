import type { InitializeRequestParams, JSONRPCMessage, RequestId } from '@modelcontextprotocol/server';

/** Code that the SDKs give to the end of a connection. */
export const connectionClosed = -32_000;
/** Whoever gives up waiting must not believe that nothing happened. */
export const unknownOutcome = 'The outcome is unknown: check before doing it again.';

/** The request that a message cancels. */
export function cancelledBy(message: unknown): RequestId | undefined {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { requestId?: RequestId } };
  return method === 'notifications/cancelled' ? params?.requestId : undefined;
}

/** What the client once sent to begin. */
export const introduction = (params: InitializeRequestParams): readonly JSONRPCMessage[] => [
  { jsonrpc: '2.0', id: 0, method: 'initialize', params: { ...params } },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
];
