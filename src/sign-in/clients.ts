import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { letGo } from '../util/let-go.ts';
import { isLoopback } from '../util/loopback.ts';
import { readBounded } from '../util/read-bounded.ts';
import type { Seal } from './seal.ts';

/** A program that wants to act for a person. None has a secret: each proves by PKCE that it is the one that began. */
export interface Client {
  readonly id: string;
  /** As it calls itself; nobody vouches for it. */
  readonly name: string;
  readonly redirects: readonly string[];
}

/** A client that is not taken, in words for whoever set it up. */
export class ClientError extends Error {}

/** Reaches addresses of documents that describe clients. */
type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface ClientsOptions {
  /** Hosts whose documents are taken, such as `assistant.example.com`. */
  readonly documentHosts: readonly string[];
  /** Clients that the operator typed in: redirect addresses by id. */
  readonly typedIn: ReadonlyMap<string, readonly string[]>;
  /** Whether any program may register itself; RFC 7591. */
  readonly isRegistrationOpen: boolean;
  readonly fetch: Fetch;
  readonly seal: Seal;
}

export interface Clients {
  /** @throws ClientError */
  find(id: string): Promise<Client>;
  /** @returns a client whose id says all that is known of it. @throws ClientError */
  register(request: unknown): Promise<Client>;
}

const maxDocumentBytes = 64 * 1024;
const timeoutMs = 5_000;
/** How long a document counts: a client that changes its redirect addresses waits as long. */
const documentMs = 10 * 60_000;
const registrationS = 365 * 24 * 60 * 60;
const maxIdLength = 2048;

const redirects = z.array(z.string().max(2048).refine(isRedirect)).min(1).max(20);
const described = z.looseObject({
  client_name: z.string().max(200).optional(),
  redirect_uris: redirects,
});
const document = described.extend({ client_id: z.string() });

export function createClients(options: ClientsOptions): Clients {
  const { typedIn, documentHosts, isRegistrationOpen, fetch, seal } = options;
  const documents = letGo(
    new LRUCache<string, Promise<Client>>({
      max: 1000,
      ttl: documentMs,
    }),
  );
  const byDocument = (id: string): Promise<Client> => {
    const known = documents.get(id);
    if (known) return known;
    const asked = readDocument(id, fetch);
    documents.set(id, asked);
    // A failure is not kept: the next sign-in asks again.
    asked.catch(() => documents.delete(id));
    return asked;
  };
  return {
    find: async (id) => {
      const given = typedIn.get(id);
      if (given !== undefined) return { id, name: id, redirects: given };
      if (id.length > maxIdLength) throw new ClientError('the client id is too long');
      if (isRegistrationOpen && !id.includes(':')) {
        const registered = described.safeParse(await seal.open('client', id));
        if (registered.success) return clientOf(id, registered.data);
      }
      const url = URL.canParse(id) ? new URL(id) : undefined;
      if (url === undefined) throw new ClientError(`no client ${JSON.stringify(id)} is known here`);
      if (!documentHosts.includes(url.host))
        throw new ClientError(`clients of ${url.host} are not let in: the operator names those that are`);
      if (!isDocumentAddress(url, id)) throw new ClientError(`${id} is no address of a client's document`);
      return byDocument(id);
    },
    register: async (request) => {
      if (!isRegistrationOpen) throw new ClientError('clients cannot register themselves here');
      const read = described.safeParse(request);
      if (!read.success) throw new ClientError('redirect_uris are missing, or one cannot be used');
      const { client_name, redirect_uris } = read.data;
      const id = await seal.close('client', { client_name, redirect_uris }, registrationS);
      if (id.length > maxIdLength) throw new ClientError('redirect_uris are too long');
      return clientOf(id, read.data);
    },
  };
}

/**
 * Whether a redirect address is one of the client's. Programs on the person's own machine listen on any free port:
 * RFC 8252, 7.3.
 */
export const isAmong = ({ redirects }: Client, redirect: string): boolean =>
  redirects.some(
    (one) => one === redirect || (isOwnMachine(one) && withoutPort(one) === withoutPort(redirect)),
  );

export const isOwnMachine = (redirect: string) => isLoopback(new URL(redirect).hostname);

function withoutPort(address: string): string {
  const url = new URL(address);
  url.port = '';
  return url.href;
}

/** Https, a program's own scheme, or a program on the person's own machine; never with a fragment: RFC 6749, 3.1.2. */
function isRedirect(address: string): boolean {
  if (!URL.canParse(address) || address.includes('#') || /[\s\\]/.test(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  if (username !== '' || password !== '') return false;
  if (protocol === 'http:') return isLoopback(hostname);
  return !['javascript:', 'data:', 'file:', 'blob:', 'about:', 'vbscript:', 'ws:', 'wss:'].includes(protocol);
}

/** Https with a path, spelt in one way; the document of a program that is being tried may lie on this machine. */
const isDocumentAddress = (url: URL, id: string) =>
  (url.protocol === 'https:' || isLoopback(url.hostname)) &&
  url.href === id &&
  url.pathname !== '/' &&
  url.username === '' &&
  url.hash === '';

const clientOf = (id: string, { client_name, redirect_uris }: z.infer<typeof described>): Client => ({
  id,
  name: shownName(client_name) || (URL.canParse(id) ? new URL(id).host : 'unnamed'),
  redirects: redirect_uris,
});

const maxNameLength = 80;
/** In one line, without what turns or hides the letters around it. */
const shownName = (name = '') =>
  name
    .replace(/[\p{Cf}\p{Co}\p{Cn}\p{Cs}]/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, maxNameLength);

/** What a client says of itself (client ID metadata document). @throws ClientError */
async function readDocument(id: string, fetch: Fetch): Promise<Client> {
  const wrong = (why: string, cause?: unknown) =>
    new ClientError(`the document of the client at ${id} ${why}`, { cause });
  try {
    const response = await fetch(id, {
      headers: new Headers({ accept: 'application/json' }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const type = response.headers.get('content-type') ?? '';
    const isDocument = response.status === 200 && /^application\/(?:[\w.-]+\+)?json\b/i.test(type);
    const text = isDocument ? await readBounded(response, maxDocumentBytes) : undefined;
    if (text === undefined) {
      await response.body?.cancel();
      throw wrong(
        `cannot be read: status ${response.status}, no JSON, or more than ${maxDocumentBytes} bytes`,
      );
    }
    const read = document.safeParse(JSON.parse(text));
    if (!read.success || read.data.client_id !== id) throw wrong('does not describe it');
    return clientOf(id, read.data);
  } catch (error) {
    throw error instanceof ClientError ? error : wrong('cannot be had', error);
  }
}
