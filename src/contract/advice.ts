import type { Worded } from './language.ts';
import { asIs, joined } from './worded.ts';

/**
 * Remedies for failures, by code. Code that detects a failure returns only the remedy's code. All wording, including
 * the names of settings, is in this file. Remedies are complete sentences for people and models.
 */
export const advice = {
  'let-host-in': {
    en: 'Your administrator can allow the host in CASEBRIDGE_SIGN_IN_CLIENTS.',
    ru: 'Администратор может разрешить этот сайт в CASEBRIDGE_SIGN_IN_CLIENTS.',
  },
  'let-program-in': {
    en: 'Your administrator can let this server reach the host by https, or add the program to CASEBRIDGE_SIGN_IN_CLIENTS, or let programs register themselves with CASEBRIDGE_SIGN_IN_REGISTRATION. The command “casebridge doctor” shows more.',
    ru: 'Администратор может открыть серверу доступ к этому сайту по https, внести программу в CASEBRIDGE_SIGN_IN_CLIENTS или разрешить программам регистрироваться самим (CASEBRIDGE_SIGN_IN_REGISTRATION). Подробности покажет команда «casebridge doctor».',
  },
  'check-url': {
    en: 'The operator should check CASEBRIDGE_URL.',
    ru: 'Проверьте CASEBRIDGE_URL.',
  },
  'check-url-for-http': {
    en: 'The operator should check CASEBRIDGE_URL: should it begin with http?',
    ru: 'Проверьте CASEBRIDGE_URL: не должен ли адрес начинаться с http?',
  },
  'check-url-for-https': {
    en: 'The operator should check CASEBRIDGE_URL: should it begin with https?',
    ru: 'Проверьте CASEBRIDGE_URL: не должен ли адрес начинаться с https?',
  },
  'check-network': {
    en: 'The operator should check CASEBRIDGE_URL and the network.',
    ru: 'Проверьте CASEBRIDGE_URL и сеть.',
  },
  'check-certificate': {
    en: 'The operator should check CASEBRIDGE_URL and the certificate of the server there.',
    ru: 'Проверьте CASEBRIDGE_URL и этот сертификат.',
  },
  'trust-authority': {
    en: 'The operator should check CASEBRIDGE_URL, and set CASEBRIDGE_CA_FILE to the certificate file of that authority.',
    ru: 'Проверьте CASEBRIDGE_URL и укажите в CASEBRIDGE_CA_FILE файл с сертификатом этого удостоверяющего центра.',
  },
  'check-proxy': {
    en: 'The operator should check the proxy and its settings (HTTPS_PROXY, HTTP_PROXY, NO_PROXY).',
    ru: 'Проверьте прокси и его настройки (HTTPS_PROXY, HTTP_PROXY, NO_PROXY).',
  },
  'check-what-answers': {
    en: 'CASEBRIDGE_URL may be wrong, or a sign-in page protects the API.',
    ru: 'Возможно, адрес в CASEBRIDGE_URL неверен или API закрыт страницей входа.',
  },
  'exempt-from-sign-in': {
    en: 'The operator should check CASEBRIDGE_URL, or exempt the API from that sign-in. Do not ask the user for a password.',
    ru: 'Проверьте CASEBRIDGE_URL или откройте доступ к API без этой страницы входа.',
  },
  'try-another-version':
    'This version of the operation is not deployed (try another version of the tool), or CASEBRIDGE_URL is wrong.',
  'set-login': {
    en: 'Set CASEBRIDGE_LOGIN and CASEBRIDGE_PASSWORD.',
    ru: 'Задайте CASEBRIDGE_LOGIN и CASEBRIDGE_PASSWORD.',
  },
  'set-domain-sign-in': {
    en: 'On a machine of the domain the operator can set CASEBRIDGE_DOMAIN_SIGN_IN=true instead of CASEBRIDGE_LOGIN and CASEBRIDGE_PASSWORD.',
    ru: 'На компьютере, входящем в домен, вместо CASEBRIDGE_LOGIN и CASEBRIDGE_PASSWORD можно задать CASEBRIDGE_DOMAIN_SIGN_IN=true.',
  },
  'get-ticket': {
    en: 'The user who runs the server should sign in to the domain (kinit; on Windows with a domain account).',
    ru: 'Пользователь, от имени которого работает сервер, должен войти в домен (kinit; в Windows — с учётной записью домена).',
  },
  'check-ticket': {
    en: 'The operator should check that the service accepts Kerberos tickets for CASEBRIDGE_DOMAIN_SERVICE and knows this account.',
    ru: 'Проверьте, что система принимает билеты Kerberos для CASEBRIDGE_DOMAIN_SERVICE и знает эту учётную запись.',
  },
  'check-domain-service': {
    en: 'The operator should set CASEBRIDGE_DOMAIN_SERVICE to the service principal of the service, such as HTTP/cases.example.com.',
    ru: 'Задайте в CASEBRIDGE_DOMAIN_SERVICE имя службы (SPN) системы, например HTTP/cases.example.com.',
  },
  'check-domain': {
    en: 'The operator should check the network, and the key servers in the Kerberos configuration.',
    ru: 'Проверьте сеть и серверы ключей в настройках Kerberos.',
  },
  'check-clock': {
    en: 'The operator should correct the clock of this machine.',
    ru: 'Исправьте часы этого компьютера.',
  },
  'need-curl': {
    en: 'The operator should install curl with Kerberos (GSS-API, SSPI), and set its path in CASEBRIDGE_CURL if it is not the system’s curl.',
    ru: 'Установите curl с поддержкой Kerberos (GSS-API, SSPI) и, если это не системный curl, укажите путь к нему в CASEBRIDGE_CURL.',
  },
  'set-path': 'The operator must set CASEBRIDGE_MCP_SETTINGS_PATH to this path.',
  'check-token-file': {
    en: 'The operator should check CASEBRIDGE_SSO_TOKEN_FILE.',
    ru: 'Проверьте CASEBRIDGE_SSO_TOKEN_FILE.',
  },
  'check-login': {
    en: 'The operator should check the configured login.',
    ru: 'Проверьте логин и пароль в настройках.',
  },
  'sign-in-again': 'The user should sign in again in the assistant: its token is no longer accepted.',
  'name-the-user': {
    en: 'The operator can set CASEBRIDGE_USER_INFO_PATH, CASEBRIDGE_USER_CLAIM or, for one user, CASEBRIDGE_USER.',
    ru: 'Можно задать CASEBRIDGE_USER_INFO_PATH, CASEBRIDGE_USER_CLAIM или, для одного пользователя, CASEBRIDGE_USER.',
  },
  'check-who-is-asked': {
    en: 'The operator should check CASEBRIDGE_USER_INFO_PATH.',
    ru: 'Проверьте CASEBRIDGE_USER_INFO_PATH.',
  },
  'name-final-statuses': {
    en: 'The operator can list the finished ones in CASEBRIDGE_FINAL_STATUSES.',
    ru: 'Администратор может перечислить статусы завершённых задач в CASEBRIDGE_FINAL_STATUSES.',
  },
  'mend-the-record': 'The operator must repair the file in CASEBRIDGE_AUDIT_FILE.',
  'ask-by-own-name': 'Use an IP address, or the host of CASEBRIDGE_PUBLIC_URL.',

  'ask-otherwise':
    'The operator can use a client that supports elicitation or MCP Apps, or turn off confirmation for this class of tools with CASEBRIDGE_CONFIRM.',
  'switched-off-classes': 'Only the operator can change that, in CASEBRIDGE_ALLOW.',
  'switched-off-changes': 'Only the operator can change that, in CASEBRIDGE_READ_ONLY.',
  'switched-off-tools': 'Only the operator can change that, in CASEBRIDGE_TOOLS.',
  'name-hosts': 'Only the operator can allow hosts, in CASEBRIDGE_FETCH_HOSTS.',
  'allow-host':
    'Ask the operator to allow the host (CASEBRIDGE_FETCH_HOSTS), or ask the user for the file itself.',

  'give-content':
    'Pass its content as `text` or `base64`. If casebridge runs over stdio, the operator can also set CASEBRIDGE_EXCHANGE_DIR.',
  'give-address':
    "Give the user the document's Url instead. The operator can set CASEBRIDGE_EXCHANGE_DIR, so that files are saved there.",
  'give-address-above-limit':
    'The operator can allow larger files with CASEBRIDGE_MAX_DOWNLOAD. Give the user the document’s Url instead.',
  'ask-for-less':
    'Request less: a smaller PageSize. For a file, give the user the document’s Url; the operator can set CASEBRIDGE_EXCHANGE_DIR to have such files saved.',
} as const satisfies Record<string, string | Worded>;

export type AdviceCode = keyof typeof advice;

export function advised(what: Worded, code: AdviceCode | undefined): Worded {
  if (code === undefined) return what;
  const words: string | Worded = advice[code];
  return joined([what, words], ' ');
}

/** Works like `advised`, but takes and returns English text only, for models. */
export const withAdvice = (what: string, code: AdviceCode | undefined): string =>
  advised(asIs(what), code).en;
