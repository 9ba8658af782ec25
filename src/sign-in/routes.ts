import type { Context, Hono } from 'hono';
import { awayOf } from './away.ts';
import { ClientError } from './clients/client.ts';
import { sentForm, small } from './forms.ts';
import type { Tokens } from './grants.ts';
import { isThis } from './requests.ts';
import type { WaysOptions } from './ways/ways.ts';

export interface RoutesOptions extends WaysOptions {
  readonly isRegistrationOpen: boolean;
  /** Whether client ID metadata documents are accepted. If so, clients prefer them to registration. */
  readonly areDescriptionsTaken: boolean;
}

/** Adds the endpoints of RFC 8414, RFC 6749, RFC 7009 and RFC 7591, without pages. */
export function addAuthorizationServer<Env extends object>(app: Hono<Env>, options: RoutesOptions): void {
  const { resource, scopes, clients, grants } = options;
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
    client_id_metadata_document_supported: options.areDescriptionsTaken,
  };
  for (const path of ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration'])
    app.get(path, (context) => context.json(metadata));

  app.post('/token', small, async (context) => {
    const form = await sentForm(context);
    const value = (name: string) => form.get(name) ?? '';
    if (form.getAll('resource').some((one) => !isThis(one, resource)))
      return failure(context, 'invalid_target', `Tokens are issued only for ${resource}.`);
    const clientId = value('client_id');
    if (clientId === '') return failure(context, 'invalid_client', 'client_id is missing.', 401);
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
    if (grant === undefined)
      return failure(
        context,
        'unsupported_grant_type',
        `grant_type must be one of ${Object.keys(ways).join(', ')}.`,
      );
    const tokens = await grant().catch(awayOf);
    if (tokens === 'away') return away(context);
    if (tokens === undefined) return failure(context, 'invalid_grant', notGranted);
    return context.json({
      access_token: tokens.access,
      token_type: 'Bearer',
      expires_in: tokens.expiresIn,
      refresh_token: tokens.refresh,
      scope: tokens.scopes.join(' '),
    });
  });

  // The response is the same for every token (RFC 7009, 2.2).
  app.post('/revoke', small, async (context) => {
    const revoked = await grants.revoke((await sentForm(context)).get('token') ?? '').catch(awayOf);
    // With 503 the client must assume that the token is still valid (RFC 7009, 2.2.1).
    return revoked === 'away' ? away(context) : context.json({});
  });

  app.post('/register', small, async (context) => {
    const request: unknown = await context.req.json().catch(() => undefined);
    try {
      const { id, name, redirects } = await clients.register(request);
      const client = { client_id: id, client_name: name, redirect_uris: redirects };
      return context.json({ ...client, token_endpoint_auth_method: 'none' }, 201);
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      return failure(context, 'invalid_client_metadata', error.message);
    }
  });
}

/** One message for all reasons, so that an attacker learns nothing about codes and tokens. */
const notGranted =
  'The code or refresh token is unknown, used, expired, or belongs to another client, or its connection has ended. Sign in again.';

/** Sends an OAuth error. @param description for the developer of the client, in the characters of RFC 6749, 5.2 */
const failure = (context: Context, error: string, description: string, status: 400 | 401 | 503 = 400) =>
  context.json({ error, error_description: description }, status);

const away = (context: Context) =>
  failure(
    context,
    'temporarily_unavailable',
    'The sign-in store is unavailable. Try again in a minute.',
    503,
  );
