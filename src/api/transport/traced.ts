import type { OutboundRequest, Step } from './request.ts';

/** Keeps what becomes of each attempt, as a part of its call's trace. */
export interface AttemptTracer {
  attempt(request: Pick<OutboundRequest, 'method' | 'template' | 'repetition' | 'trace'>): AttemptSpan;
}

interface AttemptSpan {
  /** By which the service can name it; W3C Trace Context. */
  readonly traceparent: string;
  end(status: number | undefined, error: unknown): void;
}

/**
 * Has each attempt kept, where traces are, and told to the service, where that is allowed: a request for tokens serves
 * other calls as well, and belongs to no trace of theirs.
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

/** What the client said of its trace goes with it; where one is kept here, the attempt is the next in line. */
function told(request: OutboundRequest, traceparent = request.trace?.context?.traceparent): OutboundRequest {
  if (request.trace === undefined || traceparent === undefined) return request;
  const { tracestate } = request.trace.context ?? {};
  const headers = { ...request.headers, traceparent, ...(tracestate === undefined ? {} : { tracestate }) };
  return { ...request, headers };
}
