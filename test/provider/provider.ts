import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { install } from '../support/repository/installed.ts';

const folder = fileURLToPath(new URL('./', import.meta.url));

/** Real OpenID provider on this machine. It accepts any user name and password, and asks for consent. */
export interface Provider {
  readonly url: string;
  close(): Promise<void>;
}

export interface ProviderOptions {
  /** Server for which tokens are issued (resource indicator). */
  readonly resource: string;
  /** Preconfigured client, besides those that register dynamically. */
  readonly typedIn: {
    readonly id: string;
    readonly redirect: string;
    readonly secret?: string;
    /** Redirect address after sign-out. */
    readonly left?: string;
  };
}

/** Types of the package, which contains none. */
interface Library {
  readonly Provider: new (
    issuer: string,
    settings: object,
  ) => { callback(): Parameters<typeof createServer>[1] };
}

/** Starts the provider on a free port. The package is installed on first use. */
export async function startProvider({ resource, typedIn }: ProviderOptions): Promise<Provider> {
  install(folder);
  const { Provider } = (await import(
    pathToFileURL(`${folder}node_modules/oidc-provider/lib/index.js`).href
  )) as Library;
  const listener: { answer?: Parameters<typeof createServer>[1] } = {};
  const server = createServer((request, response) => listener.answer?.(request, response as never));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const granted = {
    scope: 'cases:read cases:write cases:risky',
    audience: resource,
    accessTokenFormat: 'jwt',
    accessTokenTTL: 600,
    jwt: { sign: { alg: 'RS256' } },
  };
  listener.answer = new Provider(url, {
    clients: [
      {
        client_id: typedIn.id,
        redirect_uris: [typedIn.redirect],
        post_logout_redirect_uris: typedIn.left === undefined ? [] : [typedIn.left],
        token_endpoint_auth_method: typedIn.secret === undefined ? 'none' : 'client_secret_basic',
        ...(typedIn.secret !== undefined && { client_secret: typedIn.secret }),
        application_type: 'native',
        grant_types: ['authorization_code', 'refresh_token'],
      },
    ],
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    findAccount: (_context: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id }) }),
    scopes: ['openid', 'offline_access', 'cases:read', 'cases:write', 'cases:risky'],
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: true },
      registration: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        getResourceServerInfo: () => granted,
      },
    },
    cookies: { keys: ['a key of tests alone'] },
  }).callback();
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
