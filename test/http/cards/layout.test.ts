import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, startChromium } from '../../support/browser.ts';
import type { CardHost } from '../../support/cards/card-host.ts';
import { everyCard, timeless } from '../../support/cards/every-card.ts';
import {
  contrastOf,
  fontOf,
  movedFrom,
  type Painted,
  paintedIn,
  referenceFor,
} from '../../support/cards/layout.ts';
import { cardHosts } from '../../support/cards/open-hosts.ts';
import { startService, type TestClient, type TestService } from '../../support/clients/harness.ts';

/**
 * Compares cards with stored layouts. To accept new layouts, delete `layouts`, run this file, check the
 * result, and commit it.
 */

const readers = [
  { locale: 'en-GB', timeZone: 'Europe/London' },
  { locale: 'ru-RU', timeZone: 'Europe/Moscow' },
];
const themes = ['light', 'dark'];
const all = everyCard.flatMap(([name, tool, args]) =>
  readers.map((reader) => ({ name, language: reader.locale.slice(0, 2), tool, args, reader })),
);

describe.skipIf(!hasChromium)('cards in a real Chromium (which has to be installed)', () => {
  let service: TestService;
  let browser: Browser;
  let client: TestClient;
  const hosts = cardHosts(() => browser);
  const hostOf = new Map<string, CardHost>();
  beforeAll(async () => {
    [service, browser] = await Promise.all([startService(), startChromium()]);
    client = await service.connectAs('anna', {
      over: 'http',
      showsCards: true,
      env: { CASEBRIDGE_CONFIRM: '' },
    });
    for (const reader of readers)
      hostOf.set(
        reader.locale,
        await hosts.open({
          context: { ...reader, theme: themes[0] },
          viewport: { width: 760, height: 900 },
        }),
      );
  });
  afterAll(async () => {
    await hosts.close();
    await client?.close();
    await browser?.close();
    await service?.close();
  });

  type Case = (typeof all)[number];
  /** Compares a card with its stored layout. Draws each card once for all themes. */
  const compare = async ({ name, language, tool, args, reader }: Case) => {
    const host = hostOf.get(reader.locale) as CardHost;
    const { card } = await host.show(client, tool, args);
    // Wait for the result in the user's time zone.
    if (!timeless.has(name)) await card.getByTitle(reader.timeZone).waitFor();
    const takeOn = themes.map((theme) => async () => {
      await host.page.evaluate(`changeContext(${JSON.stringify({ ...reader, theme })})`);
      await expect.poll(() => card.evaluate('document.documentElement.dataset.theme')).toBe(theme);
    });
    const seen = { font: await fontOf(card), painted: await paintedIn(card, takeOn) };
    const file = fileURLToPath(new URL(`layouts/${name}.${language}.txt`, import.meta.url));
    const reference = referenceFor(file, seen);
    if (reference === undefined) throw new Error(`${file} was written: look at the card, and commit it`);
    return { seen, reference };
  };
  const done = new Map<Case, ReturnType<typeof compare>>();
  const compared = (one: Case) => {
    const known = done.get(one) ?? compare(one);
    done.set(one, known);
    return known;
  };

  it.each(all)('look as they did: $name in $language, light and dark', async (one) => {
    const { seen, reference } = await compared(one);
    expect(seen.painted.map(plain)).toEqual(reference.painted.map(plain));
    expect(seen.painted.filter(({ colours }) => colours.some((pair) => contrastOf(pair) < 4.5))).toEqual([]);
  });

  it.for(all)('have the stored layout and font: $name in $language', async (one, { skip }) => {
    const { seen, reference } = await compared(one);
    skip(seen.font !== reference.font, 'the font is another one');
    expect(movedFrom(reference.painted, seen.painted)).toEqual([]);
  });
});

/** Omits the position, which depends on fonts, and the expiry time of a question, which depends on the clock. */
const plain = ({ text, font, colours }: Painted) =>
  [text.replace(/(?<=^· (?:until|до) )\d\d:\d\d$/, 'hh:mm'), font, ...colours.flat()].join(' | ');
