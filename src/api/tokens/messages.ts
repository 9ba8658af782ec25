import type { Worded } from '../../contract/language.ts';

export const signInMessages = {
  noDomain: { en: 'Domain sign-in is not switched on.', ru: 'Вход с учётной записью домена не включён.' },
  noLogin: { en: 'No login and password are configured.', ru: 'Логин и пароль не заданы.' },
  broken: { en: 'The connection broke while signing in.', ru: 'Соединение прервалось во время входа.' },
  noTokenFile: {
    en: 'The file with the single sign-on token is missing, too large, or not a file.',
    ru: 'Файла с токеном единого входа нет, он слишком велик или не является файлом.',
  },
  emptyTokenFile: {
    en: 'The file with the single sign-on token is empty.',
    ru: 'Файл с токеном единого входа пуст.',
  },
  noToken: {
    en: 'The service answered the sign-in but sent no token.',
    ru: 'Система ответила, но токен для входа не прислала.',
  },
  refused: {
    en: 'Signing in to the case-management service was refused{what}{there}',
    ru: 'Система управления делами не разрешила вход{what}{there}',
  },
  refusedSilently: {
    en: ': the service answered with status {status} and no message.',
    ru: ': он ответил со статусом {status} без пояснения.',
  },
  nothingThere: { en: ' There is no sign-in at this address.', ru: ' По этому адресу войти нельзя.' },
  ntlm: {
    en: 'The domain offers only NTLM, not Kerberos tickets.',
    ru: 'Домен предлагает только NTLM, без билетов Kerberos.',
  },
  noCurl: {
    en: 'curl, which asks the domain for a ticket, cannot be started.',
    ru: 'Не удалось запустить curl, который получает билет Kerberos.',
  },
  curlWithout: { en: 'curl was built without Kerberos.', ru: 'curl собран без Kerberos.' },
  skew: {
    en: 'The clocks of this machine and of the domain differ too much.',
    ru: 'Часы этого компьютера и домена расходятся слишком сильно.',
  },
  expired: { en: 'The domain ticket has expired.', ru: 'Срок действия билета Kerberos истёк.' },
  noRealm: {
    en: 'The domain does not know the Kerberos realm of the service.',
    ru: 'Домен не знает область (realm) системы.',
  },
  noService: {
    en: 'The domain knows no service with this name.',
    ru: 'Домен не знает службу с таким именем.',
  },
  noKeyServer: {
    en: 'The domain’s key server did not answer.',
    ru: 'Сервер ключей домена не ответил.',
  },
  noCredential: {
    en: 'The user who runs this server has no domain ticket.',
    ru: 'У пользователя, от имени которого работает сервер, нет билета Kerberos.',
  },
  noTicket: { en: 'The domain issued no ticket.', ru: 'Контроллер домена не выдал билет Kerberos.' },
} as const satisfies Record<string, Worded>;
