export interface ProtocolRefusal {
  readonly status: number;
  readonly code: number;
  readonly message: string;
}

const badRequest = -32_000;
const invalidRequest = -32_600;
const parseError = -32_700;
const noSession = -32_001;

/** Refusals with the same messages as in the SDK, because clients recognize these messages. */
export const protocolRefusals = {
  acceptBoth: {
    status: 406,
    code: badRequest,
    message: 'Not Acceptable: Client must accept both application/json and text/event-stream',
  },
  acceptEvents: {
    status: 406,
    code: badRequest,
    message: 'Not Acceptable: Client must accept text/event-stream',
  },
  batch: {
    status: 400,
    code: invalidRequest,
    message: 'Invalid Request: Batch must not exceed 100 messages',
  },
  noMessage: { status: 400, code: parseError, message: 'Parse error: Invalid JSON-RPC message' },
  ended: { status: 404, code: noSession, message: 'Session not found' },
  notBegun: { status: 400, code: badRequest, message: 'Bad Request: Server not initialized' },
  begun: { status: 400, code: invalidRequest, message: 'Invalid Request: Server already initialized' },
  oneIntroduction: {
    status: 400,
    code: invalidRequest,
    message: 'Invalid Request: Only one initialization request is allowed',
  },
  listening: {
    status: 409,
    code: badRequest,
    message: 'Conflict: Only one SSE stream is allowed per session',
  },
  connected: {
    status: 409,
    code: badRequest,
    message: 'Conflict: Stream already has an active connection',
  },
  noEvent: { status: 400, code: badRequest, message: 'Invalid event ID format' },
} as const satisfies Readonly<Record<string, ProtocolRefusal>>;

export const unknownRevision = (given: string, known: readonly string[]): ProtocolRefusal => ({
  status: 400,
  code: badRequest,
  message: `Bad Request: Unsupported protocol version: ${given} (supported versions: ${known.join(', ')})`,
});

export const answerTo = ({ status, code, message }: ProtocolRefusal): Response =>
  Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status });
