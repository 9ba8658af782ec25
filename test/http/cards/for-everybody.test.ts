import type { Browser, Frame } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hasChromium, startChromium } from '../../support/browser.ts';
import { everyCard, timeless } from '../../support/cards/every-card.ts';
import { contrastOf, paintedIn } from '../../support/cards/layout.ts';
import { cardHosts } from '../../support/cards/open-hosts.ts';
import { startService, type TestClient, type TestService } from '../../support/clients/harness.ts';
import { sampleIds } from '../../support/sample-ids.ts';

describe.skipIf(!hasChromium)('cards in a real Chromium, for everybody', () => {
  let service: TestService;
  let browser: Browser;
  let client: TestClient;
  const hosts = cardHosts(() => browser);
  beforeAll(async () => {
    [service, browser] = await Promise.all([startService(), startChromium()]);
    client = await service.connectAs('anna', {
      over: 'http',
      showsCards: true,
      env: { CASEBRIDGE_CONFIRM: '' },
    });
  });
  afterAll(async () => {
    await client?.close();
    await browser?.close();
    await service?.close();
  });
  beforeEach(() => service.reset());
  afterEach(() => hosts.close());
  const context = { locale: 'en-GB', timeZone: 'UTC' };
  const ofServer = { notes: ['', 'A note of the server.'] };
  /** Waits until the card has called its tool again with the user's time zone. */
  const drawn = async (card: Frame, name: string) => {
    if (!timeless.has(name)) await card.getByText(context.timeZone).waitFor();
  };
  const textOf = (card: Frame) => card.locator('main').innerText();

  it.each(everyCard)('can be used with the keyboard alone: %s', async (name, tool, args) => {
    const host = await hosts.open({ context });
    const { card } = await host.show(client, tool, args);
    await drawn(card, name);
    const all: number = await card.evaluate(`
      for (const fold of document.querySelectorAll('details:not(.paper)')) fold.open = true;
      window.controls = [...document.querySelectorAll('button:enabled, input:enabled, summary')].filter((one) => one.checkVisibility());
      controls.length`);
    const reached: unknown[] = [];
    for (let count = 0; count < all * 4 && new Set(reached).size < all; count += 1) {
      await host.page.keyboard.press('Tab');
      const at = await card.evaluate(`(() => {
        const at = document.activeElement;
        const { outlineStyle, outlineWidth } = getComputedStyle(at);
        return at === document.body ? undefined : [controls.indexOf(at), outlineStyle === 'none' ? 0 : parseInt(outlineWidth)];
      })()`);
      if (!Array.isArray(at)) continue;
      expect(at[1], `the outline of control ${at[0]}`).toBeGreaterThanOrEqual(2);
      reached.push(at[0]);
    }
    expect([...new Set(reached)]).toEqual([...Array(all).keys()]);
  });

  it('agree, decline, finish a task and open notes with keys', async () => {
    const host = await hosts.open({ context });
    const { card } = await host.show(client, 'delete_task', { id: sampleIds.prepareBundle });
    await card.getByRole('checkbox').focus();
    await host.page.keyboard.press('Space');
    await host.page.keyboard.press('Tab');
    await host.page.keyboard.press('Enter');
    await card.getByRole('heading', { name: 'Task deleted' }).waitFor();
    expect((await client.callTool('get_task', { id: sampleIds.prepareBundle })).isError).toBe(true);
  });

  it.each(everyCard)('can be printed, dark as they may be: %s', async (name, tool, args) => {
    const host = await hosts.open({ context: { ...context, theme: 'dark' } });
    const { card } = await host.show(client, tool, args);
    await drawn(card, name);
    const shown = (await textOf(card)).split('\n').filter((line) => line.length > 20);
    await host.page.emulateMedia({ media: 'print' });
    expect(await card.locator('button:visible, input:visible').count()).toBe(0);
    const printed = await textOf(card);
    for (const line of shown) if (!/^Open in |^I have read/.test(line)) expect(printed).toContain(line);
    const painted = await paintedIn(card, [async () => undefined]);
    expect(painted.length).toBeGreaterThan(0);
    for (const { colours, text } of painted)
      for (const [colour, behind] of colours) {
        expect(contrastOf([colour, behind]), text).toBeGreaterThanOrEqual(4.5);
        // The contrast with white counts too, because browsers print no backgrounds.
        expect(contrastOf([colour, '#ffffff']), text).toBeGreaterThanOrEqual(4.5);
      }
  });

  it("are printed with the server's notes", async () => {
    const host = await hosts.open({ context });
    const data = { people: [{ who: 'Anna Petrova', open_tasks: 1 }], ...ofServer };
    const card = await host.showResult(client, 'workload', { content: [], structuredContent: data });
    const note = card.getByText('A note of the server.');
    expect(await note.isVisible()).toBe(false);
    await host.page.emulateMedia({ media: 'print' });
    expect(await note.isVisible()).toBe(true);
  });
});
