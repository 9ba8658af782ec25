import type { Dispatcher } from 'undici';
import type { Network } from './connect.ts';

/** Works like the global `fetch`. Redirects and time-outs follow `init`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Creates a fetch function for servers other than the service. */
export function createFetch(networkOf: (url: URL) => Network): { fetch: Fetch; close(): Promise<void> } {
  const connections = new Map<string, Dispatcher>();
  // Loaded on demand, because most processes never need it.
  const to = async (url: URL): Promise<Dispatcher> => {
    const { openConnections } = await import('./connect.ts');
    const dispatcher = connections.get(url.origin) ?? openConnections(url.origin, networkOf(url));
    connections.set(url.origin, dispatcher);
    return dispatcher;
  };
  return {
    fetch: async (url, init) => {
      const { fetch } = await import('undici/index.js');
      // The casts are needed because the types of undici are separate from those of the global fetch.
      const options = { ...init, dispatcher: await to(new URL(url)) } as Parameters<typeof fetch>[1];
      return (await fetch(url, options)) as unknown as Response;
    },
    close: async () => {
      await Promise.all([...connections.values()].map((one) => one.destroy()));
    },
  };
}
