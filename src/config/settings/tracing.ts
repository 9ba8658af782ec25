import { type Setting, switchedOn, text } from '../setting.ts';

/** OpenTelemetry’s own variables, by their own rules: a value that is not understood is said aloud and ends nothing. */
export const tracingSettings = {
  otelDisabled: {
    schema: text,
    env: 'OTEL_SDK_DISABLED',
    isCommon: true,
  },
  otelExporter: {
    schema: text,
    env: 'OTEL_TRACES_EXPORTER',
    isCommon: true,
    default: 'otlp',
  },
  otelEndpoint: {
    schema: text,
    env: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    isCommon: true,
  },
  otelTracesEndpoint: {
    schema: text,
    env: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    isCommon: true,
  },
  otelHeaders: {
    schema: text,
    env: 'OTEL_EXPORTER_OTLP_HEADERS',
    isCommon: true,
    secret: true,
  },
  otelTracesHeaders: {
    schema: text,
    env: 'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
    isCommon: true,
    secret: true,
  },
  otelProtocol: {
    schema: text,
    env: 'OTEL_EXPORTER_OTLP_PROTOCOL',
    isCommon: true,
    default: 'http/json',
  },
  otelServiceName: {
    schema: text,
    env: 'OTEL_SERVICE_NAME',
    isCommon: true,
  },
  otelResource: {
    schema: text,
    env: 'OTEL_RESOURCE_ATTRIBUTES',
    isCommon: true,
  },
  otelSampler: {
    schema: text,
    env: 'OTEL_TRACES_SAMPLER',
    isCommon: true,
    default: 'parentbased_always_on',
  },
  otelSamplerShare: {
    schema: text,
    env: 'OTEL_TRACES_SAMPLER_ARG',
    isCommon: true,
  },
  otelTimeout: {
    schema: text,
    env: 'OTEL_EXPORTER_OTLP_TIMEOUT',
    isCommon: true,
    default: '10000',
  },
  otelTracesTimeout: {
    schema: text,
    env: 'OTEL_EXPORTER_OTLP_TRACES_TIMEOUT',
    isCommon: true,
  },
  otelExportTimeout: {
    schema: text,
    env: 'OTEL_BSP_EXPORT_TIMEOUT',
    isCommon: true,
    default: '30000',
  },
  otelDelay: {
    schema: text,
    env: 'OTEL_BSP_SCHEDULE_DELAY',
    isCommon: true,
    default: '5000',
  },
  otelQueue: {
    schema: text,
    env: 'OTEL_BSP_MAX_QUEUE_SIZE',
    isCommon: true,
    default: '2048',
  },
  otelBatch: {
    schema: text,
    env: 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE',
    isCommon: true,
    default: '512',
  },
  passTrace: {
    schema: switchedOn,
    env: 'CASEBRIDGE_PASS_TRACE',
    flag: 'pass-trace',
    default: 'false',
  },
} as const satisfies Record<string, Setting>;
