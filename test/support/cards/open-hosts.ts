import type { Browser } from 'playwright-core';
import { expect } from 'vitest';
import { type CardHost, type HostSettings, openCardHost } from './card-host.ts';

/**
 * Opens hosts for the tests of a file. Closing them checks that no other address was requested and no error was logged.
 */
export function cardHosts(browser: () => Browser) {
  const hosts: CardHost[] = [];
  return {
    open: async (settings: HostSettings = {}): Promise<CardHost> => {
      const host = await openCardHost(browser(), { locale: 'en-GB', ...settings });
      hosts.push(host);
      return host;
    },
    close: async () => {
      for (const host of hosts.splice(0)) {
        await host.close();
        expect(host.strayed).toEqual([]);
        expect(host.faults).toEqual([]);
      }
    },
  };
}
