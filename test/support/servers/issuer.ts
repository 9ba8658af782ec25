import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

/** Single sign-on service on this machine. Tests can replace its keys. */
export interface Issuer {
  readonly url: string;
  /** Returns a token signed with the current key. It expires in five minutes unless the claims contain `exp`. */
  token(claims: JWTPayload, header?: Readonly<Record<string, string>>): Promise<string>;
  /** Replaces the key with a new one. */
  rotate(): Promise<void>;
  /** Returns the published public key as a JWK in JSON. */
  publicKey(): Promise<string>;
  /** Faults by path, which replace the response. */
  readonly faults: Map<string, (response: ServerResponse) => unknown>;
  /** Paths of the requests so far. */
  readonly seen: string[];
  close(): Promise<void>;
}

/**
 * @param metadata metadata in addition to the issuer and the URL of the keys
 * @param also handles requests for other paths; returns false for an unknown path
 */
export async function startIssuer(
  metadata: (url: string) => object = () => ({}),
  also: (request: IncomingMessage, response: ServerResponse) => boolean = () => false,
): Promise<Issuer> {
  let count = 0;
  const newKey = async () => {
    count += 1;
    const pair = await generateKeyPair('ES256', { extractable: true });
    return { ...pair, kid: `key-${count}` };
  };
  let key = await newKey();
  const seen: string[] = [];
  const faults: Issuer['faults'] = new Map();
  const server = createServer((request, response) => {
    seen.push(request.url ?? '');
    const fault = faults.get(request.url ?? '');
    if (fault) return void fault(response);
    const pages: Record<string, () => Promise<object>> = {
      '/.well-known/openid-configuration': async () => ({
        issuer: url,
        jwks_uri: `${url}/keys`,
        ...metadata(url),
      }),
      '/keys': async () => ({ keys: [{ ...(await exportJWK(key.publicKey)), kid: key.kid, alg: 'ES256' }] }),
    };
    const page = pages[request.url ?? ''];
    if (!page && also(request, response)) return;
    if (!page) return void response.writeHead(404).end();
    void page().then((content) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(content)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    seen,
    faults,
    token: (claims, header = {}) =>
      new SignJWT({ iss: url, exp: Math.floor(Date.now() / 1000) + 300, ...claims })
        .setProtectedHeader({ alg: 'ES256', kid: key.kid, ...header })
        .sign(key.privateKey),
    rotate: async () => {
      key = await newKey();
    },
    publicKey: async () => JSON.stringify(await exportJWK(key.publicKey)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
