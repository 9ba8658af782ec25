import { type Setting, switchedOn, text } from './setting.ts';

/** OpenTelemetry’s own variables, by their own rules: a value that is not understood is said aloud and ends nothing. */
export const tracingSettings = {
  otelDisabled: {
    schema: text,
    env: 'OTEL_SDK_DISABLED',
    isCommon: true,
    help: 'With `true` no traces are kept, whatever the next ones say.',
  },
  otelExporter: {
    schema: text,
    env: 'OTEL_TRACES_EXPORTER',
    isCommon: true,
    help: 'Either `otlp`, or `none` for no traces.',
    default: 'otlp',
  },
  otelEndpoint: {
    schema: text,
    env: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    isCommon: true,
    help: 'Collector that traces are sent to over HTTP, such as http://127.0.0.1:4318; default: none are kept.',
  },
  otelTracesEndpoint: {
    schema: text,
    env: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    isCommon: true,
    help: 'The same as a whole address, such as http://127.0.0.1:4318/v1/traces.',
  },
  otelHeaders: {
    schema: text,
    env: 'OTEL_EXPORTER_OTLP_HEADERS',
    isCommon: true,
    secret: true,
    help: 'Headers for the collector, `name=value` with commas between, values percent-encoded.',
  },
  otelTracesHeaders: {
    schema: text,
    env: 'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
    isCommon: true,
    secret: true,
    help: 'The same for traces alone.',
  },
  otelProtocol: {
    schema: text,
    env: 'OTEL_EXPORTER_OTLP_PROTOCOL',
    isCommon: true,
    help: 'With http/json or http/protobuf JSON is sent, which most collectors take; with grpc nothing is.',
    default: 'http/json',
  },
  otelServiceName: {
    schema: text,
    env: 'OTEL_SERVICE_NAME',
    isCommon: true,
    help: 'Name of this server in traces; default: casebridge.',
  },
  otelResource: {
    schema: text,
    env: 'OTEL_RESOURCE_ATTRIBUTES',
    isCommon: true,
    help: 'What else traces say of this server, `name=value` with commas between.',
  },
  otelSampler: {
    schema: text,
    env: 'OTEL_TRACES_SAMPLER',
    isCommon: true,
    help: 'One of always_on, always_off, traceidratio; with parentbased_ before it, as the caller’s trace says where there is one.',
    default: 'parentbased_always_on',
  },
  otelSamplerShare: {
    schema: text,
    env: 'OTEL_TRACES_SAMPLER_ARG',
    isCommon: true,
    help: 'Share of traces that traceidratio keeps, 0 to 1.',
  },
  passTrace: {
    schema: switchedOn,
    env: 'CASEBRIDGE_PASS_TRACE',
    flag: 'pass-trace',
    help: 'Tell the service which trace a request belongs to: the ids, and the `tracestate` that the assistant’s side sent.',
    default: 'false',
  },
} as const satisfies Record<string, Setting>;
