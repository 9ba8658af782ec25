import { escaped, type PageLanguage } from '../../transports/http/index.ts';
import type { Client } from '../clients/client.ts';
import { isOwnMachine, isPlainHost } from '../clients/redirects.ts';
import { type Grant, idleDays, type Person } from '../grants.ts';
import type { RequestFault } from '../requests.ts';
import type { SignInFailure } from '../ways/ways.ts';
import type { House } from './house.ts';
import { style, styleHash } from './style.ts';
import { signInTexts } from './texts.ts';

/** Sign-in pages. They run no scripts, load nothing, and cannot be framed. */

/** Content of one page, without the parts that all pages share. */
export interface PageContent {
  readonly html: string;
  /** Title of the browser window. */
  readonly title: string;
  readonly isWide?: boolean;
  /** Link to the same page in the other language. Undefined if the browser cannot request the page again. */
  readonly otherLanguage?: string | undefined;
}

const initials = (name: string) => (name.match(/(?<!\p{L})\p{L}/gu) ?? []).slice(0, 2).join('').toUpperCase();
const mono = (name: string, more = '') =>
  `<span class="mono${more}" aria-hidden="true">${escaped(initials(name))}</span>`;

const houseOf = (language: PageLanguage, { firm, host }: House) => {
  const about = `${signInTexts[language].service} · ${escaped(host)}`;
  return `<div class="firm">${mono(firm ?? host)}<p>${firm === undefined ? about : `<bdi>${escaped(firm)}</bdi><small>${about}</small>`}</p></div>`;
};

/**
 * Renders a page.
 * @param returnsTo address to which the form finally redirects. `form-action` must allow it, because browsers apply
 * that directive to redirects, too
 */
export function pageOf(
  house: House,
  status: number,
  language: PageLanguage,
  { html: content, title, isWide, otherLanguage = '' }: PageContent,
  returnsTo?: string,
): Response {
  const target = returnsTo === undefined ? '' : ` ${placeOf(returnsTo)}`;
  const html = `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)} · ${escaped(house.firm ?? house.host)}</title>
<style>${style}</style>
<main${isWide ? ' class="wide"' : ''}>
${houseOf(language, house)}
${content}
${otherLanguage}
</main>
`;
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-language': language,
      'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'self'${target}; frame-ancestors 'none'`,
      'x-frame-options': 'DENY',
      // Without a referrer, browsers would send the form with the origin `null`, and it would be refused.
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-store',
      vary: 'accept-language',
    },
  });
}

/**
 * Returns the origin or private scheme of an address. Returns an empty string for an unusual host, because such a host
 * could inject further words into the header.
 */
function placeOf(address: string): string {
  const url = new URL(address);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return url.protocol;
  return isPlainHost(url) ? url.origin : '';
}

export interface Asking {
  readonly client: Client;
  readonly redirect: string;
  /** The scopes that the client requests. */
  readonly scopes: readonly string[];
  /** The scopes that a person may grant. */
  readonly offered: readonly string[];
  /** The scope that is never preselected, even if a client requests all scopes. */
  readonly risky: string | undefined;
  /** Encrypted state that the form sends back. */
  readonly sealed: string;
  /** The person, if signed in at the provider. Otherwise the page asks for login and password. */
  readonly who?: Person | undefined;
  readonly login?: string | undefined;
  readonly alert?: SignInFailure | undefined;
}

const alertOf = (language: PageLanguage, alert: SignInFailure | 'left' | undefined) => {
  if (alert === undefined) return '';
  const [first = '', ...rest] = signInTexts[language][alert].split('\n');
  const more = rest.length > 0 ? `<span>${rest.join(' ')}</span>` : '';
  return `<p role="${alert === 'left' ? 'status' : 'alert'}">${first}${more}</p>`;
};

const fields = (
  language: PageLanguage,
  host: string,
  { login = '', alert }: Pick<Asking, 'login' | 'alert'>,
) => {
  const text = signInTexts[language];
  const isWrong = alert === 'wrong';
  const focus = (isHere: boolean) => (isHere ? ' autofocus' : '');
  const invalid = isWrong ? ' aria-invalid="true"' : '';
  return `<label>${text.login}<small>${escaped(text.loginHint(host))}</small><input type="text" name="login" value="${escaped(login)}" autocomplete="username" maxlength="300" autocapitalize="none" spellcheck="false" required${focus(!isWrong)}></label>
<div><label for="password">${text.password}</label><input id="password" type="password" name="password" autocomplete="current-password" maxlength="1000" required aria-describedby="${isWrong ? 'wrong ' : ''}stays"${invalid}${focus(isWrong)}>${isWrong ? `<span class="wrong" id="wrong">${text.again}</span>` : ''}<small id="stays">${escaped(text.passwordStays(host))}</small></div>`;
};

