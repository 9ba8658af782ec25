import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { agree, type Visit } from './person.ts';

/** Redirect URI of the test client. Nothing listens there. */
export const back = 'http://127.0.0.1:9/back';

export interface AssistantOptions {
  /** Input of the user in the pages. */
  readonly visit: Visit;
  /** Client id, if it was configured in advance. */
  readonly clientId?: string | undefined;
  /** URL of the client's metadata document. Without `clientId` and `document`, the client registers dynamically. */
  readonly document?: string | undefined;
}

/** OAuth client that knows only the address of a server: the OAuth client of the SDK, and a user in a browser. */
export function createAssistant(url: string, { visit, clientId, document }: AssistantOptions) {
  const kept: Record<string, any> = clientId === undefined ? {} : { client: { client_id: clientId } };
  const visits: URL[] = [];
  const wallet: OAuthClientProvider = {
    redirectUrl: back,
    ...(document !== undefined && { clientMetadataUrl: document }),
    clientMetadata: {
      client_name: 'Assistant',
      redirect_uris: [back],
      application_type: 'native',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
    } as OAuthClientProvider['clientMetadata'],
    clientInformation: () => kept.client,
    ...(clientId === undefined && {
      saveClientInformation: (client: unknown) => {
        kept.client = client;
      },
    }),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => {
      kept.tokens = tokens;
    },
    redirectToAuthorization: (address) => {
      visits.push(address);
    },
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier;
    },
    codeVerifier: () => kept.verifier,
    saveDiscoveryState: (state) => {
      kept.discovered = state;
    },
    discoveryState: () => kept.discovered,
  };
  /** Runs a function. If sign-in is required, signs in and runs it once more. */
  const withSignIn = async <T>(run: (transport: StreamableHTTPClientTransport) => Promise<T>): Promise<T> => {
    for (let tries = 0; tries < 2; tries += 1) {
      const transport = new StreamableHTTPClientTransport(new URL(url), { authProvider: wallet });
      try {
        return await run(transport);
      } catch (error) {
        const asked = visits.at(-1);
        if (!(error instanceof UnauthorizedError) || asked === undefined || tries > 0) throw error;
        const { searchParams } = await agree(asked, back, visit);
        await transport.finishAuth(searchParams);
      } finally {
        await transport.close();
      }
    }
    throw new Error('never');
  };
  return {
    call: (name: string, args: Record<string, unknown> = {}) =>
      withSignIn(async (transport) => {
        const client = new Client({ name: 'assistant', version: '1' });
        await client.connect(transport);
        return client.callTool({ name, arguments: args });
      }),
    /** Addresses to which the browser was sent so far. */
    visits,
    /** State that the client stores between calls, such as its tokens. */
    kept,
  };
}
