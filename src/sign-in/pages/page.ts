import { createHash } from 'node:crypto';
import { escaped, type PageLanguage } from '../../transports/http/index.ts';
import { type Client, isOwnMachine } from '../clients.ts';
import type { Grant, Person } from '../grants.ts';
import type { SignInFailure } from '../ways.ts';
import { signInTexts } from './texts.ts';

/** The pages of signing in: nothing runs in them, nothing is loaded, and no other page holds them. */

const style = `:root{color-scheme:light dark}
body{font:1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere}
fieldset{border:1px solid;border-radius:.25rem;margin:1rem 0}
label{display:block;margin:.5rem 0}
input[type=text],input[type=password]{display:block;width:100%;box-sizing:border-box;font:inherit;padding:.5rem}
a{color:inherit}
button{font:inherit;padding:.5rem 1rem;margin:.5rem .5rem .5rem 0}
[role=alert]{border-left:.25rem solid;padding:.25rem .75rem}
small{display:block}`;
const styleHash = createHash('sha256').update(style).digest('base64');

/**
 * @param returnsTo where the form leads in the end: browsers hold redirects of a form against the policy too
 */
export function pageOf(
  status: number,
  language: PageLanguage,
  content: string,
  returnsTo?: string,
): Response {
  const target = returnsTo === undefined ? '' : ` ${placeOf(returnsTo)}`;
  const { title } = signInTexts[language];
  const html = `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} · casebridge</title>
<style>${style}</style>
<main>
${content}
</main>
`;
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-language': language,
      'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'self'${target}; frame-ancestors 'none'`,
      'x-frame-options': 'DENY',
      // Without a referrer of its own browsers would send the form as nobody's, and it would be refused.
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-store',
      vary: 'accept-language',
    },
  });
}

/** An origin, or a program's own scheme. */
function placeOf(address: string): string {
  const { protocol, origin } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' ? origin : protocol;
}

export interface Asking {
  readonly client: Client;
  readonly redirect: string;
  readonly scopes: readonly string[];
  /** What the form carries back, sealed. */
  readonly sealed: string;
  /** Who signed in elsewhere; others sign in here. */
  readonly who?: Person | undefined;
  readonly login?: string | undefined;
  readonly alert?: SignInFailure | undefined;
}

const alertOf = (language: PageLanguage, alert: SignInFailure | 'ended' | 'left' | undefined) =>
  alert === undefined ? '' : `<p role="alert">${signInTexts[language][alert]}</p>`;

const fields = (language: PageLanguage, login = '') => {
  const text = signInTexts[language];
  return `<label>${text.login}<input type="text" name="login" value="${escaped(login)}" autocomplete="username" maxlength="300" autocapitalize="none" spellcheck="false" required autofocus></label>
<label>${text.password}<input type="password" name="password" autocomplete="current-password" maxlength="1000" required></label>
<small>${text.passwordStays}</small>`;
};

/** Who asks for what, and where they sign in. */
export function askingPage(language: PageLanguage, asking: Asking): string {
  const { client, redirect, scopes, sealed, who, login, alert } = asking;
  const text = signInTexts[language];
  const described = URL.canParse(client.id)
    ? `<p>${escaped(text.described(new URL(client.id).host))}</p>`
    : '';
  const returns = isOwnMachine(redirect)
    ? text.returnsHere
    : text.returns(new URL(redirect).host || new URL(redirect).protocol);
  const boxes = scopes.map(
    (scope) =>
      `<label><input type="checkbox" name="scope" value="${escaped(scope)}" checked> ${escaped(text.scopes[scope] ?? scope)}</label>`,
  );
  return `<h1>${text.title}</h1>
${alertOf(language, alert)}
<p><strong><bdi>${escaped(text.asks(client.name))}</bdi></strong></p>
${client.name === client.id ? '' : `<p>${text.unvouched}</p>`}
${described}
<p>${escaped(returns)}</p>
<p>${text.whoElse}</p>
<form method="post" action="/authorize">
<input type="hidden" name="request" value="${escaped(sealed)}">
<fieldset><legend>${text.may}</legend>
${boxes.join('\n')}
</fieldset>
${who === undefined ? fields(language, login) : `<p>${text.signedInAs} <strong><bdi>${escaped(who.name)}</bdi></strong>${who.login === who.name ? '' : ` (<bdi>${escaped(who.login)}</bdi>)`}</p>`}
<button name="answer" value="agree">${who === undefined ? text.agree : text.connect}</button>
<button name="answer" value="refuse" formnovalidate>${text.refuse}</button>
</form>`;
}

export const unusablePage = (language: PageLanguage, reason: string): string => {
  const text = signInTexts[language];
  return `<h1>${text.unusable}</h1>\n<p role="alert">${escaped(text.why(reason))}</p>`;
};

export const failurePage = (language: PageLanguage, failure: SignInFailure): string =>
  `<h1>${signInTexts[language].unusable}</h1>\n${alertOf(language, failure)}`;

/** Where people see their assistants after they have signed in. */
export function doorPage(language: PageLanguage, { alert, login }: Pick<Asking, 'alert' | 'login'>): string {
  const text = signInTexts[language];
  return `<h1>${text.mine}</h1>
${alertOf(language, alert)}
<p>${text.mineWhat}</p>
<form method="post" action="/connections">
${fields(language, login)}
<button>${text.show}</button>
</form>`;
}

/** The same where they sign in at a provider: by a link, since forms lead to no other host. */
export function providerDoorPage(language: PageLanguage, alert?: 'left'): string {
  const text = signInTexts[language];
  return `<h1>${text.mine}</h1>
${alertOf(language, alert)}
<p>${text.mineWhat}</p>
<p><a href="/connections/sign-in">${text.signIn}</a></p>`;
}

/** @param ticket with which its forms are known to be the person's own */
export function connectionsPage(
  language: PageLanguage,
  grants: readonly Grant[],
  ticket: string,
  { hasEnded, canSignOut }: { readonly hasEnded: boolean; readonly canSignOut: boolean },
): string {
  const text = signInTexts[language];
  const when = new Intl.DateTimeFormat(language === 'ru' ? 'ru-RU' : 'en-GB', {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  const button = (id: string, words: string) =>
    `<form method="post" action="/connections"><input type="hidden" name="ticket" value="${escaped(ticket)}"><button name="end" value="${escaped(id)}">${words}</button></form>`;
  const items = grants.map(
    ({ id, client, begunAt, scopes }) =>
      `<li><strong><bdi>${escaped(client.name)}</bdi></strong>, ${escaped(text.since(when.format(begunAt)))}: ${escaped(scopes.map((scope) => text.scopes[scope] ?? scope).join('; '))}${button(id, text.end)}</li>`,
  );
  return `<h1>${text.mine}</h1>
${hasEnded ? alertOf(language, 'ended') : ''}
${items.length === 0 ? `<p>${text.none}</p>` : `<ul>\n${items.join('\n')}\n</ul>\n${button('all', text.endAll)}`}
${canSignOut ? `<p><a href="/connections/sign-out">${text.signOut}</a></p>` : ''}`;
}
