import type { Context } from 'hono';
import { languageOf } from '../transports/http/index.ts';
import { grantIdIn } from './grants.ts';
import { loggedClient, loggedId, loggedReason } from './note.ts';
import { pageOf, unusablePage } from './pages/page.ts';
import { type AuthorizationRequest, readRequest, returning } from './requests.ts';
import type { SignedIn, WaysOptions } from './ways/ways.ts';

/** How a client asks a person, and how it gets the answer: whichever way the person signs in. */
export function createAsking(options: WaysOptions) {
  const { resource, grants, scopes: offered, log, house } = options;
  const issuer = new URL(resource).origin;
  /** Sends the browser back to the client. */
  const back = (
    context: Context,
    { redirect, state }: Pick<AuthorizationRequest, 'redirect' | 'state'>,
    parameters: Readonly<Record<string, string | undefined>>,
  ) => context.redirect(returning(redirect, { ...parameters, state, iss: issuer }), 303);
  return {
    back,
    /** What is asked, or the answer to what cannot be. */
    read: async (context: Context): Promise<AuthorizationRequest | Response> => {
      const request = await readRequest(
        new URL(context.req.url).searchParams,
        options,
        options.addressOf(context),
      );
      if (!('kind' in request)) return request;
      const why = request.kind === 'shown' ? request.fault : request.error;
      const host = request.kind === 'shown' ? request.host : undefined;
      log.tried('a request for a sign-in was turned away', { why, host: host && loggedReason(host) });
      const language = languageOf(context.req.raw);
      if (request.kind === 'shown') return pageOf(house, 400, language, unusablePage(language, request));
      const { error, description } = request;
      return back(context, request, { error, error_description: description });
    },
    /** What the page shows of a request. */
    shown: (request: AuthorizationRequest) => ({ ...request, offered, risky: offered.at(-1) }),
    /**
     * The scopes that a person ticked and agreed to; none: refused. They may be more than the client asked for: many
     * cannot ask again once they have tokens.
     */
    granted: (form: URLSearchParams): readonly string[] =>
      form.get('answer') === 'agree' ? offered.filter((scope) => form.getAll('scope').includes(scope)) : [],
    /** Gives the client its code. */
    agree: async (
      context: Context,
      request: AuthorizationRequest,
      signedIn: SignedIn,
      scopes: readonly string[],
    ) => {
      const { client, redirect, challenge } = request;
      const agreed = { ...signedIn, client: { id: client.id, name: client.name }, scopes };
      const code = await grants.begin(agreed, { clientId: client.id, redirect, challenge });
      log.done('a person agreed to an assistant', {
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
