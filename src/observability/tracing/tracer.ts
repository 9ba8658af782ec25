import { randomBytes } from 'node:crypto';
import type { AttemptTracer } from '../../api/transport/traced.ts';
import { ApiError, isCallError } from '../../contract/errors.ts';
import type { CallOutcome, SpanContext, Trace } from '../../contract/trace.ts';
import { createExporter, type Exporter, type ExporterOptions } from './exporter.ts';
import { isKept, type Sampler } from './sampler.ts';

export interface TracerOptions extends ExporterOptions {
  readonly sampler: Sampler;
  /** Share of kept traces, 0 to 1. */
  readonly share: number;
}

/** A client request, with the names that MCP uses. */
export interface Requested {
  readonly method: string;
  /** Name of the tool, if there is a tool of this name. */
  readonly tool?: string;
}

/** Records spans: one per client request, and one per request to the service. */
export interface Tracer extends AttemptTracer, Pick<Exporter, 'counts' | 'close'> {
  /** Runs a request in a span of the client's trace. @param trace receives the span */
  within<Result>(trace: Trace, requested: Requested, run: () => Promise<Result>): Promise<Result>;
}

export function createTracer(options: TracerOptions): Tracer {
  const { sampler, share } = options;
  const { add, counts, close } = createExporter(options);
  const begin = (trace: Trace | undefined): SpanContext => {
    // Format of `traceparent`: `version-trace-parent-flags`.
    const [, traceId = randomBytes(16).toString('hex'), parentId, flags] =
      trace?.context?.traceparent.split('-') ?? [];
    const parent = flags === undefined ? undefined : (Number.parseInt(flags, 16) & 1) === 1;
    return { traceId, spanId: newSpanId(), parentId, isSampled: isKept(sampler, share, traceId, parent) };
  };
  return {
    counts,
    close,
    within: async (trace, { method, tool }, run) => {
      const context = begin(trace);
      trace.span = context;
      if (!context.isSampled) return run();
      const began = performance.now();
      let thrown: unknown;
      try {
        return await run();
      } catch (error) {
        thrown = error;
        throw error;
      } finally {
        const { code, status, isFault } = endOf(trace.outcome, thrown);
        add({
          ...context,
          kind: 'server',
          name: tool === undefined ? method : `${method} ${tool}`,
          began,
          ended: performance.now(),
          attributes: {
            'mcp.method.name': method,
            'gen_ai.tool.name': trace.outcome?.label ?? tool,
            'casebridge.request.id': trace.requestId,
            'casebridge.requests': trace.sent,
            'http.response.status_code': status,
            'error.type': code,
          },
          hasFailed: isFault,
        });
      }
    },
    attempt: ({ method, template, repetition = 0, trace }) => {
      const parent = trace?.span;
      const context = parent ? { ...parent, spanId: newSpanId(), parentId: parent.spanId } : begin(undefined);
      const began = performance.now();
      return {
        traceparent: `00-${context.traceId}-${context.spanId}-0${Number(context.isSampled)}`,
        end: (status, error) => {
          if (!context.isSampled) return;
          add({
            ...context,
            kind: 'client',
            name: template === undefined ? method : `${method} ${template}`,
            began,
            ended: performance.now(),
            attributes: {
              'http.request.method': method,
              'url.template': template,
              'http.response.status_code': status,
              'http.request.resend_count': repetition > 0 ? repetition : undefined,
              'error.type': status === undefined ? nameOf(error) : status >= 400 ? String(status) : undefined,
            },
            hasFailed: status === undefined || status >= 400,
          });
        },
      };
    },
  };
}

const newSpanId = () => randomBytes(8).toString('hex');

/** Returns the error code and status of a finished span. A refusal does not count as an error. */
function endOf(outcome: CallOutcome | undefined, thrown: unknown) {
  const error = outcome?.error ?? thrown;
  if (outcome?.refusal !== undefined) return { code: outcome.refusal, status: undefined, isFault: false };
  if (error === undefined) return { code: undefined, status: outcome?.status, isFault: false };
  const status = error instanceof ApiError ? error.status : undefined;
  return { code: isCallError(error) ? error.code : nameOf(error), status, isFault: true };
}

/** Returns only the class of an error, because messages may contain data. */
const nameOf = (error: unknown) => (error instanceof Error ? error.name : 'unknown');
