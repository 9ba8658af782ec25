import { z } from 'zod';
import { address, common, type Setting, setting, switchedOn, text, whole } from '../setting.ts';

/** Settings for the connection to the service. */
export const serviceSettings = {
  url: setting({
    name: 'url',
    reader: 'user',
    schema: address,
    en: 'Base URL of the case-management service, without /api.',
    ru: 'Адрес системы управления делами, без /api.',
  }),
  timeout: setting({
    name: 'timeout',
    reader: 'operator',
    schema: whole(1, 900),
    default: '60',
    en: 'Time limit of one call including retries, in seconds.',
    ru: 'Сколько секунд отводится на один вызов вместе с повторами.',
  }),
  allowHttp: setting({
    name: 'allow-http',
    reader: 'operator',
    schema: switchedOn,
    default: 'false',
    en: 'Allow an http address on another machine: passwords and tokens then cross the network unprotected.',
    ru: 'Разрешить адрес http на другом компьютере: пароли и токены тогда передаются по сети без защиты.',
  }),
  caFile: setting({
    name: 'ca-file',
    reader: 'operator',
    schema: text,
    isPath: true,
    en: 'PEM file with additional trusted CA certificates, for the service and the proxy.',
    ru: 'Файл PEM с сертификатами дополнительных удостоверяющих центров для системы и прокси.',
  }),
  httpsProxy: common({
    env: 'HTTPS_PROXY',
    reader: 'operator',
    schema: text,
    secret: true,
    en: 'Proxy for a service whose address begins with https, `http://user:password@host:port`; a service on this machine is called directly.',
    ru: 'Прокси `http://user:password@host:port` для системы с адресом https; к системе на этом компьютере запросы идут напрямую.',
  }),
  httpProxy: common({
    env: 'HTTP_PROXY',
    reader: 'operator',
    schema: text,
    secret: true,
    en: 'Proxy for a service whose address begins with http; the proxy must allow CONNECT to the port of the service.',
    ru: 'Прокси для системы, адрес которого начинается с http; прокси должен разрешать CONNECT к порту системы.',
  }),
  noProxy: common({
    env: 'NO_PROXY',
    reader: 'operator',
    schema: text,
    en: 'Hosts to reach without a proxy: names with their subdomains, addresses, ranges, `host:port`, `*` for all.',
    ru: 'Хосты, к которым нужно обращаться без прокси: имена (вместе с поддоменами), адреса, диапазоны, `host:port`; `*` — все хосты.',
  }),
  sandbox: setting({
    name: 'sandbox',
    reader: 'user',
    schema: switchedOn,
    default: 'false',
    en: 'Use the embedded service with its sample data; no other setting is needed. The variable also accepts `if-empty`: use it only if no address and no sign-in are set.',
    ru: 'Использовать встроенную систему с учебными данными без других настроек. Значение переменной `if-empty`: только если не заданы ни адрес, ни способ входа.',
  }),
  sandboxProfile: setting({
    name: 'sandbox-profile',
    reader: 'developer',
    schema: z.string().max(40),
    default: 'convenient',
    en: 'Type of deployment that the embedded service simulates; `casebridge sandbox --profile list` lists the types.',
    ru: 'Вариант установки, который имитирует встроенная система; список покажет `casebridge sandbox --profile list`.',
  }),
} as const satisfies Record<string, Setting>;
