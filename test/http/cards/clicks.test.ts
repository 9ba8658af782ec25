import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerToolName } from '../../../src/contract/features/card.ts';
import { hasChromium, startChromium } from '../../support/browser.ts';
import { cardHosts } from '../../support/cards/open-hosts.ts';
import { startService, type TestClient, type TestService } from '../../support/clients/harness.ts';
import { sampleIds } from '../../support/sample-ids.ts';

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
    it('finish and move a task by a click, as calls like others', async () => {
      const host = await open({ context: { locale: 'en-GB', timeZone: 'UTC' } });
      const { card } = await host.show(client, 'agenda', {});
      await card.getByText('Times: UTC').waitFor();
      const task = () => card.getByRole('listitem').filter({ hasText: 'Prepare bundle' });
      await task().getByLabel('New day').fill('2026-03-10');
      await task().getByRole('button', { name: 'Move' }).click();
      await card
        .getByText(/10\sMar(ch)?\s2026/)
        .first()
        .waitFor();
      const { ExecutionDate } = await client.call('get_task', { id: sampleIds.prepareBundle });
      expect(ExecutionDate).toMatch(/^2026-03-10T/);
      await task().getByRole('button', { name: 'Done' }).click();
      await task().waitFor({ state: 'detached' });
      expect(
        host.asked
          .filter(({ params }) => params.name === 'update_task')
          .map(({ params }) => params.arguments),
      ).toEqual([
        { id: sampleIds.prepareBundle, ExecutionDate: expect.stringMatching(/^2026-03-10T/) },
        { id: sampleIds.prepareBundle, StatusId: 'Done' },
      ]);
    });

    it('say that a change was made where the list cannot be read again', async () => {
      const context = { locale: 'en-GB' };
      const host = await open({
        context,
        onCall: async ({ name }) =>
          name === 'agenda'
            ? { content: [{ type: 'text', text: 'DEADLINE: …' }], isError: true }
            : { content: [] },
      });
      const { card } = await host.show(client, 'agenda', { time_zone: 'UTC' });
      const task = card.getByRole('listitem').filter({ hasText: 'Prepare bundle' });
      await task.getByRole('button', { name: 'Done: Prepare bundle' }).click();
      await task.getByText('It was changed, but the list could not be read again').waitFor();
      expect(await task.getByRole('button', { name: 'Done' }).isDisabled()).toBe(true);
    });

    it('show one of several cases, or a related one, by a click', async () => {
      const host = await open({ context: { locale: 'en-GB' } });
      for (const [words, name] of [
        ['Вектор', 'ООО «Вектор» к АО «Северный мост»'],
        ['Smith', 'Delta v. Romashka'],
      ] as const) {
        const { card } = await host.show(client, 'case_brief', { case: words, time_zone: 'UTC' });
        await card.getByRole('button', { name: `Show: ${name}` }).click();
        await card.getByRole('heading', { level: 1, name }).waitFor();
      }
      expect(host.asked.map(({ params }) => params)).toEqual(
        [1, 2].map(() => ({ name: 'case_brief', arguments: { case: expect.any(String), time_zone: 'UTC' } })),
      );
    });

    it('say so where a case cannot be shown', async () => {
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
        const stored = async () =>
          JSON.stringify(await client.call('get_task', { id: sampleIds.prepareBundle }));
        const before = await stored();
        const host = await open({ context: { locale: 'en-GB', timeZone: 'UTC' } });
        const { card } = await host.show(careful, 'agenda', {});
        await card.getByText('Times: UTC').waitFor();
        const task = card.getByRole('listitem').filter({ hasText: 'Prepare bundle' }).first();
        await task.getByRole('button', { name: 'Done' }).click();
        await card.getByText('Change this task?').waitFor();
        expect(await stored()).toBe(before);
        await card.getByRole('checkbox').click();
        await card.getByRole('button', { name: 'Do this' }).click();
        await task.waitFor({ state: 'detached' });
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
      await card.getByRole('button', { name: 'Open in the service (evil.example)' }).click();
      await expect.poll(() => host.asked).toEqual([{ kind: 'link', params: { url } }]);
    });
  },
);
