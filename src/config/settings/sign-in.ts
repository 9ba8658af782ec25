import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { valueFaults } from '../messages.ts';
import { apiPath, type Setting, secret, setting, switchedOn, text, wrong } from '../setting.ts';

export const signInSettings = {
  login: setting({
    name: 'login',
    reader: 'user',
    schema: text,
    en: 'Login with which casebridge signs in to the service.',
    ru: 'Логин, с которым casebridge входит в систему.',
  }),
  password: secret({
    name: 'password',
    reader: 'user',
    schema: text,
    en: 'Password for that login.',
    ru: 'Пароль этого пользователя.',
  }),
  ssoToken: secret({
    name: 'sso-token',
    reader: 'user',
    schema: z.string().max(65_536),
    en: 'Single sign-on token, instead of login and password; the file is read again when a new token is needed.',
    ru: 'Токен единого входа вместо логина и пароля; файл читается заново, когда нужен новый токен.',
  }),
  domainSignIn: setting({
    name: 'domain-sign-in',
    reader: 'user',
    schema: switchedOn,
    default: 'false',
    en: 'Sign in with integrated domain authentication, instead of login and password.',
    ru: 'Входить с учётной записью домена вместо логина и пароля.',
  }),
  user: setting({
    name: 'user',
    reader: 'user',
    schema: text,
    en: 'User that `me` means if there is one user and the sign-in does not identify them: id, login or e-mail in the service.',
    ru: 'Кого считать пользователем `me`, если пользователь один и по данным входа его не определить: идентификатор, логин или адрес почты в системе.',
  }),
  userClaim: setting({
    name: 'user-claim',
    reader: 'operator',
    schema: z.string().regex(/^[\x21-\x7e]{1,200}$/, wrong(valueFaults.claim)),
    en: 'Token claim that contains the user’s id, login or e-mail in the service; default: the usual claims, such as `email`.',
    ru: 'Поле токена (claim) с идентификатором, логином или адресом почты пользователя в системе; по умолчанию — обычные поля.',
  }),
  userInfoPath: setting({
    name: 'user-info-path',
    reader: 'operator',
    schema: apiPath,
    en: 'Path of the service at which it returns the owner of a token, as OpenID userinfo or as a user record.',
    ru: 'Путь API, по которому система сообщает владельца токена: в виде userinfo (OpenID) или записи пользователя.',
  }),
  domainService: setting({
    name: 'domain-service',
    reader: 'operator',
    schema: z.string().regex(/^\w{1,20}\/[\w.-]{1,253}$/, wrong(valueFaults.principal)),
    en: 'Service principal name (SPN) for Kerberos tickets; default: HTTP/ and the host in `CASEBRIDGE_URL`.',
    ru: 'Имя службы (SPN) для билетов Kerberos; по умолчанию — HTTP/ и хост из `CASEBRIDGE_URL`.',
  }),
  curl: setting({
    name: 'curl',
    reader: 'operator',
    schema: z.string().max(1000).refine(isAbsolute, wrong(valueFaults.program)),
    en: 'Path of curl, which gets the tickets for domain sign-in; default: the curl of the system.',
    ru: 'Путь к программе curl, которая получает билеты Kerberos; по умолчанию — системный curl.',
  }),
} as const satisfies Record<string, Setting>;
