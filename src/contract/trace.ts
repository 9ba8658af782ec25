/** Data about one tool call for the log, the audit log and the service. */
export interface Trace {
  readonly requestId: string;
  /** Headers that casebridge adds to every request of the call. */
  readonly headers: Readonly<Record<string, string>>;
  /** Trace context from the client. Undefined if it is missing or malformed. */
  readonly context?: { readonly traceparent: string; readonly tracestate?: string } | undefined;
  /** Span of the request, if traces are enabled. */
  span?: SpanContext;
  outcome?: CallOutcome;
  /** Number of requests that the call has sent, not counting retries. */
  sent: number;
  /** Time during which at least one request of the call was in flight. */
  readonly atService: AtService;
  /** Maximum number of requests for this call. Default: the limit for any call. */
  most?: number;
}

/** A trace span (W3C Trace Context). Ids are hexadecimal. */
export interface SpanContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | undefined;
  readonly isSampled: boolean;
}

/** Outcome of a call: an HTTP status, an error, or the code of a refusal. */
export interface CallOutcome {
  /** Name of the called tool or resource, for log and metrics. */
  readonly label: string;
  readonly status?: number;
  readonly error?: unknown;
  readonly refusal?: string;
}

/** Measures the time during which at least one request of a call was in flight, on the monotonic clock. */
export interface AtService {
  underWay: number;
  since: number;
  /** Milliseconds accumulated so far, without the period that is still running. */
  ms: number;
}

/** Trace context that a client sent (W3C Trace Context). */
export interface TraceContext {
  readonly traceparent?: unknown;
  readonly tracestate?: unknown;
}

/** Checks whether a request id is safe in logs and headers. */
const isRequestId = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w.-]{8,64}$/.test(value);

/** Checks version, trace id, parent id and flags. Version `ff` and all-zero ids are invalid. */
const isTraceparent = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/.test(value);

const isTracestate = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w@/*-]+=[ -~]{1,511}$/.test(value) && value.length <= 512;

/**
 * Creates the trace of a call.
 * @param requestId id of the incoming request. If it is missing or malformed, a new id is created
 * @param contexts possible trace contexts. The first well-formed one is used
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
