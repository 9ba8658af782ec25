import type { Context, Hono } from 'hono';
import { languageLink, languageOf } from '../../transports/http/index.ts';
import { createAsking } from '../asking.ts';
import { orAwayPage } from '../away.ts';
import { createConnectionList } from '../connections.ts';
import { sentForm, small } from '../forms.ts';
import { askingPage, doorPage, failurePage, type PageContent, pageOf } from '../pages/page.ts';
import type { AuthorizationRequest } from '../requests.ts';
import { pageS, type SignInFailure, type SignPersonIn, statusOf, type WaysOptions } from './ways.ts';

/** Adds a link to the same page in the other language. A page that answers a form gets none. */
const withLink = ({ req }: Context, content: PageContent): PageContent =>
  req.method === 'GET' ? { ...content, otherLanguage: languageLink(req.raw, languageOf(req.raw)) } : content;

/** Adds the pages on which users sign in with their login for the service. */
export function addPasswordPages<Env extends object>(
  app: Hono<Env>,
  options: WaysOptions & { readonly signPersonIn: SignPersonIn },
): void {
  const { seal, signPersonIn, addressOf, house } = options;
  const asking = createAsking(options);
  const connections = createConnectionList(options);
  const show = async (
    context: Context,
    request: AuthorizationRequest,
    more: { login?: string; alert?: SignInFailure } = {},
  ) => {
    const language = languageOf(context.req.raw);
    const sealed = await seal.close('page', { ...request }, pageS);
    const page = askingPage(language, house, { ...asking.shown(request), ...more, sealed });
    const content = withLink(context, page);
    return pageOf(
      house,
      more.alert === undefined ? 200 : statusOf[more.alert],
      language,
      content,
      request.redirect,
    );
  };
  const signIn = async (context: Context, form: URLSearchParams) => {
    const login = form.get('login') ?? '';
    const signedIn = await signPersonIn(login, form.get('password') ?? '', addressOf(context));
    return { login, signedIn };
  };

  app.get('/authorize', async (context) => {
    const request = await asking.read(context);
    return request instanceof Response ? request : show(context, request);
  });
  app.post(
    '/authorize',
    small,
    orAwayPage(house, async (context) => {
      const form = await sentForm(context);
      const request = (await seal.open('page', form.get('request') ?? '')) as
        | AuthorizationRequest
        | undefined;
      const language = languageOf(context.req.raw);
      if (request === undefined) return pageOf(house, 400, language, failurePage(language, 'late'));
      const granted = asking.granted(form);
      if (granted.length === 0) return asking.refuse(context, request);
      const { login, signedIn } = await signIn(context, form);
      if (typeof signedIn === 'string') return show(context, request, { login, alert: signedIn });
      return asking.agree(context, request, signedIn, granted);
    }),
  );

  app.get('/connections', (context) => {
    const language = languageOf(context.req.raw);
    return pageOf(house, 200, language, withLink(context, doorPage(language, house, {})));
  });
  app.post(
    '/connections',
    small,
    orAwayPage(house, async (context) => {
      const form = await sentForm(context);
      const ticket = form.get('ticket');
      if (ticket !== null) return connections.end(context, ticket, form.get('end'));
      const { login, signedIn } = await signIn(context, form);
      const language = languageOf(context.req.raw);
      if (typeof signedIn === 'string')
        return pageOf(
          house,
          statusOf[signedIn],
          language,
          doorPage(language, house, { alert: signedIn, login }),
        );
      return connections.show(context, signedIn.person);
    }),
  );
}
