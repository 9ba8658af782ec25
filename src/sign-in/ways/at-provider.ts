import { createHash, randomBytes } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { languageOf } from '../../transports/http/index.ts';
import { createAsking } from '../asking.ts';
import { orAwayPage } from '../away.ts';
import { createConnectionList } from '../connections.ts';
import { sentForm, small } from '../forms.ts';
import { askingPage, failurePage, pageOf, providerDoorPage } from '../pages/page.ts';
import { createPending } from '../pending.ts';
import type { Records } from '../records.ts';
import type { AuthorizationRequest } from '../requests.ts';
import { type Provider, pageS, type SignInFailure, statusOf, type WaysOptions } from './ways.ts';

/** Encrypted state that the browser takes to the provider and brings back. */
interface Carried {
  /** Hash of the browser's cookie. */
  readonly browser: string;
  readonly nonce: string;
  readonly verifier: string;
  /** Request from the client. Undefined if the user wants to see the list of assistants. */
  readonly request?: AuthorizationRequest | undefined;
}

/** Encrypted state of the consent page. */
interface Agreeing {
  readonly browser: string;
  readonly request: AuthorizationRequest;
  /** Key under which the signed-in person is stored (`createPending`). */
  readonly pending: string;
}

/** Redirect path that the operator registers at the provider. */
const returnPath = '/signed-in';

const random = () => randomBytes(32).toString('base64url');
const hashed = (text: string) => createHash('sha256').update(text).digest('base64url');

/** Adds the pages for signing in at the OpenID provider and giving consent at casebridge. */
export function addProviderPages<Env extends object>(
  app: Hono<Env>,
  options: WaysOptions & {
    readonly provider: Provider;
    readonly records: Records;
    /** Called with the reason if a sign-in is refused before a request is sent to the provider. */
    readonly onRefused: (why: SignInFailure) => void;
  },
): void {
  const { resource, seal, provider, addressOf, onRefused, house } = options;
  const asking = createAsking(options);
  const pending = createPending(options.records, seal);
  const redirect = new URL(returnPath, resource).href;
  const leave = async () => provider.leave({ redirect, state: await seal.close('left', {}, pageS) });
  const connections = createConnectionList(options, async () => (await leave()) !== undefined);
  const isSecure = redirect.startsWith('https:');
  // The `__Host-` prefix prevents other hosts in the domain from setting the cookie.
  const cookie = `${isSecure ? '__Host-' : ''}casebridge-sign-in`;
  const browserOf = (context: Context) => {
    const value = getCookie(context, cookie);
    return value === undefined ? undefined : hashed(value);
  };
  const fail = (context: Context, failure: SignInFailure) => {
    const language = languageOf(context.req.raw);
    return pageOf(house, statusOf[failure], language, failurePage(language, failure));
  };
  const refuse = (context: Context, failure: SignInFailure) => {
    onRefused(failure);
    return fail(context, failure);
  };

  const door = (context: Context, alert?: 'left') => {
    const language = languageOf(context.req.raw);
    return pageOf(house, 200, language, providerDoorPage(language, alert));
  };

  const begin = async (context: Context, request?: AuthorizationRequest) => {
    // Reuse the cookie of a sign-in in another window, so that it stays valid.
    const known = getCookie(context, cookie);
    const value = known !== undefined && /^[\w-]{43}$/.test(known) ? known : random();
    const carried: Carried = { browser: hashed(value), nonce: random(), verifier: random(), request };
    const state = await seal.close('state', { ...carried }, pageS);
    const address = await provider.begin({ ...carried, redirect, state });
    if (typeof address === 'string') return fail(context, address);
    const kept = { path: '/', httpOnly: true, secure: isSecure, sameSite: 'Lax', maxAge: 2 * pageS } as const;
    setCookie(context, cookie, value, kept);
    context.header('cache-control', 'no-store');
    return context.redirect(address.href, 303);
  };
  app.get('/authorize', async (context) => {
    const request = await asking.read(context);
    return request instanceof Response ? request : begin(context, request);
  });

  app.get(
    returnPath,
    orAwayPage(house, async (context) => {
      const answer = new URL(context.req.url).searchParams;
      // The browser also comes here after a sign-out. Some providers then send no parameters.
      if (answer.size === 0 || (await seal.open('left', answer.get('state') ?? '')))
        return door(context, 'left');
      const carried = (await seal.open('state', answer.get('state') ?? '')) as Carried | undefined;
      if (carried === undefined) return refuse(context, 'late');
      if (carried.browser !== browserOf(context)) return refuse(context, 'elsewhere');
      const { request, browser } = carried;
      const signedIn = await provider.finish(answer, { ...carried, redirect, address: addressOf(context) });
      if (signedIn === 'denied' && request && request.client.vouchedBy !== 'nobody')
        return asking.refuse(context, request);
      if (typeof signedIn === 'string') return fail(context, signedIn);
      if (request === undefined) return connections.show(context, signedIn.person);
      const agreeing: Agreeing = { browser, request, pending: await pending.keep(signedIn) };
      const language = languageOf(context.req.raw);
      const sealed = await seal.close('consent', { ...agreeing }, pageS);
      const content = askingPage(language, house, { ...asking.shown(request), sealed, who: signedIn.person });
      return pageOf(house, 200, language, content, request.redirect);
    }),
  );

  app.post(
    '/authorize',
    small,
    orAwayPage(house, async (context) => {
      const form = await sentForm(context);
      const agreeing = (await seal.open('consent', form.get('request') ?? '')) as Agreeing | undefined;
      if (agreeing === undefined) return refuse(context, 'late');
      if (agreeing.browser !== browserOf(context)) return refuse(context, 'elsewhere');
      const { request } = agreeing;
      const signedIn = await pending.take(agreeing.pending);
      if (signedIn === undefined) return refuse(context, 'late');
      const granted = asking.granted(form);
      if (granted.length === 0) return asking.refuse(context, request);
      return asking.agree(context, request, signedIn, granted);
    }),
  );

  app.get('/connections', (context) => door(context));
  app.get('/connections/sign-in', (context) => begin(context));
  app.get('/connections/sign-out', async (context) => {
    const address = await leave();
    return address === undefined ? fail(context, 'away') : context.redirect(address.href, 303);
  });
  app.post(
    '/connections',
    small,
    orAwayPage(house, async (context) => {
      const form = await sentForm(context);
      return connections.end(context, form.get('ticket') ?? '', form.get('end'));
    }),
  );
}
