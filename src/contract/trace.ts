/** What ties together all that happens for one call of a tool: in the log, in the record and at the service. */
export interface Trace {
  readonly requestId: string;
  /** Go with every request of the call. */
  readonly headers: Readonly<Record<string, string>>;
  /** Requests that were sent for it, without those that were repeated after a failure. */
  sent: number;
  /** When requests of it were at the service. */
  readonly atService: AtService;
  /** Most that it may send; left out: as many as any call. */
  most?: number;
}

/** The time in which at least one request of a call was at the service, on the monotonic clock. */
export interface AtService {
  underWay: number;
  since: number;
  /** Without what is under way. */
  ms: number;
}

/** What a client says of the trace that its call belongs to (W3C Trace Context). */
export interface TraceContext {
  readonly traceparent?: unknown;
  readonly tracestate?: unknown;
}

/** Fit for logs and headers. */
const isRequestId = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w.-]{8,64}$/.test(value);

/** Version, trace, parent and flags: no version `ff`, and neither id of zeros alone. */
const isTraceparent = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/.test(value);

const isTracestate = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w@/*-]+=[ -~]{1,511}$/.test(value) && value.length <= 512;

/**
 * @param requestId of the request that carries the call; a new one is made where it is missing or malformed
 * @param contexts the first that is well formed is passed on, the others are not
 */
export function createTrace(requestId?: unknown, ...contexts: readonly (TraceContext | undefined)[]): Trace {
  const id = isRequestId(requestId) ? requestId : crypto.randomUUID();
  const headers: Record<string, string> = { 'x-request-id': id };
  const context = contexts.find((one) => isTraceparent(one?.traceparent));
  if (context) {
    headers.traceparent = context.traceparent as string;
    if (isTracestate(context.tracestate)) headers.tracestate = context.tracestate;
  }
  return { requestId: id, headers, sent: 0, atService: { underWay: 0, since: 0, ms: 0 } };
}
