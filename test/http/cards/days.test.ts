import type { Browser, Frame } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { factsKey } from '../../../src/contract/features/card-facts.ts';
import { hasChromium, startChromium } from '../../support/browser.ts';
import { cardHosts } from '../../support/cards/open-hosts.ts';
import { startService, type TestClient, type TestService } from '../../support/clients/harness.ts';
import { sampleIds } from '../../support/sample-ids.ts';

// A browser is slow on a busy machine, and some tests draw many cards.
vi.setConfig({ testTimeout: 180_000 });

describe.skipIf(!hasChromium)('the days of cards in a real Chromium (which has to be installed)', () => {
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
  const textOf = (card: Frame) => card.locator('main').innerText();

  it('show a task that is due on a day off on the working day, with the reason, in each card', async () => {
    const task = { id: sampleIds.witnessStatement, ExecutionDate: '2026-03-07T15:00:00Z' };
    await client.callTool('update_task', task);
    const host = await open({ context: { locale: 'en-GB', timeZone: 'UTC' } });
    for (const [tool, args, day] of [
      ['case_brief', { case: 'Smith' }, /Draft witness statement\s+Mon 9 Mar, in 5 days \(/],
      ['agenda', { case: 'Smith' }, /Monday 9 March\s+in 5 days[\s\S]*Draft witness statement\s+/],
      ['case_timeline', { case: 'Smith' }, /Mon 9 Mar\s+in 5 days\s+Draft witness statement\s+/],
    ] as const) {
      const { card } = await host.show(client, tool, args);
      await card.getByText('Times: UTC').waitFor();
      const text = (await textOf(card)).replaceAll('\u00a0', ' ');
      const reason = /due Sat 7 Mar, a day off/;
      expect(text).toMatch(new RegExp(`${day.source}[\\s\\S]*${reason.source}`));
      expect(text).not.toMatch(/15:00\s+Draft witness statement|Draft witness statement\s+15:00/);
    }
  });

  it('name the next task or deadline in the first lines of a case, in time order', async () => {
    const task = (id: string, due: string, more = {}) => ({
      id,
      name: `Task ${id}`,
      due,
      responsible: [],
      ...more,
    });
    const deadlines = [{ name: 'Appeal', day: '2026-04-20', is_deadline: true }];
    const now = 'Wed 2026-03-04 09:00';
    for (const [locale, tasks, tiles] of [
      [
        'en-GB',
        [task('a', 'Wed 2026-03-04 15:00'), task('b', 'Tue 2026-03-03', { overdue: true })],
        [
          /^Next hearing\s+Today\s10:00/,
          /^Next due\s+Today\s15:00\s+Task: Task a\s+Next deadline: Appeal: Mon\s20\sApr/,
          /^Overdue\s+1/,
        ],
      ],
      ['en-GB', [], [/^Next hearing/, /^Next due\s+Mon\s20\sApr, in\s47\sdays\s+Deadline: Appeal/]],
      [
        'ru-RU',
        [task('a', 'Wed 2026-03-04 08:00')],
        [/^Ближайший срок\s+Сегодня\s08:00\s+Задача: Task a/, /^Ближайшее заседание/],
      ],
    ] as const) {
      const host = await open({ context: { locale, timeZone: 'UTC' } });
      const coming = [{ id: 'e', name: 'Hearing', start: 'Wed 2026-03-04 10:00', end: '11:30' }];
      const facts = { deadlines, events: { e: 'hearing' }, tasks: {}, fields: [] };
      const structuredContent = { case: { id: 'x' }, tasks, coming, now };
      const result = { content: [], structuredContent, _meta: { [factsKey]: facts } };
      const card = await host.showResult(client, 'case_brief', result);
      const shown = await card.locator('.glance > div').allInnerTexts();
      expect(shown).toEqual(tiles.map((tile) => expect.stringMatching(tile)));
    }
  });

  it('say which events of today are running or have ended', async () => {
    const host = await open({ context: { locale: 'en-GB' } });
    const event = (id: string, from: string, end: string) => ({ id, start: `Wed 2026-03-04 ${from}`, end });
    const events = [event('a', '10:00', '11:30'), event('b', '11:00', '13:00'), event('c', '15:00', '16:00')];
    const now = 'Wed 2026-03-04 12:00';
    for (const [tool, data] of [
      ['agenda', { events, days_off: [], from: now, to: 'Wed 2026-03-11' }],
      ['case_brief', { case: { id: 'x' }, coming: events }],
    ] as const) {
      const structuredContent = { ...data, now };
      const card = await host.showResult(client, tool, { content: [], structuredContent });
      const rows = await card.locator('li.row').allInnerTexts();
      const stateOf = (text: string) => /ended|on now/.exec(text)?.[0];
      expect(rows.map(stateOf)).toEqual(['ended', 'on now', undefined]);
    }
  });

  it('count the attendees of an event whose names were omitted', async () => {
    const host = await open({ context: { locale: 'en-GB' } });
    const now = 'Wed 2026-03-04 12:00';
    const attendees = ['A. One', 'B. Two', 'and 3 more', 'guest@example.org', 'and 12 more'];
    const events = [{ id: 'a', start: 'Thu 2026-03-05 10:00', end: '11:30', attendees }];
    const structuredContent = { events, days_off: [], from: now, to: 'Wed 2026-03-11', now };
    const card = await host.showResult(client, 'agenda', { content: [], structuredContent });
    expect(await card.locator('li.row').allInnerTexts()).toEqual([expect.stringContaining('People: 18')]);
  });

  it('lead from an empty period to the days after it, and to today', async () => {
    const host = await open({ context: { locale: 'en-GB', timeZone: 'UTC' } });
    const { card } = await host.show(client, 'agenda', { from: '2031-02-03', to: '2031-02-10' });
    await card.getByText('Nothing is planned.').waitFor();
    await card.getByText(/^Overdue as of today, Wed\s4\sMar/).waitFor();
    await card.getByRole('button', { name: 'Show the next 90 days' }).click();
    await card.getByText('11 February – 11 May 2031').waitFor();
    await card.getByRole('button', { name: 'Today' }).click();
    await card.getByText('Disclosure hearing').or(card.getByText('disclosure hearing')).first().waitFor();
    expect(await card.getByRole('button', { name: 'Today' }).count()).toBe(0);
  });
});