const whoOf = (language: PageLanguage, { name, login }: Pick<Person, 'name' | 'login'>, link = '') =>
  `<p class="who"><span>${signInTexts[language].signedInAs} <strong><bdi>${escaped(name)}</bdi></strong>${login === name ? '' : ` <span class="dim">(<bdi>${escaped(login)}</bdi>)</span>`}</span>${link}</p>`;

/** Renders the consent page. It also asks for login and password if the person has not signed in at a provider. */
export function askingPage(language: PageLanguage, house: House, asking: Asking): PageContent {
  const { client, redirect, offered, sealed, who, alert } = asking;
  const text = signInTexts[language];
  const words = client.vouchedBy === 'nobody' ? text.unread : text.described;
  const described = URL.canParse(client.id) ? ` ${escaped(words(new URL(client.id).host))}` : '';
  const returns = isOwnMachine(redirect)
    ? text.returnsHere
    : new URL(redirect).host || new URL(redirect).protocol;
  const vouched = client.name === client.id ? '' : text.unvouched;
  const about = `${vouched}${described}`.trim();
  const html = `<div class="pair" aria-hidden="true">${mono(client.name, ' other')}<i></i>${mono(house.firm ?? house.host)}</div>
<div><h1>${text.asks(`<bdi>${escaped(client.name)}</bdi>`)}</h1>${about === '' ? '' : `<p class="dim">${about}</p>`}</div>
${alertOf(language, alert)}
${who === undefined ? '' : whoOf(language, who)}
<form method="post" action="/authorize?lang=${language}">
<input type="hidden" name="request" value="${escaped(sealed)}">
<fieldset><legend>${text.may}</legend>
${offered.map((scope) => boxOf(language, scope, asking)).join('\n')}
</fieldset>
<dl class="facts"><dt>${text.returns}</dt><dd>${escaped(returns)}</dd><dt>${text.until}</dt><dd>${text.untilWhat(idleDays)}</dd></dl>
${who === undefined ? fields(language, house.host, asking) : ''}
<button class="main" name="answer" value="agree">${who === undefined ? text.agree : text.connect}</button>
<button class="link" name="answer" value="refuse" formnovalidate>${text.refuse}</button>
<p class="dim">${text.whoElse}</p>
</form>`;
  return { html, title: text.title };
}

/** Renders one scope. It is preselected if the client requests it, unless it is risky. */
function boxOf(language: PageLanguage, scope: string, { scopes, risky }: Asking): string {
  const text = signInTexts[language];
  const isAsked = scopes.includes(scope);
  const tick = isAsked && scope !== risky ? ' checked' : '';
  const [name, what] = text.rights[scope] ?? [scope, ''];
  const hint = scope === risky ? `${what} ${isAsked ? `${text.riskyAsked} ` : ''}${text.riskyHint}` : what;
  return `<label class="right"><input type="checkbox" name="scope" value="${escaped(scope)}"${tick}><span>${escaped(name).replaceAll('\n', '<br>')}</span><small>${hint}</small></label>`;
}

/** Renders an error page. The only data from the request that it shows is a host, in quotation marks. */
export const unusablePage = (
  language: PageLanguage,
  { fault, host }: { readonly fault: RequestFault; readonly host?: string | undefined },
): PageContent => {
  const text = signInTexts[language];
  const quoted = host === undefined ? '' : ` <q><bdi>${escaped(host.slice(0, maxHostLength))}</bdi></q>`;
  const html = `<h1>${text.unusable}</h1>\n<p role="alert">${text.faults[fault]}${quoted}<span>${text.nothing} ${text.ways[fault]}</span></p>`;
  return { html, title: text.unusable };
};
/** Maximum length of a DNS name. */
const maxHostLength = 253;

export const failurePage = (language: PageLanguage, failure: SignInFailure): PageContent => {
  const { unusable } = signInTexts[language];
  return { html: `<h1>${unusable}</h1>\n${alertOf(language, failure)}`, title: unusable };
};

/** Renders the sign-in form for the list of connected assistants. */
export function doorPage(
  language: PageLanguage,
  house: House,
  more: Pick<Asking, 'alert' | 'login'>,
): PageContent {
  const text = signInTexts[language];
  const html = `<h1>${text.mine}</h1>
${alertOf(language, more.alert)}
<p>${text.mineWhat}</p>
<form method="post" action="/connections?lang=${language}">
${fields(language, house.host, more)}
<button class="main">${text.signIn}</button>
</form>`;
  return { html, title: text.mine };
}

/**
 * Renders the page that leads to the list of connected assistants if users sign in at a provider. It has a link,
 * because the content security policy does not allow forms to lead to another host.
 */
