import type { Worded } from '../../contract/language.ts';

export const networkMessages = {
  unreachable: {
    en: 'The case-management service cannot be reached: {why}.',
    ru: 'Система управления делами недоступна: {why}.',
  },
  proxyUnreachable: {
    en: 'The proxy for the case-management service cannot be reached: {why}.',
    ru: 'Прокси на пути к системе управления делами недоступен: {why}.',
  },
  proxyWantsUser: {
    en: 'The proxy for the case-management service requires a user name and password, or refused the configured ones (status 407).',
    ru: 'Прокси на пути к системе управления делами требует логин и пароль или не принял указанные (статус 407).',
  },
  proxyRefuses: {
    en: 'The proxy for the case-management service refuses to connect to it (status {status}).',
    ru: 'Прокси на пути к системе управления делами отказался соединиться с ней (статус {status}).',
  },
  proxyCouldNot: {
    en: 'The proxy for the case-management service could not connect to it (status {status}).',
    ru: 'Прокси на пути к системе управления делами не смог с ней соединиться (статус {status}).',
  },
} as const satisfies Record<string, Worded>;

/** Reasons for a failed connection, as the end of the message. */
export const networkReasons = {
  noHttp: {
    en: 'the server there does not speak valid HTTP',
    ru: 'сервер по этому адресу отвечает не по HTTP',
  },
  noTls: { en: 'the server there does not use TLS', ru: 'сервер по этому адресу не использует TLS' },
  untrusted: {
    en: 'its certificate is not trusted, or its TLS is not safe',
    ru: 'нет доверия к его сертификату, или его TLS небезопасен',
  },
  refused: { en: 'the connection was refused', ru: 'в соединении отказано' },
  closed: {
    en: 'the connection was closed while it was being opened',
    ru: 'соединение прервалось при установке',
  },
  unknownHost: { en: 'its host name is unknown', ru: 'имя хоста неизвестно' },
  noLookup: { en: 'its host name could not be looked up', ru: 'не удалось определить адрес по имени хоста' },
  noWay: { en: 'there is no route to its host', ru: 'нет маршрута к хосту' },
  noNetwork: { en: 'there is no network', ru: 'нет сети' },
  tooLong: { en: 'connecting took too long', ru: 'соединение устанавливалось слишком долго' },
  expired: { en: 'its certificate has expired', ru: 'истёк срок действия его сертификата' },
  notYetValid: {
    en: 'its certificate is not valid yet, or the clock of this machine is wrong',
    ru: 'его сертификат ещё не действует, или часы этого компьютера неверны',
  },
  otherHost: { en: 'its certificate is for another host', ru: 'его сертификат выдан для другого хоста' },
  selfSigned: {
    en: 'its certificate is self-signed and not trusted',
    ru: 'его сертификат самоподписанный, доверия к нему нет',
  },
  unknownAuthority: {
    en: 'its certificate comes from an authority that is not trusted',
    ru: 'его сертификат выдан удостоверяющим центром, которому нет доверия',
  },
} as const satisfies Record<string, Worded>;
