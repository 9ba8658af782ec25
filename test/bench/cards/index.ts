import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { print } from '../../../src/commands/command.ts';
import { hasChromium, startChromium } from '../../support/browser.ts';
import { type CardHost, openCardHost } from '../../support/cards/card-host.ts';
import { startService } from '../../support/clients/harness.ts';
import { documentId, sampleIds } from '../../support/sample-ids.ts';
import { aligned } from '../compare.ts';

/**
 * `npm run bench:cards [FOLDER]` saves a picture of every card in both languages and themes. It also measures
 * the time from the tool result to the drawn card, and compares it with an empty page, which shows the time
 * that host and browser take.
 */
const folder = process.argv[2] ?? '.cards';
const cards = [
  ['question', 'archive_object', { id: sampleIds.smith }],
  ['case', 'case_brief', { case: 'Smith' }],
  ['week', 'agenda', {}],
  ['workload', 'workload', {}],
  ['timeline', 'case_timeline', { case: 'Smith' }],
  ['document', 'read_document', { document: documentId('smithDemand'), find: 'pays into the account' }],
] as const;
const rounds = 15;

/** Page that sends only the messages that a card must send. */
const emptyPage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Empty</title></head><body><script>
const send = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
const size = () => send({ method: 'ui/notifications/size-changed', params: { width: 100, height: document.body.offsetHeight } });
addEventListener('message', ({ data }) => {
  if (data.id === 1) { send({ method: 'ui/notifications/initialized', params: {} }); size(); }
  if (data.method !== 'ui/notifications/tool-result') return;
  document.body.textContent = JSON.stringify(data.params).length;
  requestAnimationFrame(size);
});
const info = { protocolVersion: '2026-01-26', appInfo: { name: 'empty', version: '1' }, appCapabilities: {} };
send({ id: 1, method: 'ui/initialize', params: info });
</script></body></html>`;

if (!hasChromium) throw new Error('Chromium has to be installed.');
mkdirSync(folder, { recursive: true });
const service = await startService();
const browser = await startChromium();
const client = await service.connectAs('anna', {
  over: 'http',
  own: true,
  showsCards: true,
  env: { CASEBRIDGE_CONFIRM: '' },
});
try {
  const rows = [['card', 'drawn, ms', 'empty page, ms', 'more, ms', 'bytes']];
  for (const [name, tool, args] of cards) {
    for (const [locale, timeZone] of [
      ['en-GB', 'Europe/London'],
      ['ru-RU', 'Europe/Moscow'],
    ] as const)
      for (const theme of ['light', 'dark']) {
        const host = await openCardHost(browser, {
          context: { locale, theme, timeZone },
          viewport: { width: 760, height: 2000 },
        });
        await host.show(client, tool, args);
        await host.page.waitForTimeout(400);
        await host.page.screenshot({
          path: join(folder, `${name}-${locale.slice(0, 2)}-${theme}.png`),
          clip: await frameOf(host),
        });
        for (const fault of [...host.faults, ...host.strayed]) print(`${name}: ${fault}`);
        await host.close();
      }
    const host = await openCardHost(browser, { viewport: { width: 760, height: 900 } });
    rows.push([name, ...(await timed(host, tool, args)), String(bytesOf(name))]);
    await host.close();
  }
  print(aligned(rows));
} finally {
  await client.close();
  await browser.close();
  await service.close();
}

/** Returns the size of a card's page. */
function bytesOf(name: string): number {
  const pages = JSON.parse(readFileSync('dist/cards.json', 'utf8')) as Record<string, { html: string }>;
  return Buffer.byteLength(pages[name]?.html ?? '');
}

/** Returns the position and size of the card's frame. */
function frameOf(host: CardHost) {
  return host.page.evaluate<{ x: number; y: number; width: number; height: number }>(
    `(({ x, y, width, height }) => ({ x, y, width, height }))(document.querySelector('iframe').getBoundingClientRect())`,
  );
}

/**
 * Measures the time from the moment at which the host has the result until the card is painted. Alternates
 * between the card and an empty page. Returns medians.
 */
async function timed(host: CardHost, tool: string, args: Record<string, unknown>): Promise<string[]> {
  const times: { card: number[]; empty: number[] } = { card: [], empty: [] };
  const took = () => host.page.evaluate<number>('window.drawn');
  for (let round = 0; round < rounds; round += 1) {
    const { result } = await host.show(client, tool, args);
    times.card.push(await took());
    await host.showPage(emptyPage, result);
    times.empty.push(await took());
  }
  const [drawn, empty] = [times.card, times.empty].map(
    (all) => all.sort((one, other) => one - other)[rounds >> 1] ?? 0,
  ) as [number, number];
  return [drawn, empty, drawn - empty].map((one) => String(Math.round(one)));
}
