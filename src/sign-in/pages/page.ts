import { createHash } from 'node:crypto';
import { escaped, type PageLanguage } from '../../transports/http/index.ts';
import type { Client } from '../clients/client.ts';
import { isOwnMachine, isPlainHost } from '../clients/redirects.ts';
import type { Grant, Person } from '../grants.ts';
import type { RequestFault } from '../requests.ts';
import type { SignInFailure } from '../ways/ways.ts';
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

/** An origin, or a program's own scheme; nothing of a host that would say more in the header than a host. */
function placeOf(address: string): string {
  const url = new URL(address);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return url.protocol;
  return isPlainHost(url) ? url.origin : '';
}

export interface Asking {
  readonly client: Client;
  readonly redirect: string;
  /** The scopes that the client asks for. */
  readonly scopes: readonly string[];
  /** The scopes that a person may grant. */
  readonly offered: readonly string[];
  /** The one of them that is never ticked in advance: some clients ask for all that there are. */
  readonly risky: string | undefined;
  /** What the form carries back, sealed. */
  readonly sealed: string;
  /** Who signed in elsewhere; others sign in here. */
  readonly who?: Person | undefined;
  readonly login?: string | undefined;
  readonly alert?: SignInFailure | undefined;
}

const alertOf = (language: PageLanguage, alert: SignInFailure | 'left' | undefined) =>
  alert === undefined ? '' : alerting(signInTexts[language][alert]);
const alerting = (words: string) => `<p role="alert">${words}</p>`;

const fields = (language: PageLanguage, login = '') => {
  const text = signInTexts[language];
  return `<label>${text.login}<input type="text" name="login" value="${escaped(login)}" autocomplete="username" maxlength="300" autocapitalize="none" spellcheck="false" required autofocus></label>
<label>${text.password}<input type="password" name="password" autocomplete="current-password" maxlength="1000" required></label>
<small>${text.passwordStays}</small>`;
};

/** Who asks for what, and where they sign in. */
export function askingPage(language: PageLanguage, asking: Asking): string {
  const { client, redirect, offered, sealed, who, login, alert } = asking;
  const text = signInTexts[language];
  const words = client.vouchedBy === 'nobody' ? text.unread : text.described;
  const described = URL.canParse(client.id) ? `<p>${escaped(words(new URL(client.id).host))}</p>` : '';
  const returns = isOwnMachine(redirect)
    ? text.returnsHere
    : text.returns(new URL(redirect).host || new URL(redirect).protocol);
  const boxes = offered.map((scope) => boxOf(language, scope, asking));
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

/** One right, ticked if the client asks for it, unless it is risky. */
function boxOf(language: PageLanguage, scope: string, { scopes, risky }: Asking): string {
  const text = signInTexts[language];
  const isAsked = scopes.includes(scope);
  const tick = isAsked && scope !== risky ? ' checked' : '';
  const hint = `${isAsked ? `${text.riskyAsked} ` : ''}${text.riskyHint}`;
  const label = `<label><input type="checkbox" name="scope" value="${escaped(scope)}"${tick}> ${escaped(text.scopes[scope] ?? scope)}</label>`;
  return scope === risky ? `${label}\n<small>${hint}</small>` : label;
}

/** The page says nothing in the words of the request but a host, which it quotes. */
export const unusablePage = (
  language: PageLanguage,
  { fault, host }: { readonly fault: RequestFault; readonly host?: string | undefined },
): string => {
  const text = signInTexts[language];
  const quoted = host === undefined ? '' : ` <q><bdi>${escaped(host.slice(0, maxHostLength))}</bdi></q>`;
  return `<h1>${text.unusable}</h1>\n<p role="alert">${text.faults[fault]}${quoted}</p>\n<p>${text.ways[fault]}</p>`;
};
/** Of names in DNS. */
const maxHostLength = 253;

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

/**
 * @param ticket with which its forms are known to be the person's own
 * @param ended how many connections the person has just ended; undefined if the page was only opened
 */
export function connectionsPage(
  language: PageLanguage,
  grants: readonly Grant[],
  ticket: string,
  { ended, canSignOut }: { readonly ended: number | undefined; readonly canSignOut: boolean },
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
${ended === undefined ? '' : alerting(text.ended(ended))}
${items.length === 0 ? `<p>${text.none}</p>` : `<ul>\n${items.join('\n')}\n</ul>\n${button('all', text.endAll)}`}
${canSignOut ? `<p><a href="/connections/sign-out">${text.signOut}</a></p>` : ''}`;
}
