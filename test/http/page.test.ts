import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpProcess, startHttpProcess } from '../support/clients/harness.ts';
import { rawRequest } from '../support/clients/raw-http.ts';

/** Page that users see if they open the server's URL in a browser. */

const browser = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'sec-fetch-mode': 'navigate',
};
const kinds = {
  'one user': ['--sandbox', '--single-user'],
  token: ['--sandbox'],
  'single sign-on': ['--sandbox', '--issuer', 'https://login.example.com/a&b', '--audience', 'casebridge'],
};
type Kind = keyof typeof kinds;
const servers = new Map<Kind, HttpProcess>();
const serverOf = (kind: Kind) => servers.get(kind) as HttpProcess;
beforeAll(async () => {
  for (const [kind, args] of Object.entries(kinds))
    servers.set(kind as Kind, await startHttpProcess({ args }));
});
afterAll(() => Promise.all([...servers.values()].map((server) => server.close())));

const open = (kind: Kind, path: string, headers: Readonly<Record<string, string>> = {}) =>
  rawRequest(serverOf(kind).url, { method: 'GET', path, headers: { ...browser, ...headers } });
const unescaped = (html: string) =>
  html.replace(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)));

describe('the page at /', () => {
  it.each([
    ['one user', 'needs no sign-in'],
    ['token', 'needs your own token'],
    ['single sign-on', 'sends you to https://login.example.com/a&b to sign in'],
  ] as const)('shows the URL for assistants and the text to paste, for %s', async (kind, words) => {
    const { status, headers, text } = await open(kind, '/');
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(unescaped(text)).toContain(words);
    const pasted = [...text.matchAll(/<pre>([^<]+)<\/pre>/g)].map(([, json = '']) =>
      JSON.parse(unescaped(json)),
    );
    expect(pasted.length).toBeGreaterThan(1);
    const printed = serverOf(kind).process.stdout();
    for (const configuration of pasted) {
      expect(printed).toContain(JSON.stringify(configuration, null, 2));
      expect(JSON.stringify(configuration)).toContain(`"url":"${serverOf(kind).url}"`);
    }
  });

  it.each(Object.keys(kinds) as Kind[])(
    'runs nothing, loads nothing and holds no secret, for %s',
    async (kind) => {
      const { headers, text } = await open(kind, '/');
      const style = /<style>([\s\S]*)<\/style>/.exec(text)?.[1] ?? '';
      expect(headers['content-security-policy']).toBe(
        `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      );
      expect(headers['x-content-type-options']).toBe('nosniff');
      // The only link leads to the same page in the other language.
      const others = text.replace(/<a href="\?lang=ru" lang="ru" hreflang="ru">/, '');
      expect(others).not.toMatch(/<script|<img|<link|src=|href=|\bon\w+=|sandbox-|bearer [^$]/i);
      expect(text).not.toContain(process.cwd());
    },
  );

  it.each([
    ['ru-RU,ru;q=0.9,en;q=0.8', 'ru', 'Адрес для ассистентов'],
    ['en-GB,ru;q=0.5', 'en', 'Address for assistants'],
    ['de, RU;q=0.7, en;q=0.2', 'ru', 'Адрес для ассистентов'],
    ['fr', 'en', 'Address for assistants'],
    ['ru;q=0', 'en', 'Address for assistants'],
    ['constructor, __proto__;q=x, ;;,', 'en', 'Address for assistants'],
  ])('speaks the language of %s', async (wanted, language, words) => {
    const { headers, text } = await open('token', '/', { 'accept-language': wanted });
    expect([headers['content-language'], text.includes(words)]).toEqual([language, true]);
    expect(text).toContain(`<html lang="${language}">`);
  });

  it.each([
    ['/?lang=ru', 'ru', '<a href="?lang=en" lang="en" hreflang="en">In English</a>'],
    ['/?lang=en&a=%22%3E%3Cb', 'en', '<a href="?lang=ru&#38;a=%22%3E%3Cb" lang="ru"'],
    ['/?lang=constructor', 'en', '<a href="?lang=ru"'],
  ])('speaks the language in its address %s, and links to the other one', async (path, language, link) => {
    const { headers, text } = await open('token', path, { 'accept-language': 'en' });
    expect(headers['content-language']).toBe(language);
    expect(text).toContain(link);
  });

  it('is for the hosts of this server alone', async () => {
    expect((await open('token', '/', { host: 'evil.example' })).status).toBe(403);
  });
});

describe('the address of MCP in a browser', () => {
  it.each([
    ['en', 'Assistants connect here'],
    ['ru', 'подключаются ассистенты'],
  ])('is explained in one sentence (%s), before anybody is asked to sign in', async (language, words) => {
    for (const path of ['/mcp', '/mcp/']) {
      const { status, headers, text } = await open('token', path, { 'accept-language': language });
      expect([status, headers.allow, headers['content-type']]).toEqual([
        405,
        'POST',
        'text/plain; charset=utf-8',
      ]);
      expect(text).toContain(words);
      expect(text.trim().split('\n').length).toBe(1);
      expect(text).toContain(new URL('/', serverOf('token').url).href);
    }
  });
});
