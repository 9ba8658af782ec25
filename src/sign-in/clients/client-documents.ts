import { LRUCache } from 'lru-cache';
import { createMemoryState } from '../../shared-state/memory.ts';
import { sharerOf } from '../../transports/http/index.ts';
import { letGo } from '../../util/let-go.ts';
import { createLine, enterWithin } from '../../util/waiting-line.ts';
import { type Client, ClientError } from './client.ts';

/** Cache lifetime of a client ID metadata document, in milliseconds. Changes may take effect this late. */
const documentMs = 10 * 60_000;
/** Cache lifetime of a failure, in milliseconds. Until it expires, no further request is sent to the host. */
const failureMs = 15_000;
const maxKept = 1000;
/**
 * Maximum number of concurrent requests caused by one address or IPv6 site, of concurrent requests in total, and of
 * waiting requests caused by one address or site.
 */
const underWay = { own: 4, all: 32, waiting: 16 };
/** Maximum wait of a request, in milliseconds. Beyond it, the request is refused. */
const waitMs = 10_000;
/**
 * Maximum number of failed requests per minute: caused by one address or IPv6 site, and in total. Beyond the total,
 * each address may still cause one failed request.
 */
const maxFailed = { sharer: 30, all: 120 };
const minuteMs = 60_000;
/** How long requests for a document are not limited after it was read successfully, in milliseconds. */
const goodMs = 24 * 60 * minuteMs;

/**
 * Caches client ID metadata documents. Rate-limits requests to the hosts of the documents, because anybody can trigger
 * them.
 * @param read requests the document from its host.
 * @throws ClientError
 */
export function createClientDocuments(read: (id: string) => Promise<Client>) {
  const documents = letGo(new LRUCache<string, Client>({ max: maxKept, ttl: documentMs }));
  const failures = letGo(new LRUCache<string, ClientError>({ max: maxKept, ttl: failureMs }));
  const good = letGo(new LRUCache<string, true>({ max: maxKept, ttl: goodMs }));
  const reading = new Map<string, Promise<Client>>();
  const line = createLine(underWay);
  const counts = createMemoryState();
  const count = async (sharer: string, by: number) => ({
    own: await counts.count(`sharer:${sharer}`, minuteMs, by),
    all: await counts.count('all', minuteMs, by),
  });
  const ask = async (id: string): Promise<Client> => {
    try {
      const client = await read(id);
      documents.set(id, client);
      good.set(id, true);
      return client;
    } catch (error) {
      if (error instanceof ClientError) failures.set(id, error);
      throw error;
    }
  };
  /**
   * Requests a document, within the limits. Counts the request as failed until it succeeds, so that concurrent requests
   * cannot exceed the limit on failed ones.
   */
  const askInTurn = async (id: string, sharer: string): Promise<Client> => {
    const { own, all } = await count(sharer, 1);
    if (own > maxFailed.sharer || (all > maxFailed.all && own > 1)) throw busy();
    const leave = await enterWithin(line, sharer, waitMs);
    if (leave === undefined) throw busy();
    const client = await ask(id).finally(leave);
    await count(sharer, -1);
    return client;
  };
  return {
    /** @param network address or IPv6 site from which the request came. @throws ClientError */
    find: async (id: string, network: string): Promise<Client> => {
      const known = documents.get(id) ?? failures.get(id);
      if (known instanceof ClientError) throw known;
      if (known !== undefined) return known;
      const begun =
        reading.get(id) ??
        (good.has(id) ? ask(id) : askInTurn(id, sharerOf(network))).finally(() => reading.delete(id));
      reading.set(id, begun);
      return begun;
    },
  };
}

const busy = () =>
  new ClientError('busy', 'too many client metadata documents are being fetched: try again in a minute');
