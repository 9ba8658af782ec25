import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { languageOf } from '../transports/http/index.ts';
import { ClientError, type Clients } from './clients.ts';
import type { Grants, KeptSession, Person, Tokens } from './grants.ts';
import { askingPage, connectionsPage, doorPage, latePage, pageOf, unusablePage } from './pages/page.ts';
import { type AuthorizationRequest, isThis, readRequest, returning } from './requests.ts';
import type { Seal } from './seal.ts';

/** Why somebody was not signed in. */
export type SignInFailure = 'wrong' | 'away' | 'often';

/** Signs a person in at the service. */
export type SignPersonIn = (
  login: string,
  password: string,
  address: string,
) => Promise<{ readonly person: Person; readonly session: KeptSession } | SignInFailure>;

export interface RoutesOptions {
  /** Of this server, with the path. */
  readonly resource: string;
  /** From the mildest on; the last is asked for only where a client names it. */
  readonly scopes: readonly string[];
  readonly clients: Clients;
  readonly isRegistrationOpen: boolean;
  readonly grants: Grants;
  readonly seal: Seal;
  readonly signPersonIn: SignPersonIn;
  /** The network of a client, by which attempts are counted. */
  readonly addressOf: (context: Context) => string;
}

const pageS = 15 * 60;
const maxFormBytes = 64 * 1024;

/** The endpoints of an authorization server: RFC 8414, RFC 6749, RFC 7009, RFC 7591; and pages for people. */
export function addAuthorizationServer<Env extends object>(app: Hono<Env>, options: RoutesOptions): void {
  const { resource, scopes, clients, grants, seal, signPersonIn, addressOf } = options;
  const issuer = new URL(resource).origin;
  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    revocation_endpoint: `${issuer}/revoke`,
    ...(options.isRegistrationOpen && { registration_endpoint: `${issuer}/register` }),
    scopes_supported: scopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  };
  const small = bodyLimit({ maxSize: maxFormBytes });
  for (const path of ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration'])
    app.get(path, (context) => context.json(metadata));

  const show = async (
    context: Context,
    request: AuthorizationRequest,
    more: { login?: string; alert?: SignInFailure } = {},
  ) => {
    const language = languageOf(context.req.raw);
    const sealed = await seal.close('page', { ...request }, pageS);
    const { client, redirect } = request;
    const content = askingPage(language, { ...more, client, redirect, scopes: request.scopes, sealed });
    return pageOf(more.alert === undefined ? 200 : statusOf[more.alert], language, content, redirect);
  };

  app.get('/authorize', async (context) => {
    const request = await readRequest(new URL(context.req.url).searchParams, options);
    if (!('kind' in request)) return show(context, request);
    const language = languageOf(context.req.raw);
    if (request.kind === 'shown') return pageOf(400, language, unusablePage(language, request.description));
    const { redirect, state, error, description } = request;
    return context.redirect(
      returning(redirect, { error, error_description: description, state, iss: issuer }),
    );
  });

  app.post('/authorize', small, async (context) => {
    const form = await formOf(context);
    const request = (await seal.open('page', form.get('request') ?? '')) as AuthorizationRequest | undefined;
    const language = languageOf(context.req.raw);
    if (request === undefined) return pageOf(400, language, latePage(language));
    const { client, redirect, state, challenge } = request;
    const back = (parameters: Readonly<Record<string, string | undefined>>) =>
      context.redirect(returning(redirect, { ...parameters, state, iss: issuer }), 303);
    const granted = request.scopes.filter((scope) => form.getAll('scope').includes(scope));
    if (form.get('answer') !== 'agree' || granted.length === 0) return back({ error: 'access_denied' });
    const login = form.get('login') ?? '';
    const signedIn = await signPersonIn(login, form.get('password') ?? '', addressOf(context));
    if (typeof signedIn === 'string') return show(context, request, { login, alert: signedIn });
    const agreed = { ...signedIn, client: { id: client.id, name: client.name }, scopes: granted };
    const code = await grants.begin(agreed, { clientId: client.id, redirect, challenge });
    return back({ code });
  });

  app.post('/token', small, async (context) => {
    const form = await formOf(context);
    const value = (name: string) => form.get(name) ?? '';
    if (form.getAll('resource').some((one) => !isThis(one, resource)))
      return failure(context, 'invalid_target');
    const clientId = value('client_id');
    if (clientId === '') return failure(context, 'invalid_client', 401);
    const ways: Record<string, () => Promise<Tokens | undefined>> = {
      authorization_code: () =>
        grants.redeem(value('code'), {
          clientId,
          redirect: value('redirect_uri'),
          verifier: value('code_verifier'),
        }),
      refresh_token: () => grants.refresh(value('refresh_token'), clientId),
    };
    const grant = Object.hasOwn(ways, value('grant_type')) ? ways[value('grant_type')] : undefined;
    if (grant === undefined) return failure(context, 'unsupported_grant_type');
    const tokens = await grant();
    if (tokens === undefined) return failure(context, 'invalid_grant');
    return context.json({
      access_token: tokens.access,
      token_type: 'Bearer',
      expires_in: tokens.expiresIn,
      refresh_token: tokens.refresh,
      scope: tokens.scopes.join(' '),
    });
  });

  // Whatever comes, the answer is the same: RFC 7009, 2.2.
  app.post('/revoke', small, async (context) => {
    await grants.revoke((await formOf(context)).get('token') ?? '');
    return context.json({});
  });

  app.post('/register', small, async (context) => {
    const request: unknown = await context.req.json().catch(() => undefined);
    try {
      const { id, name, redirects } = await clients.register(request);
      const client = { client_id: id, client_name: name, redirect_uris: redirects };
      return context.json({ ...client, token_endpoint_auth_method: 'none' }, 201);
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      return context.json({ error: 'invalid_client_metadata', error_description: error.message }, 400);
    }
  });

  app.get('/connections', (context) => {
    const language = languageOf(context.req.raw);
    return pageOf(200, language, doorPage(language));
  });
  app.post('/connections', small, async (context) => {
    const form = await formOf(context);
    const language = languageOf(context.req.raw);
    const ticket = form.get('ticket');
    if (ticket === null) {
      const login = form.get('login') ?? '';
      const signedIn = await signPersonIn(login, form.get('password') ?? '', addressOf(context));
      if (typeof signedIn === 'string')
        return pageOf(statusOf[signedIn], language, doorPage(language, signedIn, login));
      const { subject } = signedIn.person;
      const own = await grants.ofPerson(subject);
      return pageOf(
        200,
        language,
        connectionsPage(language, own, await seal.close('ticket', { subject }, pageS)),
      );
    }
    const subject = (await seal.open('ticket', ticket))?.subject;
    if (typeof subject !== 'string') return pageOf(400, language, latePage(language));
    const chosen = form.get('end');
    for (const { id } of await grants.ofPerson(subject))
      if (chosen === 'all' || chosen === id) await grants.end(id);
    const left = await grants.ofPerson(subject);
    return pageOf(200, language, connectionsPage(language, left, ticket, true));
  });
}

const statusOf = { wrong: 401, away: 503, often: 429 } as const satisfies Record<SignInFailure, number>;

const formOf = async (context: Context): Promise<URLSearchParams> =>
  new URLSearchParams(
    context.req.header('content-type')?.startsWith('application/x-www-form-urlencoded')
      ? await context.req.text()
      : '',
  );

const failure = (context: Context, error: string, status: 400 | 401 = 400) => context.json({ error }, status);
