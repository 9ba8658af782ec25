import type { Browser, Frame } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { accessFindings, hasChromium, startChromium } from '../../support/browser.ts';
import { cardHosts } from '../../support/cards/open-hosts.ts';
import { startService, type TestClient, type TestService } from '../../support/clients/harness.ts';
import { documentId } from '../../support/sample-ids.ts';

// A browser is slow on a busy machine, and some tests draw many cards.
vi.setConfig({ testTimeout: 180_000 });

/** Hostile and unusual texts in records. */
const hostile = [
  '<img src=x onerror="document.title=1"><script>document.title=1</script>',
  'javascript:alert(1)',
  '<a href="https://evil.example/">click</a>',
  'safe\u202egnp.exe\u2066',
  'לקוח ראשי נגד חברה',
  'x'.repeat(100_000),
];

/** Document of the opposing party that contains a demand. */
const letter = documentId('smithDemand');

describe.skipIf(!hasChromium)('the cards of lookups in a real Chromium (which has to be installed)', () => {
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

  it.each([
    [
      'case_brief',
      { case: 'Smith' },
      /Smith v\. Northbridge Ltd[\s\S]*Open tasks/,
      /Открытые задачи[\s\S]*Участники/,
    ],
    [
      'agenda',
      {},
      /Anna Petrova[\s\S]*Overdue[\s\S]*Prepare bundle/,
      /Anna Petrova[\s\S]*Просрочено[\s\S]*Prepare bundle/,
    ],
    ['workload', {}, /Workload[\s\S]*Anna Petrova/, /Загрузка[\s\S]*Anna Petrova/],
    [
      'case_timeline',
      { case: 'Smith' },
      /Timeline[\s\S]*Today,[\s\S]*tomorrow/,
      /Ход дела[\s\S]*Сегодня,[\s\S]*завтра/,
    ],
    [
      'read_document',
      { document: letter, find: 'pays into the account' },
      /Passages: \d+, with pays into the account/,
      /Отрывков: \d+/,
    ],
  ])(
    'show %s in both languages and themes, at the width of a phone, to everybody',
    async (tool, args, en, ru) => {
      for (const [locale, theme, words] of [
        ['en-GB', 'light', en],
        ['ru-RU', 'dark', ru],
      ] as const) {
        const host = await open({ context: { locale, theme }, viewport: { width: 360, height: 800 } });
        const { card } = await host.show(client, tool, args);
        expect(await textOf(card)).toMatch(words);
        expect(await card.evaluate('document.documentElement.lang')).toBe(locale.slice(0, 2));
        expect(await accessFindings(card)).toEqual([]);
        expect(await card.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      }
    },
  );

  it('mark the searched words in a document', async () => {
    const host = await open();
    const { card } = await host.show(client, 'read_document', {
      document: letter,
      find: 'pays into the account',
    });
    expect(await card.locator('mark').count()).toBeGreaterThan(0);
  });

  it('show each name of the workload on full lines at 320 pixels, with the label of each number', async () => {
    const host = await open({ context: { locale: 'ru-RU' }, viewport: { width: 320, height: 800 } });
    const { card } = await host.show(client, 'workload', {});
    const names = await card.locator('tbody th').evaluateAll((cells) =>
      cells.map((cell) => ({
        words: (cell.textContent ?? '').split(' ').length,
        height: cell.clientHeight,
      })),
    );
    expect(names.length).toBeGreaterThan(3);
    for (const { words, height } of names) expect(height).toBeLessThan(26 * words + 6);
    const shown = await card.evaluate(
      `[...document.querySelectorAll('tbody tr:first-child td.num')].map((cell) => getComputedStyle(cell, '::before').content)`,
    );
    // Browsers return the parts of the content as one string or as several.
    const labels = (shown as string[]).map((content) => content.replaceAll('" "', ''));
    expect(labels).toEqual(['Дела', 'Задачи', 'Просрочено'].map((name) => `"${name}\u00a0"`));
    expect(await card.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(await accessFindings(card)).toEqual([]);
  });

  it('say why the rows of the workload add up to more than its total', async () => {
    for (const [locale, note] of [
      ['en-GB', 'A task of several people counts for each of them.'],
      ['ru-RU', 'Если у задачи несколько ответственных, она учтена у каждого.'],
    ] as const) {
      const host = await open({ context: { locale } });
      const { card } = await host.show(client, 'workload', {});
      await card.getByText(note).waitFor();
    }
  });

  it('show the tables of a document as tables, and no year of this year', async () => {
    const host = await open({ context: { locale: 'en-GB' }, viewport: { width: 320, height: 800 } });
    const { card } = await host.show(client, 'read_document', { document: letter });
    expect(await card.locator('tr', { hasText: 'Total' }).innerText()).toBe('Total\t84,600.00');
    expect(await card.locator('header').innerText()).not.toMatch(/2026|Parts|dated|filed/);
    expect(await card.locator('header').innerText()).toMatch(/added [\s\S]* by /);
    const text = await textOf(card);
    expect(text).toMatch(/Header: Northbridge Ltd[\s\S]*drainage1\. We had[^\n]*\n+1 Clause 4\.2/);
    expect(text).not.toMatch(/\[/);
    expect(await card.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(await accessFindings(card)).toEqual([]);
  });

  it('omit notes about actions that only a model can take', async () => {
    for (const [locale, shown, hidden] of [
      ['en-GB', /The text may use other words\./, /try them|read the pages/],
      ['ru-RU', /В тексте это может быть сказано другими словами\./, /попробуйте|страницы/],
    ] as const) {
      const host = await open({ context: { locale } });
      const { card } = await host.show(client, 'read_document', { document: letter, find: 'zzzz' });
      await card.locator('summary').press('Enter');
      expect(await card.locator('details').innerText()).toMatch(shown);
      expect(await card.locator('details').innerText()).not.toMatch(hidden);
    }
  });

  it('list possible meanings, without ids and JSON', async () => {
    const host = await open({ context: { locale: 'ru-RU' } });
    const several = await host.show(client, 'case_timeline', { case: 'НП-2026-5' });
    const words = await textOf(several.card);
    expect(words).toMatch(
      /подходит несколько[\s\S]*Налоговая проверка ООО «Вектор» · НП-2026-5[\s\S]*Для администратора/,
    );
    expect(words).not.toMatch(/[{}]|[\da-f]{8}-[\da-f]{4}-|Ask the user/);
    const none = await host.show(client, 'case_brief', { case: 'Qwxzvt Plokm' });
    expect(await textOf(none.card)).toMatch(/Записи с таким названием нет\s+Qwxzvt Plokm/);
    expect(await textOf(none.card)).not.toMatch(/Mill Lane|Пустая карточка/);
  });

  it('speak in the time zone of their reader', async () => {
    const host = await open({ context: { locale: 'en-GB', timeZone: 'Asia/Tokyo' } });
    const { card } = await host.show(client, 'agenda', {});
    await card.getByText('Times: Tokyo').waitFor();
    expect(host.asked.map(({ params }) => params)).toEqual([
      { name: 'agenda', arguments: { time_zone: 'Asia/Tokyo' } },
    ]);
  });

  it('show hostile texts as texts', async () => {
    const host = await open({ context: { locale: 'en-GB' }, viewport: { width: 360, height: 800 } });
    const [name = ''] = hostile;
    for (const text of hostile) {
      const row = {
        id: text,
        name: text,
        status: text,
        responsible: [text],
        case: text,
        due: text,
        start: text,
      };
      const record = { id: text, name: text, url: text, client: text, card: [text], deadlines: [text] };
      const brief = {
        case: record,
        parties: [text],
        tasks: [row],
        coming: [row],
        documents: [row],
        related: [{ ...row, responsible: text }],
      };
      const week = {
        of: text,
        from: text,
        to: text,
        overdue: [row],
        tasks: [row],
        events: [row],
        days_off: [text],
      };
      const steps = [{ at: text, kind: 'event', what: text }];
      for (const [tool, structuredContent] of [
        ['case_brief', { ...brief, notes: [text, text], time_zone: text }],
        ['agenda', { ...week, notes: [text, text], time_zone: text }],
        ['case_timeline', { case: text, steps, now: text, time_zone: text }],
        ['read_document', undefined],
      ] as const) {
        const content = [{ type: 'text', text: `${text}\n== ${text} ==\n${text}` }];
        const card = await host.showResult(client, tool, { content, structuredContent });
        expect(await textOf(card)).toContain(text.slice(0, 20));
        expect(await card.evaluate(`document.querySelectorAll('img, a, main script, iframe').length`)).toBe(
          0,
        );
        expect(await card.evaluate('document.title')).not.toBe('1');
        const fits = await card.evaluate('document.documentElement.scrollWidth <= innerWidth');
        expect([tool, text.slice(0, 20), fits]).toEqual([tool, text.slice(0, 20), true]);
        if (text === name) expect(await accessFindings(card)).toEqual([]);
      }
    }
    expect(host.asked).toEqual([]);
  });

  it('describe empty, partial and wrong results in words', async () => {
    const host = await open({ context: { locale: 'ru-RU' } });
    const content = [{ type: 'text', text: 'NAME_UNKNOWN: There is no such case.' }];
    const wrong = await host.showResult(client, 'case_brief', { content, isError: true });
    expect(await textOf(wrong)).toMatch(/Записи с таким названием нет[\s\S]*Для администратора/);
    const empty = { tasks: [], events: [], days_off: [], from: 'Wed 2026-03-04', to: 'Wed 2026-03-11' };
    const card = await host.showResult(client, 'agenda', { content: [], structuredContent: empty });
    expect(await textOf(card)).toMatch(/4–11\sмарта\s2026[\s\S]*Ничего не запланировано/);
    const partial = { case: { id: 'x' }, tasks: [], notes: ['', 'The events could not be read.'] };
    const rest = await host.showResult(client, 'case_brief', { content: [], structuredContent: partial });
    await rest.getByText('Примечания сервера').click();
    expect(await textOf(rest)).toMatch(
      /Открытых задач нет[\s\S]*Не прочитано[\s\S]*The events could not be read/,
    );
  });

  it("show the server's notes in the language of the user, regardless of the server's language", async () => {
    const sentences = {
      en: /Not read: documents \(switched off by the operator\)\./,
      ru: /Не прочитано: документы \(отключено администратором\)\./,
    };
    for (const CASEBRIDGE_LANGUAGE of ['en', 'ru'] as const) {
      const env = { CASEBRIDGE_LANGUAGE, CASEBRIDGE_TOOLS: '-list_documents' };
      const partial = await service.connectAs('anna', { over: 'http', showsCards: true, env });
      try {
        for (const [locale, sentence] of [
          ['en-GB', sentences.en],
          ['ru-RU', sentences.ru],
        ] as const) {
          const host = await open({ context: { locale, timeZone: 'Asia/Tokyo' } });
          const { card, result } = await host.show(partial, 'case_brief', { case: 'Smith' });
          await card.getByTitle('Asia/Tokyo').waitFor();
          expect(result.content.at(-1)?.text).toMatch(sentences[CASEBRIDGE_LANGUAGE]);
          // Use the keyboard, because a click can miss: the host changes the card's height after the card is
          // drawn again.
          await card.locator('summary').last().press('Enter');
          await card.getByText(sentence).waitFor();
        }
      } finally {
        await partial.close();
      }
    }
  });

  it('follow their host when it turns dark, and leave when they are told to', async () => {
    const host = await open({ context: { locale: 'en-GB', theme: 'light' } });
    const { card } = await host.show(client, 'workload', {});
    const background = () => card.evaluate('getComputedStyle(document.body).backgroundColor');
    expect(await background()).toBe('rgb(255, 255, 255)');
    await host.page.evaluate(
      `changeContext({ locale: 'en-GB', theme: 'dark', styles: { variables: { '--color-background-primary': '#0d1b2e', '--color-border-primary': 'url(https://evil.example/)' } } })`,
    );
    await expect.poll(background).toBe('rgb(13, 27, 46)');
    expect(await host.page.evaluate('tearDown()')).toEqual({});
  });

  it('can reach only their host, even with hostile content', async () => {
    const host = await open();
    const { card } = await host.show(client, 'workload', {});
    const reach = `fetch('https://evil.example/').then(() => 'reached', () => 'refused')`;
    expect(await card.evaluate(reach)).toBe('refused');
    const load = `new Promise((done) => { const one = new Image(); one.onload = () => done('reached'); one.onerror = () => done('refused'); one.src = 'https://evil.example/x.png'; })`;
    expect(await card.evaluate(load)).toBe('refused');
    await expect.poll(() => host.faults.length).toBeGreaterThan(1);
    expect(host.faults.splice(0).filter((fault) => !fault.includes('Content Security Policy'))).toEqual([]);
  });
});
