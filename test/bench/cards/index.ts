import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { print } from '../../../src/commands/command.ts';
import { hasChromium, startChromium } from '../../support/browser.ts';
import { type CardHost, openCardHost } from '../../support/cards/card-host.ts';
import { startService } from '../../support/clients/harness.ts';
import { documentId, sampleIds } from '../../support/sample-ids.ts';
import { aligned } from '../compare.ts';

/**
 * `npm run bench:cards [FOLDER]`: every card in both languages and themes as a picture to look at, and how long it takes
 * from the result to the drawn card.
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
const rounds = 9;

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
  const rows = [['card', 'drawn, ms', 'bytes']];
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
    rows.push([name, ...(await timed(host, tool, args))]);
    await host.close();
  }
  print(aligned(rows));
} finally {
  await client.close();
  await browser.close();
  await service.close();
}

/** As large as the card wants to be. */
function frameOf(host: CardHost) {
  return host.page.evaluate<{ x: number; y: number; width: number; height: number }>(
    `(({ x, y, width, height }) => ({ x, y, width, height }))(document.querySelector('iframe').getBoundingClientRect())`,
  );
}

/** From the moment at which the host has the result until the card has been painted; the middle of several. */
async function timed(host: CardHost, tool: string, args: Record<string, unknown>): Promise<[string, string]> {
  const times: number[] = [];
  let bytes = 0;
  for (let round = 0; round < rounds; round += 1) {
    const { card } = await host.show(client, tool, args);
    bytes = String(await card.evaluate('document.documentElement.outerHTML')).length;
    times.push(await host.page.evaluate<number>('window.drawn'));
  }
  times.sort((one, other) => one - other);
  return [String(Math.round(times[rounds >> 1] ?? 0)), String(bytes)];
}
