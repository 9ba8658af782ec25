/** Kinds of span; opentelemetry-proto, trace/v1/trace.proto, `Span.SpanKind`. */
export const spanKinds = { server: 2, client: 3 } as const;
/** The same, `Status.StatusCode`; unset (0) is left out. */
const failedStatus = 2;

/** A piece of work that has ended. Nothing in it is an argument, a record, a person or an address. */
export interface EndedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | undefined;
  readonly kind: keyof typeof spanKinds;
  readonly name: string;
  /** On the monotonic clock. */
  readonly began: number;
  readonly ended: number;
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
  readonly hasFailed: boolean;
}

/**
 * A request for `POST /v1/traces`: `ExportTraceServiceRequest` as OTLP's JSON has it (opentelemetry-proto,
 * docs/specification.md, "JSON Protobuf Encoding"): names in lowerCamelCase, ids in hexadecimal digits, enumerations as
 * numbers, integers of 64 bits as decimal strings.
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

/** To the microsecond, as exact as the clock is. */
const nanoseconds = (milliseconds: number) => `${BigInt(Math.round(milliseconds * 1000)) * 1000n}`;

const attributesOf = (attributes: EndedSpan['attributes']) =>
  Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined
      ? []
      : [{ key, value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value } }],
  );
