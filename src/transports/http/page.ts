import { createHash } from 'node:crypto';
import type { Addresses } from './addresses.ts';
import type { OAuthSignIn } from './oauth.ts';
import type { RequestHead } from './request/head.ts';

/** Configuration to paste into an assistant. */
export interface Snippet {
  /** Names of assistants and of their configuration files. */
  readonly where: string;
  readonly content: object;
}

/** Pages for users who open the server's address in a browser. They contain no secrets and no scripts. */
export interface Pages {
  /** Returns the page at `/`. */
  readonly front: (request: RequestHead) => Response;
  /** Returns the page at the MCP endpoint. Returns undefined if the request is not from a browser. */
  readonly endpoint: (request: RequestHead) => Response | undefined;
}

const style = `body{font:1rem/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}
pre{overflow-x:auto;padding:.75rem;border:1px solid;border-radius:.25rem}
:root{color-scheme:light dark}`;
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const texts = {
  en: {
    what: 'This server lets AI assistants work with the cases, tasks, events and documents of a case-management service, with the permissions of each user. There is nothing more to see in a browser.',
    address: 'Address for assistants',
    open: 'It is for the single user of this computer and needs no sign-in.',
    issuer: (issuers: string) => `The assistant sends you to ${issuers} to sign in.`,
    token: 'It needs your own token with each request; the operator of the server knows where you get one.',
    paste: 'Configuration to paste into an assistant',
    ask: 'Then ask: “Which of my tasks are due this week?”',
    endpoint: (url: string) => `Assistants connect here with MCP; instructions are at ${url}`,
  },
  ru: {
    what: 'Через этот сервер ИИ-ассистенты работают с делами, задачами, событиями и документами системы управления делами — с правами того пользователя, для которого работают. Больше ничего для просмотра в браузере здесь нет.',
    address: 'Адрес для ассистентов',
    open: 'Сервер работает только для пользователя этого компьютера, вход не требуется.',
    issuer: (issuers: string) => `Ассистент предложит вам войти через ${issuers}.`,
    token: 'Каждый запрос должен содержать ваш токен; где его получить, подскажет администратор сервера.',
    paste: 'Что вставить в настройки ассистента',
    ask: 'Затем спросите: «Какие у меня задачи со сроком на этой неделе?»',
    endpoint: (url: string) => `Здесь по MCP подключаются ассистенты; инструкция: ${url}`,
  },
} as const;
export type PageLanguage = keyof typeof texts;

/** Creates the pages. @param snippets configurations for clients */
export function createPages({ url }: Addresses, signIn: OAuthSignIn, snippets: readonly Snippet[]): Pages {
  return {
    front: (request) => {
      const language = languageOf(request);
      return page(200, language, 'text/html', frontPage(language, url.href, signIn, snippets));
    },
    endpoint: (request) => {
      if (!isBrowser(request)) return undefined;
      const language = languageOf(request);
      const sentence = texts[language].endpoint(new URL('/', url).href);
      return page(405, language, 'text/plain', `${sentence}\n`, { allow: 'POST' });
    },
  };
}

/** Checks whether the request comes from a browser. Only browsers request HTML. */
const isBrowser = ({ method, headers }: RequestHead) =>
  method === 'GET' && headers.get('accept')?.includes('text/html') === true;

const page = (status: number, language: PageLanguage, type: string, text: string, headers = {}) =>
  new Response(text, {
    status,
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'content-language': language,
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      vary: 'accept, accept-language',
      ...headers,
    },
  });

function frontPage(
  language: PageLanguage,
  url: string,
  signIn: OAuthSignIn,
  snippets: readonly Snippet[],
): string {
  const text = texts[language];
  const blocks = snippets.map(
    ({ where, content }) =>
      `<p>${escaped(where)}</p>\n<pre>${escaped(JSON.stringify(content, null, 2))}</pre>`,
  );
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>casebridge</title>
<style>${style}</style>
<h1>casebridge</h1>
<p>${text.what}</p>
<p>${text.address}: <code>${escaped(url)}</code></p>
<p>${escaped(howToSignIn(language, url, signIn))}</p>
<h2>${text.paste}</h2>
${blocks.join('\n')}
<p>${text.ask}</p>
`;
}

function howToSignIn(
  language: PageLanguage,
  url: string,
  { isOpen, isOwn, authorizationServers }: OAuthSignIn,
): string {
  const text = texts[language];
  if (isOpen) return text.open;
  if (isOwn) return text.issuer(new URL('/connections', url).href);
  return authorizationServers.length > 0 ? text.issuer(authorizationServers.join(', ')) : text.token;
}

/** Returns the preferred language of a request among those of the pages (RFC 9110, 12.5.4). Default: English. */
export function languageOf({ headers }: Pick<RequestHead, 'headers'>): PageLanguage {
  const wanted = (headers.get('accept-language') ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', quality = 'q=1'] = part.split(';').map((word) => word.trim().toLowerCase());
      return { language: tag.split('-')[0] ?? '', quality: Number(quality.slice('q='.length)) };
    })
    .filter(({ language, quality }) => Object.hasOwn(texts, language) && quality > 0)
    .sort((a, b) => b.quality - a.quality);
  return (wanted[0]?.language as PageLanguage | undefined) ?? 'en';
}

export const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
