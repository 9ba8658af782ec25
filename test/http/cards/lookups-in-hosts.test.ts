import type { Browser, Frame } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { accessFindings, hasChromium, startChromium } from '../../support/browser.ts';
import { cardHosts } from '../../support/cards/open-hosts.ts';
import { startService, type TestClient, type TestService } from '../../support/clients/harness.ts';

// A browser is slow on a busy machine, and some tests draw many cards.
vi.setConfig({ testTimeout: 180_000 });

/** Script for the card that returns words broken across lines. */
const brokenWords = `(() => {
  const found = [];
  const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    for (const { index, 0: word } of node.textContent.matchAll(/[\\p{L}\\p{N}]+/gu)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) found.push(word);
    }
  return found;
})()`;

describe.skipIf(!hasChromium)(
  'the cards of lookups in hosts of other looks (Chromium has to be installed)',
  () => {
    let service: TestService;
    let browser: Browser;
    let client: TestClient;
    const hosts = cardHosts(() => browser);
    const { open } = hosts;
    beforeAll(async () => {
      [service, browser] = await Promise.all([startService(), startChromium()]);
      client = await service.connectAs('anna', { over: 'http', showsCards: true });
    });
    afterAll(async () => {
      await client?.close();
      await browser?.close();
      await service?.close();
    });
    beforeEach(() => service.reset());
    afterEach(() => hosts.close());
    const _textOf = (card: Frame) => card.locator('main').innerText();

    it('leave out colours of a host that could not be read', async () => {
      for (const [variables, background] of [
        [
          { '--color-background-primary': '#c2c2c2', '--color-text-primary': '#111111' },
          'rgb(255, 255, 255)',
        ],
        [{ '--color-text-primary': '#777777' }, 'rgb(255, 255, 255)'],
        [
          { '--color-background-primary': '#f4ecdc', '--color-text-primary': 'light-dark(#2a2115, #fff)' },
          'rgb(244, 236, 220)',
        ],
      ] as const) {
        const host = await open({ context: { locale: 'en-GB', theme: 'light', styles: { variables } } });
        const { card } = await host.show(client, 'agenda', {});
        expect(await card.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(background);
        expect(await accessFindings(card)).toEqual([]);
      }
    });

    it('break no word at 320 pixels, and need no more width at twice the size of text', async () => {
      for (const [locale, width, size] of [
        ['ru-RU', 320, '100%'],
        ['en-GB', 700, '200%'],
      ] as const) {
        const host = await open({ context: { locale }, viewport: { width, height: 800 } });
        for (const [tool, args] of [
          ['case_brief', { case: 'Smith' }],
          ['agenda', {}],
          ['workload', {}],
          ['case_timeline', { case: 'Smith' }],
        ] as const) {
          const { card } = await host.show(client, tool, args);
          await card.evaluate(`document.documentElement.style.fontSize = '${size}'`);
          expect(await card.evaluate('document.documentElement.scrollWidth <= innerWidth'), tool).toBe(true);
          expect(await card.evaluate(brokenWords), tool).toEqual([]);
        }
      }
    });
  },
);
