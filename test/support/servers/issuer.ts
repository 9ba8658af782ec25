import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

/** A single sign-on service on this machine, whose keys can change. */
export interface Issuer {
  readonly url: string;
  /** A token signed with the present key; `exp` is in five minutes unless the claims say otherwise. */
  token(claims: JWTPayload, header?: Readonly<Record<string, string>>): Promise<string>;
  /** From now on there is another key alone. */
  rotate(): Promise<void>;
  /** The public key as others could find it, in PEM-less raw form. */
  publicKey(): Promise<string>;
  /** What it does instead of answering, by path. */
  readonly faults: Map<string, (response: ServerResponse) => unknown>;
  /** Requests so far, by path. */
  readonly seen: string[];
  close(): Promise<void>;
}

/**
 * @param metadata what it says of itself beside its name and keys
 * @param also answers what it has beside them; false: it has it not
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
