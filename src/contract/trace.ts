/** What ties together all that happens for one call of a tool: in the log, in the record and at the service. */
export interface Trace {
  readonly requestId: string;
  /** Go with every request of the call. */
  readonly headers: Readonly<Record<string, string>>;
  /** What the client says of the trace that it belongs to, where that is well formed. */
  readonly context?: { readonly traceparent: string; readonly tracestate?: string } | undefined;
  /** Where traces are kept: that of the request. */
  span?: SpanContext;
  /** How the call ended, once that is known. */
  outcome?: CallOutcome;
  /** Requests that were sent for it, without those that were repeated after a failure. */
  sent: number;
  /** When requests of it were at the service. */
  readonly atService: AtService;
  /** Most that it may send; left out: as many as any call. */
  most?: number;
}

/** A piece of work within a trace; ids in hexadecimal digits, W3C Trace Context. */
export interface SpanContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | undefined;
  readonly isSampled: boolean;
}

/** A call that has ended: with a status, an error, or the code of a refusal. */
export interface CallOutcome {
  /** By which what was called is known in log and figures. */
  readonly label: string;
  readonly status?: number;
  readonly error?: unknown;
  readonly refusal?: string;
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
 * @param contexts the first that is well formed counts, the others do not
 */
export function createTrace(requestId?: unknown, ...contexts: readonly (TraceContext | undefined)[]): Trace {
  const id = isRequestId(requestId) ? requestId : crypto.randomUUID();
  const { traceparent, tracestate } = contexts.find((one) => isTraceparent(one?.traceparent)) ?? {};
  return {
    requestId: id,
    headers: { 'x-request-id': id },
    context: isTraceparent(traceparent)
      ? { traceparent, ...(isTracestate(tracestate) ? { tracestate } : {}) }
      : undefined,
    sent: 0,
    atService: { underWay: 0, since: 0, ms: 0 },
  };
}
