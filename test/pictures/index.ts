import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { print } from '../../src/commands/command.ts';
import { hasChromium, startChromium } from '../support/browser.ts';
import { type CardHost, openCardHost } from '../support/cards/card-host.ts';
import { startService, textOf } from '../support/clients/harness.ts';
import { numbered, sampleIds } from '../support/sample-ids.ts';
import { setClock } from '../support/time/clock.ts';

/**
 * `npm run docs:pictures`: redraws the images in `docs/pictures` from the built cards and the sample data of today. The
 * clock shows nine o'clock, so that today's hearing is still ahead. An image shows a chat with a card. The official host
 * library renders the card.
 */
const pictures = [
  ['week', 'What is due this week?', 'agenda', async () => ({})],
  ['case', 'Where do we stand with Smith?', 'case_brief', async () => ({ case: 'Smith' })],
  ['question', 'Archive the Smith case.', 'archive_object', async () => ({ id: sampleIds.smith })],
  ['plan', 'Smith is settled: give us a week for the tasks, and archive it.', 'apply_plan', planned],
] as const;
const width = 620;
const maxHeight = 900;
const quality = 82;

const pathOf = (name: string) => `docs/pictures/${name}.jpg`;

if (!hasChromium) throw new Error('Chromium is not installed.');
setClock(`${new Date().toISOString().slice(0, 10)}T09:00:00Z`);
// Real services return names in the language of the user.
const service = await startService({ quirks: { language: 'user' } });
const browser = await startChromium();
const client = await service.connectAs('anna', {
  over: 'http',
  own: true,
  showsCards: true,
  env: { CASEBRIDGE_CONFIRM: '' },
});
try {
  for (const [name, question, tool, argsOf] of pictures) {
    await drawChat(browser, await drawCard(browser, tool, await argsOf()), question, pathOf(name));
    print(`${pathOf(name)}: ${readFileSync(pathOf(name)).length} bytes`);
  }
} finally {
  await client.close();
  await browser.close();
  await service.close();
}

/** Plans changes, some of which require confirmation. */
async function planned(): Promise<object> {
  const tasks = [1, 2, 3].map((number) => numbered('task', number));
  const answer = await client.callTool('plan_changes', {
    changes: [
      { tool: 'update_task', for: tasks, arguments: { ExecutionDate: '+7 days' } },
      { tool: 'archive_object', arguments: { id: sampleIds.smith } },
    ],
  });
  return { plan: /^Plan ([\da-f-]{36})/m.exec(textOf(answer))?.[1] };
}

/** Returns the card as a PNG in base64. */
async function drawCard(by: Browser, tool: string, args: object): Promise<string> {
  const host: CardHost = await openCardHost(by, {
    context: { locale: 'en-GB', timeZone: 'Europe/London', theme: 'light' },
    viewport: { width: width - 34, height: 2000 },
  });
  try {
    const { card } = await host.show(client, tool, { ...args });
    await card.locator('h1').waitFor();
    const frame = host.page.locator('iframe');
    const { height = maxHeight } = (await frame.boundingBox()) ?? {};
    const shown = Math.min(Math.ceil(height), maxHeight);
    const picture = await host.page.screenshot({ clip: { x: 0, y: 0, width: width - 34, height: shown } });
    return picture.toString('base64');
  } finally {
    await host.close();
  }
}

async function drawChat(by: Browser, card: string, question: string, path: string): Promise<void> {
  const page = await by.newPage({ viewport: { width, height: 400 } });
  await page.setContent(`<!doctype html><meta charset="utf-8"><style>
    body { margin: 0; padding: 16px; background: #eceef1; font: 15px/1.4 system-ui, sans-serif; }
    p { width: fit-content; margin: 0 0 12px auto; padding: 8px 14px; border-radius: 14px 14px 2px; background: #1a5aa8; color: #fff; }
    div { overflow: hidden; border: 1px solid #d5d9de; border-radius: 10px; }
    img { display: block; width: 100%; }
  </style><p>${question}</p><div><img src="data:image/png;base64,${card}"></div>`);
  await page.locator('img').evaluate('(image) => image.decode()');
  await page.screenshot({ path, type: 'jpeg', quality, fullPage: true });
  await page.close();
}
