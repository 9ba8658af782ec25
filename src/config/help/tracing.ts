import type { Worded } from '../../contract/language.ts';

/** Settings of traces. */
export const tracingHelp = {
  otelDisabled: {
    en: 'With `true` no traces are kept, whatever the next ones say.',
    ru: 'Если `true`, трассировки нет, что бы ни говорили следующие настройки.',
  },
  otelExporter: {
    en: 'Either `otlp`, or `none` for no traces.',
    ru: 'Или `otlp`, или `none` — без трассировки.',
  },
  otelEndpoint: {
    en: 'Collector that traces are sent to over HTTP, such as http://127.0.0.1:4318; default: none are kept.',
    ru: 'Сборщик, которому трассы отправляются по HTTP, например http://127.0.0.1:4318; по умолчанию их нет.',
  },
  otelTracesEndpoint: {
    en: 'The same as a whole address, such as http://127.0.0.1:4318/v1/traces.',
    ru: 'То же полным адресом, например http://127.0.0.1:4318/v1/traces.',
  },
  otelHeaders: {
    en: 'Headers for the collector, `name=value` with commas between, values percent-encoded.',
    ru: 'Заголовки для сборщика: `name=value` через запятую, значения в процентной кодировке.',
  },
  otelTracesHeaders: {
    en: 'The same for traces alone.',
    ru: 'То же только для трасс.',
  },
  otelProtocol: {
    en: 'With http/json or http/protobuf JSON is sent, which most collectors take; with grpc nothing is.',
    ru: 'С http/json или http/protobuf отправляется JSON, который понимает большинство сборщиков; с grpc не отправляется ничего.',
  },
  otelServiceName: {
    en: 'Name of this server in traces; default: casebridge.',
    ru: 'Имя этого сервера в трассах; по умолчанию casebridge.',
  },
  otelResource: {
    en: 'What else traces say of this server, `name=value` with commas between.',
    ru: 'Что ещё трассы сообщают об этом сервере: `name=value` через запятую.',
  },
  otelSampler: {
    en: 'One of always_on, always_off, traceidratio; with parentbased_ before it, as the caller’s trace says where there is one.',
    ru: 'Что записывать: always_on, always_off или traceidratio; с parentbased_ впереди — как в трассе вызывающего, если она есть.',
  },
  otelSamplerShare: {
    en: 'Share of traces that traceidratio keeps, 0 to 1.',
    ru: 'Доля трасс, которую оставляет traceidratio, от 0 до 1.',
  },
  otelTimeout: {
    en: 'Milliseconds for what is sent to the collector at once, however often it has to be tried.',
    ru: 'Миллисекунды на одну отправку сборщику вместе со всеми повторами.',
  },
  otelTracesTimeout: {
    en: 'The same for traces alone.',
    ru: 'То же только для трасс.',
  },
  otelExportTimeout: {
    en: 'The same once more: the smaller one counts.',
    ru: 'То же ещё раз: действует меньшее из них.',
  },
  otelDelay: {
    en: 'Milliseconds that a part of a trace waits for others before it is sent.',
    ru: 'Сколько миллисекунд часть трассы ждёт других перед отправкой.',
  },
  otelQueue: {
    en: 'Parts of traces that wait at most; further ones are lost, and counted.',
    ru: 'Сколько частей трасс ждут самое большее; лишние теряются и подсчитываются.',
  },
  otelBatch: {
    en: 'Parts of traces that are sent at once, at most.',
    ru: 'Сколько частей трасс отправляется за раз самое большее.',
  },
  passTrace: {
    en: 'Tell the service which trace a request belongs to: the ids, and the `tracestate` that the assistant’s side sent.',
    ru: 'Сообщать сервису, к какой трассе относится запрос: идентификаторы и `tracestate`, присланный ассистентом.',
  },
} as const satisfies Record<string, Worded>;
