import type { InitializeRequestParams, JSONRPCMessage, RequestId } from '@modelcontextprotocol/server';

/** Error code of the SDKs for a closed connection. */
export const connectionClosed = -32_000;
/** Last sentence of error messages. Without it, a client could assume that the call had no effect. */
export const unknownOutcome = 'The outcome is unknown: check before doing it again.';
export const serverEnded = `The server ended before it answered this request. ${unknownOutcome}`;
export const sessionEnded = `The session ended before this request was answered. ${unknownOutcome}`;

/** Returns the id of the request that a message cancels. Returns undefined for other messages. */
export function cancelledBy(message: unknown): RequestId | undefined {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { requestId?: RequestId } };
  return method === 'notifications/cancelled' ? params?.requestId : undefined;
}

/** Returns the messages with which a client starts a session. */
export const introduction = (params: InitializeRequestParams): readonly JSONRPCMessage[] => [
  { jsonrpc: '2.0', id: 0, method: 'initialize', params: { ...params } },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
];
