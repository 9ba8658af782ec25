import type { Browser, Frame } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerToolName } from '../../../src/contract/features/card.ts';
import { accessFindings, hasChromium, startChromium } from '../../support/browser.ts';
import type { CardHost } from '../../support/cards/card-host.ts';
import { cardHosts } from '../../support/cards/open-hosts.ts';
import { startService, type TestClient, type TestService } from '../../support/clients/harness.ts';
import { sampleIds } from '../../support/sample-ids.ts';

// A browser is slow on a busy machine, and some tests draw many cards.
vi.setConfig({ testTimeout: 180_000 });

describe.skipIf(!hasChromium)(
  'clicks in the cards of lookups in a real Chromium (which has to be installed)',
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
    const rowOf = (card: Frame) => card.getByRole('listitem').filter({ hasText: 'Prepare bundle' }).first();
    const changes = (host: CardHost) =>
      host.asked.filter(({ params }) => params.name === 'update_task').map(({ params }) => params.arguments);
    const stored = () => client.call('get_task', { id: sampleIds.prepareBundle });
    const toldOf = (host: CardHost) =>
      host.asked.filter(({ kind }) => kind === 'model').map(({ params }) => params.content[0].text);

    it('finish a task in its row, and undo that', async () => {
      const host = await open({ context: { locale: 'en-GB', timeZone: 'UTC' } });
      const { card } = await host.show(client, 'agenda', {});
      await card.getByText('Times: UTC').waitFor();
      const before = await stored();
      await rowOf(card).getByRole('button', { name: 'Finish: Prepare bundle' }).click();
      await rowOf(card).getByText('Finished just now').waitFor();
      await rowOf(card).getByText('The assistant was told.').waitFor();
      expect((await stored()).Status).not.toEqual(before.Status);
      // The row stays in its place, and the button that undoes the change has the focus.
      expect(await card.evaluate('document.activeElement.textContent')).toBe('Undo');
      await host.page.keyboard.press('Enter');
      await rowOf(card).getByRole('button', { name: 'Finish: Prepare bundle', pressed: false }).waitFor();
      expect((await stored()).Status).toEqual(before.Status);
      expect(changes(host)).toHaveLength(2);
      expect(toldOf(host)).toEqual([
        expect.stringMatching(/finished the task [\da-f-]{36} on a card/),
        expect.stringMatching(/undid/),
      ]);
    });

    it('move a task to another date with the same time, show the previous one, and undo that', async () => {
      const host = await open({ context: { locale: 'en-GB', timeZone: 'UTC' } });
      const { card } = await host.show(client, 'agenda', {});
      await card.getByText('Times: UTC').waitFor();
      const before = await stored();
      await rowOf(card).getByRole('button', { name: 'Move date: Prepare bundle' }).click();
      await rowOf(card).getByLabel('Another day').fill('2026-03-10');
      await rowOf(card).locator('.move button').last().click();
      await rowOf(card)
        .getByText(/Date moved: today\s\d\d:\d\d → Tue\s10\sMar/)
        .waitFor();
      // The row keeps its other facts.
      expect(await rowOf(card).innerText()).toMatch(/Undo[\s\S]*Smith v[\s\S]*High/);
      const { ExecutionDate } = await stored();
      expect(ExecutionDate).toBe(before.ExecutionDate.replace('2026-03-04', '2026-03-10'));
      await rowOf(card).getByRole('button', { name: 'Undo' }).click();
      await rowOf(card).getByRole('button', { name: 'Move date: Prepare bundle' }).waitFor();
      expect((await stored()).ExecutionDate).toBe(before.ExecutionDate);
    });

    it('hide the first lines of a case about a task that was moved, until that is undone', async () => {
      const host = await open({
        context: { locale: 'en-GB', timeZone: 'UTC' },
        viewport: { width: 320, height: 900 },
      });
      const { card } = await host.show(client, 'case_brief', { case: 'Smith', time_zone: 'UTC' });
      const tile = card.locator('.glance > div', { hasText: 'Task: Prepare bundle' });
      await tile.waitFor();
      const move = rowOf(card).getByRole('button', { name: 'Move date: Prepare bundle' });
      // A narrow card shows the words, too.
      expect(await move.innerText()).toBe('Move date…');
      await move.click();
      await rowOf(card).locator('.move button').first().click();
      await tile.waitFor({ state: 'hidden' });
      await rowOf(card).getByRole('button', { name: 'Undo' }).click();
      await tile.waitFor();
    });

    it('offer the next three working days among tomorrow, Fridays and Mondays', async () => {
      const host = await open({ context: { locale: 'en-GB' } });
      const tasks = [{ id: sampleIds.prepareBundle, name: 'Prepare bundle', due: 'Mon 2026-03-09' }];
      const data = { tasks, days_off: [], now: 'Fri 2026-03-06 09:00', from: 'Fri 2026-03-06' };
      const result = { content: [], structuredContent: { ...data, to: 'Fri 2026-03-13' } };
      const card = await host.showResult(client, 'agenda', result);
      await rowOf(card).getByRole('button', { name: 'Move date: Prepare bundle' }).click();
      const days = await rowOf(card).locator('.move button').allInnerTexts();
      expect(days.map((day) => day.replaceAll('\u00a0', ' '))).toEqual([
        ...['Mon 9 Mar', 'Fri 13 Mar', 'Mon 16 Mar', 'Move date'],
      ]);
    });

    it('report a failed change, and try again', async () => {
      let isAway = true;
      const host = await open({
        context: { locale: 'en-GB' },
        onCall: async (params) =>
          isAway
            ? { content: [{ type: 'text', text: 'UNREACHABLE: …' }], isError: true }
            : client.callTool(params.name, params.arguments),
      });
      const { card } = await host.show(client, 'agenda', { time_zone: 'UTC' });
      await rowOf(card).getByRole('button', { name: 'Finish: Prepare bundle' }).click();
      await rowOf(card).getByText('Not saved. The service cannot be reached').waitFor();
      isAway = false;
      await rowOf(card).getByRole('button', { name: 'Try again' }).click();
      await rowOf(card).getByText('Finished just now').waitFor();
    });

    it('open the beginning of a document in place', async () => {
      const host = await open({ context: { locale: 'en-GB' } });
      const { card } = await host.show(client, 'case_brief', { case: 'Smith', time_zone: 'UTC' });
      const paper = card.locator('.paper').filter({ hasText: 'letter of demand' });
      await paper.locator('summary').click();
      await paper.getByRole('button', { name: 'Read all' }).click();
      const text = await paper.locator('p').innerText();
      expect(text.length).toBeGreaterThan(400);
      expect(text).not.toMatch(/^[#|]/m);
      expect(host.asked.filter(({ params }) => params.name === 'read_document')).toHaveLength(1);
    });

    it('show one of several cases, or a related one, by a click', async () => {
      const host = await open({ context: { locale: 'en-GB' } });
      for (const [words, name] of [
        ['Вектор', 'ООО «Вектор» к АО «Северный мост»'],
        ['Smith', 'Delta v. Romashka'],
      ] as const) {
        const { card } = await host.show(client, 'case_brief', { case: words, time_zone: 'UTC' });
        const shown = card.getByRole('button', { name: `Show: ${name}`, includeHidden: true });
        await shown.waitFor({ state: 'attached' });
        const related = card.locator('summary').filter({ hasText: 'Related cases' });
        if ((await related.count()) > 0) await related.click();
        expect(await accessFindings(card)).toEqual([]);
        await shown.click();
        await card.getByRole('heading', { level: 1, name }).waitFor();
      }
      expect(host.asked.map(({ params }) => params)).toEqual(
        [1, 2].map(() => ({ name: 'case_brief', arguments: { case: expect.any(String), time_zone: 'UTC' } })),
      );
    });

    it('report a case that cannot be shown', async () => {
      const wrong = { content: [{ type: 'text', text: 'API_ERROR 404: …' }], isError: true };
      const host = await open({ context: { locale: 'ru-RU' }, onCall: async () => wrong });
      const { card } = await host.show(client, 'case_brief', { case: 'Вектор', time_zone: 'UTC' });
      await card.getByRole('button', { name: 'Показать' }).first().click();
      await card.getByText('Это дело не удалось прочитать').waitFor();
    });

    it('ask before a change that has to be agreed to', async () => {
      const careful = await service.connectAs('anna', {
        over: 'http',
        showsCards: true,
        env: { CASEBRIDGE_CONFIRM: 'update' },
      });
      try {
        const shown = async () => JSON.stringify(await stored());
        const before = await shown();
        const host = await open({ context: { locale: 'en-GB', timeZone: 'UTC' } });
        const { card } = await host.show(careful, 'agenda', {});
        await card.getByText('Times: UTC').waitFor();
        await rowOf(card).getByRole('button', { name: 'Finish: Prepare bundle' }).click();
        await card.getByText('Change this task?').waitFor();
        expect(await shown()).toBe(before);
        await card.getByRole('checkbox').click();
        await card.getByRole('button', { name: 'Change', exact: true }).click();
        await rowOf(card).getByText('Finished just now').waitFor();
        expect(host.asked.map(({ params }) => params.name)).toContain(answerToolName);
      } finally {
        await careful.close();
      }
    });

    it('open the page of a record by their host, with its real host in sight', async () => {
      const host = await open({ context: { locale: 'en-GB' } });
      const url = 'https://cases.example.com@evil.example/x';
      const result = { content: [], structuredContent: { case: { id: 'x', name: 'y', url } } };
      const card = await host.showResult(client, 'case_brief', result);
      await card.getByRole('button', { name: 'Open in evil.example' }).click();
      await expect.poll(() => host.asked).toEqual([{ kind: 'link', params: { url } }]);
    });
  },
);
