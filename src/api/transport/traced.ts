import type { OutboundRequest, Step } from './request.ts';

/** Records each attempt as a span of its call's trace. */
export interface AttemptTracer {
  attempt(request: Pick<OutboundRequest, 'method' | 'template' | 'repetition' | 'trace'>): AttemptSpan;
}

interface AttemptSpan {
  /** Header value for the service (W3C Trace Context). */
  readonly traceparent: string;
  end(status: number | undefined, error: unknown): void;
}

/**
 * Records each attempt if tracing is on, and sends its trace context to the service if the settings allow this. Token
 * requests carry no trace context, because they serve several calls.
 */
export const traced =
  (tracer: AttemptTracer | undefined, isToldOn: boolean): Step =>
  (next) => {
    if (tracer === undefined) return isToldOn ? (request) => next(told(request)) : next;
    return async (request) => {
      const span = tracer.attempt(request);
      try {
        const answer = await next(isToldOn ? told(request, span.traceparent) : request);
        span.end(answer.status, undefined);
        return answer;
      } catch (error) {
        span.end(undefined, error);
        throw error;
      }
    };
  };

/** Adds the trace context of the recorded attempt to the headers. Default: that of the client. */
function told(request: OutboundRequest, traceparent = request.trace?.context?.traceparent): OutboundRequest {
  if (request.trace === undefined || traceparent === undefined) return request;
  const { tracestate } = request.trace.context ?? {};
  const headers = { ...request.headers, traceparent, ...(tracestate === undefined ? {} : { tracestate }) };
  return { ...request, headers };
}
