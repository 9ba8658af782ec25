import { z } from 'zod';
import { isLoopback } from '../../util/loopback.ts';
import { readBounded } from '../../util/read-bounded.ts';
import type { Seal } from '../seal.ts';
import { type Client, ClientError } from './client.ts';
import { createClientDocuments } from './client-documents.ts';
import { isPlainHost, isRedirect, staysWith } from './redirects.ts';

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface ClientsOptions {
  /** Hosts whose client ID metadata documents are accepted, such as `assistant.example.com`. */
  readonly documentHosts: readonly string[];
  /** Clients that the operator listed: redirect addresses by client id. */
  readonly typedIn: ReadonlyMap<string, readonly string[]>;
  /** Whether any program may register itself (RFC 7591). */
  readonly isRegistrationOpen: boolean;
  readonly fetch: Fetch;
  readonly seal: Seal;
}

export interface Clients {
  /**
   * Finds a client. If registration is open and the client's document is unreachable, the client counts as registered
   * with the redirect address of the request. This address must belong to the client's host or to the person's machine.
   * @param network address or IPv6 site from which the request came
   * @throws ClientError
   */
  find(id: string, redirect: string | undefined, network: string): Promise<Client>;
  /** Registers a client. Its id contains all its data, so that nothing is stored. @throws ClientError */
  register(request: unknown): Promise<Client>;
}

const maxDocumentBytes = 64 * 1024;
const timeoutMs = 5_000;
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
  const documents = createClientDocuments((id) => readDocument(id, fetch));
  return {
    find: async (id, redirect, network) => {
      const given = typedIn.get(id);
      if (given !== undefined) return { id, name: id, redirects: given, vouchedBy: 'operator' };
      if (id.length > maxIdLength) throw new ClientError('unknown', 'the client id is too long');
      if (isRegistrationOpen && !id.includes(':')) {
        const registered = described.safeParse(await seal.open('client', id));
        if (registered.success) return clientOf(id, registered.data, 'nobody');
      }
      const url = URL.canParse(id) ? new URL(id) : undefined;
      if (url === undefined) throw new ClientError('unknown', 'this client id is unknown');
      const { host } = url;
      if (!documentHosts.includes(host))
        throw new ClientError(
          'host',
          `clients that publish their metadata document at ${host} are not allowed`,
          isPlainHost(url) ? { host } : {},
        );
      if (!isDocumentAddress(url, id))
        throw new ClientError('address', 'the id is not the address of a client metadata document', { host });
      return documents.find(id, network).catch((error: unknown) => {
        const isUnreached = error instanceof ClientError && error.fault === 'unreached';
        const isSafe = redirect !== undefined && isRedirect(redirect) && staysWith(redirect, host);
        if (!isUnreached || !isRegistrationOpen || !isSafe) throw error;
        return { id, name: host, redirects: [redirect], vouchedBy: 'nobody' };
      });
    },
    register: async (request) => {
      if (!isRegistrationOpen)
        throw new ClientError('registration', 'clients cannot register themselves here');
      const read = described.safeParse(request);
      if (!read.success)
        throw new ClientError('registration', 'redirect_uris are missing, or one is invalid');
      const { client_name, redirect_uris } = read.data;
      const id = await seal.close('client', { client_name, redirect_uris }, registrationS);
      if (id.length > maxIdLength) throw new ClientError('registration', 'redirect_uris are too long');
      return clientOf(id, read.data, 'nobody');
    },
  };
}

/** Requires https with a path in canonical spelling. Documents on this machine are allowed for development. */
const isDocumentAddress = (url: URL, id: string) =>
  (url.protocol === 'https:' || isLoopback(url.hostname)) &&
  url.href === id &&
  url.pathname !== '/' &&
  url.username === '' &&
  url.hash === '';

const clientOf = (
  id: string,
  { client_name, redirect_uris }: z.infer<typeof described>,
  vouchedBy: Client['vouchedBy'],
): Client => ({
  id,
  name: shownName(client_name) || (URL.canParse(id) ? new URL(id).host : 'unnamed'),
  redirects: redirect_uris,
  vouchedBy,
});

const maxNameLength = 80;
/** Returns the name in one line, without characters that reorder or hide other characters. */
const shownName = (name = '') =>
  name
    .replace(/[\p{Cf}\p{Co}\p{Cn}\p{Cs}]/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, maxNameLength);

/** Reads a client ID metadata document. @throws ClientError */
async function readDocument(id: string, fetch: Fetch): Promise<Client> {
  const { host } = new URL(id);
  const unreached = (cause: unknown) =>
    new ClientError('unreached', `the client metadata document at ${host} cannot be reached`, {
      host,
      cause,
    });
  const wrong = (why: string) =>
    new ClientError('document', `the client metadata document at ${host} ${why}`, { host });
  const { status, text } = await load(id, fetch).catch((error: unknown) => {
    throw unreached(error);
  });
  if (text === undefined)
    throw wrong(`cannot be read: status ${status}, not JSON, or more than ${maxDocumentBytes} bytes`);
  const read = document.safeParse(parsed(text));
  if (!read.success || read.data.client_id !== id) throw wrong('does not describe this client');
  return clientOf(id, read.data, 'description');
}

/** Downloads a document. `text` is undefined if the response is not a document. */
async function load(id: string, fetch: Fetch): Promise<{ status: number; text: string | undefined }> {
  const response = await fetch(id, {
    headers: new Headers({ accept: 'application/json' }),
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const { status, headers } = response;
  const type = headers.get('content-type') ?? '';
  const isDocument = status === 200 && /^application\/(?:[\w.-]+\+)?json\b/i.test(type);
  const text = isDocument ? await readBounded(response, maxDocumentBytes) : undefined;
  if (text === undefined) await response.body?.cancel();
  return { status, text };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
