import type { Context } from 'hono';
import { languageOf } from '../transports/http/index.ts';
import { grantIdIn } from './grants.ts';
import { loggedClient, loggedId, loggedReason } from './note.ts';
import { pageOf, unusablePage } from './pages/page.ts';
import { type AuthorizationRequest, readRequest, returning } from './requests.ts';
import type { SignedIn, WaysOptions } from './ways/ways.ts';

/** Creates the functions for consent, which are the same for all sign-in methods. */
export function createAsking(options: WaysOptions) {
  const { resource, grants, scopes: offered, log, house } = options;
  const issuer = new URL(resource).origin;
  /** Redirects the browser to the client. */
  const back = (
    context: Context,
    { redirect, state }: Pick<AuthorizationRequest, 'redirect' | 'state'>,
    parameters: Readonly<Record<string, string | undefined>>,
  ) => context.redirect(returning(redirect, { ...parameters, state, iss: issuer }), 303);
  return {
    back,
    /** Reads an authorization request. Returns a response if the request is invalid. */
    read: async (context: Context): Promise<AuthorizationRequest | Response> => {
      const request = await readRequest(
        new URL(context.req.url).searchParams,
        options,
        options.addressOf(context),
      );
      if (!('kind' in request)) return request;
      const why = request.kind === 'shown' ? request.fault : request.error;
      const host = request.kind === 'shown' ? request.host : undefined;
      log.tried('a sign-in request was refused', { why, host: host && loggedReason(host) });
      const language = languageOf(context.req.raw);
      if (request.kind === 'shown') return pageOf(house, 400, language, unusablePage(language, request));
      const { error, description } = request;
      return back(context, request, { error, error_description: description });
    },
    /** Returns the data of an authorization request that the consent page shows. */
    shown: (request: AuthorizationRequest) => ({ ...request, offered, risky: offered.at(-1) }),
    /**
     * Returns the scopes that the person ticked; none if the person refused. The person may grant more than the client
     * requested, because many clients cannot ask again once they have tokens.
     */
    granted: (form: URLSearchParams): readonly string[] =>
      form.get('answer') === 'agree' ? offered.filter((scope) => form.getAll('scope').includes(scope)) : [],
    /** Issues an authorization code and redirects the browser to the client (RFC 6749, 4.1.2). */
    agree: async (
      context: Context,
      request: AuthorizationRequest,
      signedIn: SignedIn,
      scopes: readonly string[],
    ) => {
      const { client, redirect, challenge } = request;
      const agreed = { ...signedIn, client: { id: client.id, name: client.name }, scopes };
      const code = await grants.begin(agreed, { clientId: client.id, redirect, challenge });
      log.done('a person allowed an assistant', {
        ...{ client: loggedClient(client.id), scopes: scopes.join(' '), caller: signedIn.person.subject },
        connection: loggedId(grantIdIn(code) ?? ''),
      });
      return back(context, request, { code });
    },
    refuse: (context: Context, request: AuthorizationRequest) => {
      log.tried('a person refused an assistant', { client: loggedClient(request.client.id) });
      return back(context, request, { error: 'access_denied' });
    },
  };
}
