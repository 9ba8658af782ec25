import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { accessFindings, hasChromium, startChromium } from '../../support/browser.ts';
import { cardHosts } from '../../support/cards/open-hosts.ts';
import { startService, type TestClient, type TestService, textOf } from '../../support/clients/harness.ts';
import { numbered, sampleIds } from '../../support/sample-ids.ts';

// A browser is slow on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const tasks = [1, 2, 3].map((number) => numbered('task', number));

describe.skipIf(!hasChromium)('the card of a plan in a real Chromium (which has to be installed)', () => {
  let service: TestService;
  let browser: Browser;
  let client: TestClient;
  const hosts = cardHosts(() => browser);
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

  const planned = async () => {
    const changes = [
      { tool: 'update_task', for: tasks, arguments: { Description: 'By the card.' } },
      { tool: 'archive_object', arguments: { id: sampleIds.lyutik } },
    ];
    const answer = await client.callTool('plan_changes', { changes });
    return /^Plan ([\da-f-]{36})/m.exec(textOf(answer))?.[1] ?? '';
  };
  const described = async () =>
    Promise.all(tasks.map(async (id) => (await client.call('get_task', { id })).Description));

  it.each([
    ['en-GB', 'Needs agreement', 'left out', 'done'],
    ['ru-RU', 'Нужно подтверждение', 'пропущено', 'сделано'],
  ])(
    'leaves out deselected rows, and shows the result of each row, in %s',
    async (locale, asked, left, done) => {
      const host = await hosts.open({ context: { locale }, viewport: { width: 360, height: 900 } });
      const before = await described();
      const { card } = await host.show(client, 'apply_plan', { plan: await planned() });
      const headings = await card.getByRole('heading', { level: 2 }).allInnerTexts();
      expect(headings[0]).toContain(asked);
      const boxes = card.getByRole('checkbox');
      expect(await boxes.count()).toBe(5);
      expect(await accessFindings(card)).toEqual([]);
      expect(await card.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      const yes = card.locator('.main, .risky');
      await card.locator('#agree').click();
      // If every row is deselected, the plan cannot be confirmed.
      for (const at of [0, 1, 2, 3]) await boxes.nth(at).click();
      expect(await yes.isDisabled()).toBe(true);
      for (const at of [0, 1, 3]) await boxes.nth(at).click();
      await yes.click();
      await card.locator('.became').waitFor();
      expect(await card.locator('.became .chip').allInnerTexts()).toEqual([done, left, done, done]);
      expect(await accessFindings(card)).toEqual([]);
      expect(await described()).toEqual(['By the card.', before[1], 'By the card.']);
      expect((await client.call('get_object', { id: sampleIds.lyutik })).Status).not.toBe('InWork');
    },
  );

  it('counts the changes in its buttons, and marks new dates in the past and on days off', async () => {
    const changes = ['2026-03-02T15:00:00Z', '2026-03-07T15:00:00Z'].map((ExecutionDate, at) => ({
      tool: 'update_task',
      arguments: { id: tasks[at], ExecutionDate },
    }));
    const archive = { tool: 'archive_object', arguments: { id: sampleIds.lyutik } };
    const answer = await client.callTool('plan_changes', { changes: [...changes, archive] });
    const plan = /^Plan ([\da-f-]{36})/m.exec(textOf(answer))?.[1] ?? '';
    for (const [locale, title, yes, no, past, off] of [
      [
        'en-GB',
        'Carry out 3 changes?',
        'Carry out 2 changes',
        'Do not carry out',
        /in the past/,
        /Sat 7 Mar is a day off/,
      ],
      [
        'ru-RU',
        'Выполнить 3 изменения?',
        'Выполнить 2 изменения',
        'Не выполнять',
        /уже прошла/,
        /сб 7 мар.* — нерабочий день/,
      ],
    ] as const) {
      const host = await hosts.open({ context: { locale, timeZone: 'UTC' } });
      const { card } = await host.show(client, 'apply_plan', { plan });
      await card.getByRole('heading', { level: 1, name: title }).waitFor();
      const marks = await card.locator('.choices .chip.warn').allInnerTexts();
      expect(marks).toEqual([
        expect.stringMatching(/2$/),
        expect.stringMatching(/(?:Next event|Следующее событие).*, \S+ 9 \S+ 15:00$/),
        expect.stringMatching(past),
        expect.stringMatching(off),
      ]);
      await card.getByRole('checkbox').first().click();
      await card.getByRole('button', { name: yes, exact: true }).waitFor();
      await card.getByRole('button', { name: no, exact: true }).waitFor();
      expect(await accessFindings(card)).toEqual([]);
    }
  });

  it('undoes the changes by a click, after a question if one is required', async () => {
    const host = await hosts.open({ context: { locale: 'en-GB' } });
    const before = await described();
    const { card } = await host.show(client, 'apply_plan', { plan: await planned() });
    await card.locator('#agree').click();
    await card.locator('.main, .risky').click();
    await card.getByRole('button', { name: 'Undo these changes' }).click();
    const second = card.locator('#agree:enabled');
    await second.or(card.locator('.became .became')).first().waitFor();
    if ((await second.count()) > 0) {
      await second.click();
      await card.locator('.main:enabled, .risky:enabled').click();
    }
    await expect.poll(described).toEqual(before);
    await expect
      .poll(async () => (await client.call('get_object', { id: sampleIds.lyutik })).Status)
      .toBe('InWork');
  });

  it('says of a row that fails that it was not done', async () => {
    const host = await hosts.open({ context: { locale: 'en-GB' } });
    const { card } = await host.show(client, 'apply_plan', { plan: await planned() });
    service.faults.set([
      { on: 'PUT /api/v2/tasks/{id}', fault: { kind: 'status', status: 403 }, times: 1 },
      { on: 'PUT /api/v3/tasks/{id}', fault: { kind: 'status', status: 403 }, times: 1 },
    ]);
    await card.locator('#agree').click();
    await card.locator('.main, .risky').click();
    await card.locator('.became').waitFor();
    const chips = await card.locator('.became .chip').allInnerTexts();
    expect(chips.filter((one) => one === 'not done')).toHaveLength(1);
    expect(chips.filter((one) => one === 'done')).toHaveLength(3);
    service.faults.clear();
  });
});
