import { z } from 'zod';
import { valueFaults } from '../messages.ts';
import { address, oneOf, type Setting, secret, setting, switchedOn, wrong } from '../setting.ts';

/** Settings for callers over HTTP, and for users who sign in to casebridge. */
export const accessSettings = {
  signInWith: setting({
    name: 'sign-in',
    reader: 'operator',
    schema: oneOf(['none', 'service', 'oidc']),
    default: 'none',
    en: 'Users allow each assistant on a page of casebridge, after they sign in with their login for the `service` or at the issuer (`oidc`).',
    ru: 'Пользователи разрешают доступ каждому ассистенту на странице casebridge, войдя с логином системы (`service`) или через сервер входа (`oidc`).',
  }),
  signInClients: setting({
    name: 'sign-in-clients',
    reader: 'operator',
    schema: z.string().max(8000).transform(parseClients),
    default: 'claude.ai claude.com chatgpt.com vscode.dev',
    en: 'OAuth clients that users can allow on the sign-in page, separated by spaces: a host that publishes client metadata, or id=redirect-URI.',
    ru: 'Ассистенты, которых можно подключать на этой странице, через пробел: хост, который публикует описания своих ассистентов, или id=адрес-возврата.',
  }),
  firm: setting({
    name: 'firm',
    reader: 'operator',
    schema: z.string().trim().min(1).max(200),
    en: 'Name of the firm, shown at the top of the sign-in pages.',
    ru: 'Название фирмы; показывается в заголовке страниц входа.',
  }),
  signInRegistration: setting({
    name: 'sign-in-registration',
    reader: 'operator',
    schema: switchedOn,
    default: 'false',
    en: 'Any program may register itself as an OAuth client; the sign-in page shows the name that it registered, which nobody has verified.',
    ru: 'Любая программа может сама зарегистрироваться для этой страницы; на ней будет показано непроверенное название, которое указала программа.',
  }),
  issuer: setting({
    name: 'issuer',
    reader: 'operator',
    schema: address,
    en: 'Issuer of the callers’ single sign-on tokens; tokens of other issuers are refused. With `--sign-in oidc`: the issuer where users sign in.',
    ru: 'Сервер входа (issuer), который выдаёт токены единого входа; другие токены не принимаются. При `--sign-in oidc` через него входят пользователи.',
  }),
  audience: setting({
    name: 'audience',
    reader: 'operator',
    schema: z
      .string()
      .max(2000)
      .transform((value) => value.split(/[\s,]+/).filter((name) => name !== ''))
      .refine((names) => names.length > 0, wrong(valueFaults.audience)),
    en: 'Accepted audiences of the callers’ single sign-on tokens, separated by spaces; default: the public URL.',
    ru: 'Допустимые аудитории (aud) этих токенов, через пробел; по умолчанию — внешний адрес сервера.',
  }),
  scopes: setting({
    name: 'scopes',
    reader: 'operator',
    schema: z.string().max(2000).transform(parseScopes),
    default: 'openid profile email',
    en: 'Scopes to request from the issuer, separated by spaces; with `cases:read cases:write cases:risky` the tokens of assistants must grant them.',
    ru: 'Разрешения (scope), запрашиваемые у сервера входа, через пробел; если указаны `cases:read cases:write cases:risky`, они должны быть и в токенах ассистентов.',
  }),
  oidcClientId: setting({
    name: 'oidc-client-id',
    reader: 'operator',
    schema: z.string().min(1).max(1000),
    en: 'Client id of casebridge at the issuer, for `--sign-in oidc`; the redirect URI is /signed-in at the public URL.',
    ru: 'Идентификатор casebridge (client id) на сервере входа для `--sign-in oidc`. Адрес возврата (redirect URI) — внешний адрес с путём /signed-in.',
  }),
  oidcClientSecret: secret({
    name: 'oidc-client-secret',
    reader: 'operator',
    schema: z.string().min(1).max(1000),
    en: 'Client secret of casebridge at the issuer; if it is not set, only PKCE is used.',
    ru: 'Секрет этого клиента; если не задан, используется только PKCE.',
  }),
} as const satisfies Record<string, Setting>;

export interface SignInClients {
  /** Hosts that may publish client ID metadata documents, with the port if it is not the default one. */
  readonly documentHosts: readonly string[];
  /** Redirect URIs of the clients that the operator registered, by client id. */
  readonly typedIn: ReadonlyMap<string, readonly string[]>;
}

function parseClients(value: string, context: z.RefinementCtx): SignInClients {
  const words = value.split(/[\s,]+/).filter((word) => word !== '' && word !== 'none');
  const typedIn = new Map<string, string[]>();
  const documentHosts: string[] = [];
  for (const word of words) {
    const at = word.indexOf('=');
    const [id, address] = [word.slice(0, Math.max(at, 0)), word.slice(at + 1)];
    if (at > 0 && URL.canParse(address)) typedIn.set(id, [...(typedIn.get(id) ?? []), address]);
    else if (at === -1 && /^[\w.-]+(:\d{1,5})?$/.test(word)) documentHosts.push(word.toLowerCase());
    else
      context.addIssue({
        code: 'custom',
        message: wrong(valueFaults.client, { word: JSON.stringify(word) }),
      });
  }
  return { documentHosts, typedIn };
}

/**
 * Parses scopes. Their characters are limited by RFC 6749, 3.3. The default lacks `offline_access`, because assistants
 * request this scope themselves if they need a refresh token.
 */
function parseScopes(value: string, context: z.RefinementCtx): readonly string[] {
  const scopes = value === 'none' ? [] : value.split(/[\s,]+/).filter((scope) => scope !== '');
  const odd = scopes.find((scope) => !/^[!#-[\]-~]+$/.test(scope));
  if (odd !== undefined)
    context.addIssue({ code: 'custom', message: wrong(valueFaults.scope, { word: JSON.stringify(odd) }) });
  return scopes;
}
