import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerToolName, questionKey, wordsKey } from '../../../src/contract/features/card.ts';
import { languages } from '../../../src/contract/language.ts';
import { accessFindings, hasChromium, startChromium } from '../../support/browser.ts';
import type { CardHost } from '../../support/cards/card-host.ts';
import { cardHosts } from '../../support/cards/open-hosts.ts';
import { startService, type TestClient, type TestService } from '../../support/clients/harness.ts';
import { sampleIds } from '../../support/sample-ids.ts';

// A browser is slow on a busy machine, and some tests draw many cards.
vi.setConfig({ testTimeout: 180_000 });

const task = sampleIds.prepareBundle;

describe.skipIf(!hasChromium)('the card of a question in a real Chromium (which has to be installed)', () => {
  let service: TestService;
  let browser: Browser;
  let client: TestClient;
  const hosts = cardHosts(() => browser);
  const openHost = hosts.open;
  beforeAll(async () => {
    [service, browser] = await Promise.all([startService(), startChromium()]);
    client = await service.connectAs('admin', {
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
  const calls = (host: CardHost) => host.asked.filter(({ kind }) => kind === 'call');

  it.each([
    ['delete_task', { id: task }, ['get_task', { id: task }], ['Delete task', 'Task deleted']],
    [
      'archive_object',
      { id: sampleIds.smith },
      ['get_object', { id: sampleIds.smith }],
      ['Move to the archive', 'Moved to the archive'],
    ],
    [
      'notify_user',
      { id: sampleIds.anna, Text: 'The hearing is at ten' },
      undefined,
      ['Send to 1 person', 'Notification sent'],
    ],
  ] as const)(
    'has %s done by a click, once, and by nothing else',
    async (tool, args, reading, [act, done]) => {
      const [read, readArgs] = reading ?? [undefined, {}];
      const isGone = tool === 'delete_task';
      const host = await openHost();
      const { card, result } = await host.show(client, tool, args);
      const before = read && JSON.stringify(await client.callTool(read, readArgs));
      const yes = card.getByRole('button', { name: act });
      // Neither a click without a ticked box nor a click by a script confirms.
      expect(await yes.isDisabled()).toBe(true);
      await card.evaluate(
        `window.yes = document.querySelector('.risky, .main'); yes.disabled = false; yes.click()`,
      );
      await card.evaluate(`document.querySelector('#agree').checked = true; yes.click()`);
      expect(calls(host)).toEqual([]);
      await card.evaluate(`document.querySelector('#agree').checked = false; yes.disabled = true`);
      if (read) expect((await client.callTool(read, readArgs)).isError).toBeFalsy();
      await card.getByRole('checkbox').click();
      await yes.dblclick();
      await card.getByRole('heading', { level: 1, name: done }).waitFor();
      expect(await card.evaluate('document.activeElement.tagName')).toBe('H1');
      await card.getByText('The assistant was told.').waitFor();
      expect(await card.locator('main').innerText()).not.toContain('Your agreement is needed');
      expect(calls(host)).toEqual([
        {
          kind: 'call',
          params: {
            name: answerToolName,
            arguments: { state: result._meta[questionKey].state, agreed: true },
          },
        },
      ]);
      expect(
        host.asked.filter(({ kind }) => kind === 'model').map(({ params }) => params.content[0].text),
      ).toEqual([`The user agreed on the confirmation card for ${tool}; the call was carried out.`]);
      if (!read) return;
      const after = await client.callTool(read, readArgs);
      expect(after.isError === true).toBe(isGone);
      expect(JSON.stringify(after)).not.toBe(before);
    },
  );

  it('says what is open in a case before it goes to the archive, and how it comes back', async () => {
    for (const [locale, words] of [
      [
        'en-GB',
        /until \d\d:\d\d\s*\(London\)[\s\S]*Open tasks\s+5, overdue: 1\s+Next event\s+Smith v[^\n]*hearing\s+Start date\s+today, Wed\s4\sMar\s10:00[\s\S]*can restore them/,
      ],
      [
        'ru-RU',
        /до \d\d:\d\d\s*\(Великобритания\)[\s\S]*Открытых задач\s+5, просрочено: 1\s+Ближайшее событие\s+Smith v[^\n]*hearing\s+Начало\s+сегодня[\s\S]*можно вернуть/,
      ],
    ] as const) {
      const host = await openHost({ context: { locale, timeZone: 'Europe/London' } });
      const { card } = await host.show(client, 'archive_object', { id: sampleIds.smith });
      expect(await card.locator('main').innerText()).toMatch(words);
    }
  });

  it('can be answered with the keyboard, and with no', async () => {
    const host = await openHost({ context: { locale: 'ru-RU', theme: 'dark' } });
    const { card } = await host.show(client, 'delete_task', { id: task });
    await card.getByRole('checkbox').focus();
    await host.page.keyboard.press('Tab');
    await host.page.keyboard.press('Enter');
    await card.getByText('Задача не удалена, изменений нет.').waitFor();
    expect(await card.locator('main').innerText()).not.toContain('Нужно подтверждение');
    expect(calls(host).map(({ params }) => params.arguments.agreed)).toEqual([false]);
    expect((await client.callTool('get_task', { id: task })).isError).toBeFalsy();
  });

  it('shows in one line whether it was done, if no question was required', async () => {
    for (const [locale, theme, words, wrong] of [
      [
        'en-GB',
        'light',
        /^Task changed\s+Task "Prepare bundle" \(Smith v\. Northbridge Ltd\): description .* → "Three copies"\. Read back\.$/,
        /^It was not done\s+There is no such record/,
      ],
      ['ru-RU', 'dark', /^Задача изменена\s+Prepare bundle$/, /^Не сделано\s+Такой записи нет/],
    ] as const) {
      const host = await openHost({ context: { locale, theme }, viewport: { width: 360, height: 700 } });
      const { card } = await host.show(client, 'update_task', { id: task, Description: 'Three copies' });
      expect(await card.locator('main').innerText()).toMatch(words);
      expect(await host.page.evaluate('window.sizes.at(-1)')).toBeLessThan(140);
      expect(await accessFindings(card)).toEqual([]);
      const id = '00000000-0000-4000-8000-000000000099';
      const other = await host.show(client, 'update_task', { id, Description: 'Three copies' });
      expect(await other.card.locator('main').innerText()).toMatch(wrong);
      expect(calls(host)).toEqual([]);
    }
  });

  it('shows moments in the time of its reader', async () => {
    const asking = await service.connectAs('admin', {
      over: 'http',
      showsCards: true,
      env: { CASEBRIDGE_CONFIRM: 'update', CASEBRIDGE_TIME_ZONE: 'Europe/London' },
    });
    try {
      for (const [context, shown, zone] of [
        [{ locale: 'en-GB', timeZone: 'Asia/Tokyo' }, 'Thu 11 Mar 2027 00:00', '(Tokyo)'],
        [{ locale: 'ru-RU', timeZone: 'Europe/Moscow' }, 'ср 10 мар. 2027 18:00', '(Москва)'],
      ] as const) {
        const host = await openHost({ context });
        const Description = 'As agreed on \ue0022020-01-01T00:00:00Z\ue003';
        const args = { id: task, ExecutionDate: '2027-03-10T15:00:00Z', Description };
        const { card } = await host.show(asking, 'update_task', args);
        const sent = (await card.locator('.sent').innerText()).replaceAll('\u00a0', ' ');
        expect(sent).toContain(shown);
        expect(sent).toContain('As agreed on ⟨U+E002⟩2020-01-01T00:00:00Z⟨U+E003⟩');
        await card.getByText(zone).waitFor();
      }
    } finally {
      await asking.close();
    }
  });

  it("shows details of a change in the language of the user, regardless of the server's language", async () => {
    const changed = { id: task, Description: 'Three copies\u200b' };
    const sentences = {
      en: 'Invisible or control characters were left out of the data.',
      ru: 'Невидимые и управляющие символы удалены из данных.',
    };
    for (const CASEBRIDGE_LANGUAGE of languages)
      for (const CASEBRIDGE_CONFIRM of ['', 'update']) {
        const spoken = { CASEBRIDGE_LANGUAGE, CASEBRIDGE_ANSWER_TOKENS: '8000' };
        const env = { ...spoken, CASEBRIDGE_CONFIRM };
        const other = await service.connectAs('admin', { over: 'http', showsCards: true, env });
        const plain = await service.connectAs('admin', { over: 'http', env: spoken });
        try {
          for (const [locale, sentence] of [
            ['en-GB', sentences.en],
            ['ru-RU', sentences.ru],
          ] as const) {
            await service.reset();
            // This change gives the task a history, which the user who changes it may not see.
            await plain.call('update_task', { id: task, Description: 'One copy' });
            const host = await openHost({ context: { locale } });
            const { card, result } = await host.show(other, 'update_task', changed);
            if (CASEBRIDGE_CONFIRM === 'update') {
              await card.getByRole('checkbox').click();
              await card.locator('.main').click();
              await card.getByText(/You agreed to it|Вы это подтвердили/).waitFor();
            } else expect(result.content.at(-1)?.text).toContain(sentences[CASEBRIDGE_LANGUAGE]);
            await card.locator('summary').first().click();
            await card.getByText(sentence).waitFor();
          }
          const { _meta, content } = await plain.callTool('update_task', changed);
          expect(_meta?.[wordsKey]).toBeUndefined();
          expect(content.at(-1)?.text).toContain(sentences[CASEBRIDGE_LANGUAGE]);
        } finally {
          await Promise.all([other.close(), plain.close()]);
        }
      }
  });

  it('describes failures in words', async () => {
    const host = await openHost();
    const { card } = await host.show(client, 'delete_task', { id: task });
    await client.call('update_task', { id: task, Description: 'Four copies' });
    await card.getByRole('checkbox').click();
    await card.getByRole('button', { name: 'Delete task' }).click();
    await card.getByText('The record has changed since this was shown').waitFor();
  });

  it('has nothing that keeps people from using it', async () => {
    for (const theme of ['light', 'dark']) {
      const host = await openHost({
        context: { theme, locale: 'en-GB' },
        viewport: { width: 360, height: 700 },
      });
      const { card } = await host.show(client, 'archive_object', { id: sampleIds.smith });
      expect(await accessFindings(card)).toEqual([]);
      expect(await card.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    }
  });

  it('shows contents of records as text, even if they look like markup', async () => {
    const name = '"?\n<b>Links: 0</b> <img src=x onerror=document.title=1> javascript:alert(1) \u202eexe';
    await client.callTool('edit_object', { id: sampleIds.smith, Name: name });
    const host = await openHost();
    const { card } = await host.show(client, 'archive_object', { id: sampleIds.smith });
    const record = card.locator('.record');
    expect(await record.innerText()).toContain('<b>Links: 0');
    expect(await record.innerText()).not.toContain('\u202e');
    expect(await card.locator('.links, img, b, a').count()).toBe(0);
    expect(await card.evaluate('document.title')).toBe('Question');
  });

  it('tells when its host does not pass the answer on, and does not try again', async () => {
    const host = await openHost({ onCall: () => Promise.reject(new Error('The user said no to this tool')) });
    const { card } = await host.show(client, 'delete_task', { id: task });
    await card.getByRole('checkbox').click();
    await card.getByRole('button', { name: 'Delete task' }).click();
    await card.getByText('The answer did not arrive').waitFor();
    expect(await card.getByRole('button').count()).toBe(0);
    expect(calls(host)).toHaveLength(1);
  });
});
