import type { Context } from 'hono';
import { languageOf } from '../transports/http/index.ts';
import { pageOf, unusablePage } from './pages/page.ts';
import { type AuthorizationRequest, readRequest, returning } from './requests.ts';
import type { SignedIn, WaysOptions } from './ways.ts';

/** How a client asks a person, and how it gets the answer: whichever way the person signs in. */
export function createAsking(options: WaysOptions) {
  const { resource, grants } = options;
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
      const request = await readRequest(new URL(context.req.url).searchParams, options);
      if (!('kind' in request)) return request;
      const language = languageOf(context.req.raw);
      if (request.kind === 'shown') return pageOf(400, language, unusablePage(language, request.description));
      const { error, description } = request;
      return back(context, request, { error, error_description: description });
    },
    /** The scopes that a person left ticked and agreed to; none: refused. */
    granted: (form: URLSearchParams, { scopes }: AuthorizationRequest): readonly string[] =>
      form.get('answer') === 'agree' ? scopes.filter((scope) => form.getAll('scope').includes(scope)) : [],
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
      return back(context, request, { code });
    },
    refuse: (context: Context, request: AuthorizationRequest) =>
      back(context, request, { error: 'access_denied' }),
  };
}
