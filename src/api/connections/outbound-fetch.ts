import type { Dispatcher } from 'undici';
import type { Network } from './connect.ts';

/** Like the global one, with redirects and timeouts as `init` says. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/**
 * Reaches other servers than the service, by the same proxy and authorities.
 * @param networkOf how a server is reached
 */
export function createFetch(networkOf: (url: URL) => Network): { fetch: Fetch; close(): Promise<void> } {
  const connections = new Map<string, Dispatcher>();
  // Loaded when it is needed: most servers never do.
  const to = async (url: URL): Promise<Dispatcher> => {
    const { openConnections } = await import('./connect.ts');
    const dispatcher = connections.get(url.origin) ?? openConnections(url.origin, networkOf(url));
    connections.set(url.origin, dispatcher);
    return dispatcher;
  };
  return {
    fetch: async (url, init) => {
      const { fetch } = await import('undici/index.js');
      // The same class as the global one, typed apart from it.
      const options = { ...init, dispatcher: await to(new URL(url)) } as Parameters<typeof fetch>[1];
      return (await fetch(url, options)) as unknown as Response;
    },
    close: async () => {
      await Promise.all([...connections.values()].map((one) => one.destroy()));
    },
  };
}
