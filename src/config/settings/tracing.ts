import { common, type Setting, setting, switchedOn, text } from '../setting.ts';

/**
 * OpenTelemetry's own variables. As its specification requires, an invalid value is logged and the server starts
 * anyway.
 */
export const tracingSettings = {
  endpoint: common({
    env: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    reader: 'operator',
    schema: text,
    en: 'Collector for traces over HTTP, such as http://127.0.0.1:4318; default: no traces.',
    ru: 'Коллектор для трасс по HTTP, например http://127.0.0.1:4318; по умолчанию трассировки нет.',
  }),
  tracesEndpoint: common({
    env: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    reader: 'operator',
    schema: text,
    en: 'Full URL for traces, such as http://127.0.0.1:4318/v1/traces; overrides `OTEL_EXPORTER_OTLP_ENDPOINT`.',
    ru: 'Полный адрес для трасс, например http://127.0.0.1:4318/v1/traces; важнее, чем `OTEL_EXPORTER_OTLP_ENDPOINT`.',
  }),
  headers: common({
    env: 'OTEL_EXPORTER_OTLP_HEADERS',
    reader: 'operator',
    schema: text,
    secret: true,
    en: 'Headers for the collector: `name=value`, separated by commas, values percent-encoded.',
    ru: 'Заголовки для коллектора: `name=value` через запятую, специальные символы — кодами вида %40.',
  }),
  tracesHeaders: common({
    env: 'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
    reader: 'operator',
    schema: text,
    secret: true,
    en: 'Headers sent only with traces; same format.',
    ru: 'Заголовки, которые отправляются только с трассами; формат тот же.',
  }),
  protocol: common({
    env: 'OTEL_EXPORTER_OTLP_PROTOCOL',
    reader: 'operator',
    schema: text,
    default: 'http/json',
    en: 'Both http/json and http/protobuf send JSON, which most collectors accept; grpc sends nothing.',
    ru: 'При http/json и http/protobuf отправляется JSON, который принимает большинство коллекторов; при grpc не отправляется ничего.',
  }),
  timeout: common({
    env: 'OTEL_EXPORTER_OTLP_TIMEOUT',
    reader: 'operator',
    schema: text,
    default: '10000',
    en: 'Time limit of one export to the collector including retries, in milliseconds.',
    ru: 'Предельное время одной отправки коллектору вместе с повторами, в миллисекундах.',
  }),
  delay: common({
    env: 'OTEL_BSP_SCHEDULE_DELAY',
    reader: 'operator',
    schema: text,
    default: '5000',
    en: 'Milliseconds that a span waits for others before it is sent.',
    ru: 'Сколько миллисекунд отрезок трассы (span) ждёт других перед отправкой.',
  }),
  serviceName: common({
    env: 'OTEL_SERVICE_NAME',
    reader: 'operator',
    schema: text,
    en: 'Name of this server in traces; default: casebridge.',
    ru: 'Имя этого сервера в трассах; по умолчанию casebridge.',
  }),
  resource: common({
    env: 'OTEL_RESOURCE_ATTRIBUTES',
    reader: 'operator',
    schema: text,
    en: 'Further attributes of this server in traces: `name=value`, separated by commas.',
    ru: 'Дополнительные сведения об этом сервере в трассах: `name=value` через запятую.',
  }),
  sampler: common({
    env: 'OTEL_TRACES_SAMPLER',
    reader: 'operator',
    schema: text,
    default: 'parentbased_always_on',
    en: 'One of always_on, always_off, traceidratio; with the prefix parentbased_ the caller’s trace decides if there is one.',
    ru: 'Какие трассы записывать: always_on, always_off или traceidratio; с приставкой parentbased_ решает трасса вызывающей программы, если она есть.',
  }),
  samplerShare: common({
    env: 'OTEL_TRACES_SAMPLER_ARG',
    reader: 'operator',
    schema: text,
    en: 'Share of traces that traceidratio keeps, 0 to 1.',
    ru: 'Доля трасс, которые записываются при traceidratio, от 0 до 1.',
  }),
  exporter: common({
    env: 'OTEL_TRACES_EXPORTER',
    reader: 'operator',
    schema: text,
    default: 'otlp',
    en: 'Either `otlp`, or `none` for no traces.',
    ru: 'Трассировка: `otlp` или `none` (без неё).',
  }),
  disabled: common({
    env: 'OTEL_SDK_DISABLED',
    reader: 'operator',
    schema: text,
    en: 'Set to `true` for no traces, regardless of the following settings.',
    ru: 'Если `true`, трассировки нет независимо от следующих настроек.',
  }),
  passTrace: setting({
    name: 'pass-trace',
    reader: 'operator',
    schema: switchedOn,
    default: 'false',
    en: 'Send trace headers to the service: the ids, and the `tracestate` of the assistant’s side.',
    ru: 'Передавать системе заголовки трассировки: идентификаторы и `tracestate`, присланный ассистентом.',
  }),
} as const satisfies Record<string, Setting>;