export function providerDoorPage(language: PageLanguage, alert?: 'left'): PageContent {
  const text = signInTexts[language];
  const html = `<h1>${text.mine}</h1>
${alertOf(language, alert)}
<p>${text.mineWhat}</p>
<p><a class="main" href="/connections/sign-in">${text.signIn}</a></p>`;
  return { html, title: text.mine };
}

interface ListedConnections {
  readonly person: Pick<Person, 'name' | 'login'>;
  readonly grants: readonly Grant[];
  /** Encrypted proof that the forms of the page belong to this person. */
  readonly ticket: string;
  /** Connections that the person has just ended; undefined if the page was only opened. */
  readonly ended: readonly Grant[] | undefined;
  readonly canSignOut: boolean;
  readonly now: number;
}

export function connectionsPage(
  language: PageLanguage,
  { person, grants, ticket, ended, canSignOut, now }: ListedConnections,
): PageContent {
  const text = signInTexts[language];
  const form = (id: string, button: string) =>
    `<form method="post" action="/connections?lang=${language}"><input type="hidden" name="ticket" value="${escaped(ticket)}">${button.replace('<button', `<button name="end" value="${escaped(id)}"`)}</form>`;
  const items = grants.map((grant) => {
    const name = escaped(grant.client.name);
    const times = `${text.used(distanceOf(language, grant.seenAt, now))} · ${originOf(language, grant, now)}`;
    const chips = grant.scopes.map(
      (scope) =>
        `<span class="chip${scope === grant.scopes.at(-1) && scope.endsWith(':risky') ? ' risky' : ''}">${escaped(text.short[scope] ?? scope)}</span>`,
    );
    return `<li>${mono(grant.client.name, ' other')}<div><strong><bdi>${name}</bdi></strong><small>${escaped(times)}</small>${chips.join(' ')}</div>${form(grant.id, `<button aria-label="${text.end}: ${name}, ${escaped(originOf(language, grant, now))}">${text.end}</button>`)}</li>`;
  });
  const all =
    items.length > 1
      ? `<details><summary>${text.endAll(items.length)}</summary><p>${text.endSure}</p>${form('all', `<button class="sure">${text.endAll(items.length)}</button>`)}</details>`
      : '';
  const out = canSignOut ? `<a href="/connections/sign-out">${text.signOut}</a>` : '';
  const html = `<h1>${text.mine}</h1>
${ended === undefined ? '' : endedWords(language, ended, now)}
${whoOf(language, person, out)}
${items.length === 0 ? `<p><strong>${text.none}</strong></p>` : `<p class="dim">${text.mineAre}</p>\n<ul class="list">\n${items.join('\n')}\n</ul>\n${all}`}`;
  return { html, title: text.mine, isWide: true };
}

function endedWords(language: PageLanguage, grants: readonly Grant[], now: number): string {
  const text = signInTexts[language];
  const [first] = grants;
  if (first === undefined) return `<p role="status">${text.endedBefore}</p>`;
  if (grants.length > 1)
    return `<p role="status">${text.endedAll(grants.length)}<span>${text.endedAllWhat}</span></p>`;
  // Several assistants may have the same name.
  const which = escaped(originOf(language, first, now));
  return `<p role="status">${text.ended(`<bdi>${escaped(first.client.name)}</bdi>`)}<span>${text.endedOne(which)} ${text.endedWhat}</span></p>`;
}

/**
 * Describes when a connection began, and to which host its program returned. This distinguishes assistants with the
 * same name.
 */
function originOf(language: PageLanguage, { begunAt, redirect }: Grant, now: number): string {
  const text = signInTexts[language];
  const when = text.begun(dateOf(language, begunAt, now));
  if (redirect === undefined || !URL.canParse(redirect)) return when;
  const { host, protocol } = new URL(redirect);
  return `${when} · ${isOwnMachine(redirect) ? text.fromComputer : host || protocol}`;
}

const dayMs = 86_400_000;
const localeOf = (language: PageLanguage) => (language === 'ru' ? 'ru-RU' : 'en-GB');

/** Formats a distance in days: `today`, `3 days ago`. Counts days of UTC, because the user's time zone is unknown. */
function distanceOf(language: PageLanguage, at: number, now: number): string {
  const days = Math.floor(at / dayMs) - Math.floor(now / dayMs);
  return new Intl.RelativeTimeFormat(localeOf(language), { numeric: 'auto' }).format(days, 'day');
}

/** Formats a date-time in UTC, with the year if it is not the current one. */
function dateOf(language: PageLanguage, at: number, now: number): string {
  const isThisYear = new Date(at).getUTCFullYear() === new Date(now).getUTCFullYear();
  return new Intl.DateTimeFormat(localeOf(language), {
    ...{ day: 'numeric', month: 'long', timeZone: 'UTC' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23', timeZoneName: 'short' },
    ...(isThisYear ? {} : { year: 'numeric' }),
  }).format(at);
}
