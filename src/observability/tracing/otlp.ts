/** Kinds of spans (opentelemetry-proto, trace/v1/trace.proto, `Span.SpanKind`). */
export const spanKinds = { server: 2, client: 3 } as const;
/** Error status (`Status.StatusCode`). Unset (0) is omitted. */
const failedStatus = 2;

/** A finished span. It contains no argument, record, person or address. */
export interface EndedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | undefined;
  readonly kind: keyof typeof spanKinds;
  readonly name: string;
  /** Time on the monotonic clock. */
  readonly began: number;
  readonly ended: number;
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
  readonly hasFailed: boolean;
}

/**
 * Returns the body of `POST /v1/traces`: `ExportTraceServiceRequest` in OTLP's JSON (opentelemetry-proto,
 * docs/specification.md, "JSON Protobuf Encoding"). Names are in lowerCamelCase, ids hexadecimal, enumerations numbers,
 * and 64-bit integers decimal strings.
 */
export function exportRequest(
  spans: readonly EndedSpan[],
  resource: Readonly<Record<string, string>>,
): object {
  const { timeOrigin } = performance;
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf(resource) },
        scopeSpans: [{ scope: { name: 'casebridge' }, spans: spans.map((span) => spanOf(span, timeOrigin)) }],
      },
    ],
  };
}

const spanOf = ({ traceId, spanId, parentId, kind, name, ...span }: EndedSpan, origin: number) => ({
  traceId,
  spanId,
  ...(parentId === undefined ? {} : { parentSpanId: parentId }),
  name,
  kind: spanKinds[kind],
  startTimeUnixNano: nanoseconds(origin + span.began),
  endTimeUnixNano: nanoseconds(origin + span.ended),
  attributes: attributesOf(span.attributes),
  status: span.hasFailed ? { code: failedStatus } : {},
});

/** Rounds to microseconds, the precision of the clock. */
const nanoseconds = (milliseconds: number) => `${BigInt(Math.round(milliseconds * 1000)) * 1000n}`;

const attributesOf = (attributes: EndedSpan['attributes']) =>
  Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined
      ? []
      : [{ key, value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value } }],
  );
