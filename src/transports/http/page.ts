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

/** Stylesheet of the page at `/`, with the colors of the sign-in pages. */
const style = `:root{color-scheme:light dark;--bg:#fff;--raise:#f5f6f8;--text:#1b1d21;--accent:#1a5aa8;--line:#dfe2e7}
@media(prefers-color-scheme:dark){:root{--bg:#1b1d21;--raise:#26292f;--text:#eef0f3;--accent:#8fbff8;--line:#3a3e46}}
body{margin:0;background:var(--raise);color:var(--text);font:1rem/1.5 system-ui,sans-serif}
main{max-width:44rem;box-sizing:border-box;margin:6vh auto 2rem;padding:24px;border:1px solid var(--line);border-radius:12px;background:var(--bg);overflow-wrap:anywhere}
h1,h2,p,pre{margin:0 0 16px}
h1{font-size:1.5rem}
h2{margin-top:24px;font-size:1.125rem}
pre{padding:12px;border:1px solid var(--line);border-radius:6px;background:var(--raise);white-space:pre-wrap;font-size:.875rem}
a{color:var(--accent);text-underline-offset:3px}
@media(max-width:44rem){body{background:var(--bg)}main{margin:0;padding:16px;border:0}}`;
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const texts = {
  en: {
    name: 'In English',
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
    name: 'По-русски',
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
      const html = frontPage(language, url.href, signIn, snippets, languageLink(request, language));
      return page(200, language, 'text/html', html);
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
  link: string,
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
<main>
<h1>casebridge</h1>
<p>${text.what}</p>
<p>${text.address}: <code>${escaped(url)}</code></p>
<p>${escaped(howToSignIn(language, url, signIn))}</p>
<h2>${text.paste}</h2>
${blocks.join('\n')}
<p>${text.ask}</p>
${link}
</main>
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

const queryOf = (url: string) => new URLSearchParams(URL.canParse(url) ? new URL(url).search : '');

/**
 * Returns the language in which a page answers a request: the one of its parameter `lang`, else the preferred one among
 * those of the pages (RFC 9110, 12.5.4). Default: English.
 */
export function languageOf({ headers, url }: Pick<RequestHead, 'headers' | 'url'>): PageLanguage {
  const chosen = queryOf(url).get('lang') ?? '';
  if (Object.hasOwn(texts, chosen)) return chosen as PageLanguage;
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

/** Renders a link to the same page in the other language. Only for requests that a browser can repeat. */
export function languageLink({ url }: Pick<RequestHead, 'url'>, language: PageLanguage): string {
  const other = language === 'en' ? 'ru' : 'en';
  const query = queryOf(url);
  query.set('lang', other);
  return `<p><a href="?${escaped(query.toString())}" lang="${other}" hreflang="${other}">${texts[other].name}</a></p>`;
}
