import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import axe from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

/** Starts headless Chromium from Debian's package `chromium`. */

const names = ['chromium', 'chromium-browser', 'google-chrome'];
const path = (process.env.PATH ?? '')
  .split(delimiter)
  .flatMap((folder) => names.map((name) => join(folder, name)))
  .find((program) => existsSync(program));

export const hasChromium = path !== undefined;

/** Starts a browser that can reach only this machine, even if a page requests another address. */
export const startChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: path ?? names[0] ?? '',
    args: ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost'],
  });

export type PageSettings = Parameters<Browser['newContext']>[0];

/** Runs a function with a page in a new browser context, without cookies or cache of other tests. */
export async function withPage<Result>(
  browser: Browser,
  settings: PageSettings,
  run: (page: Page, context: BrowserContext) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext(settings);
  try {
    return await run(await context.newPage(), context);
  } finally {
    await context.close();
  }
}

/** Returns the violations of WCAG 2.2 and best practices on a page, each with its elements. */
export async function accessFindings(page: Pick<Page, 'evaluate'>): Promise<string[]> {
  await page.evaluate(`${axe.source};undefined`);
  const found = (await page.evaluate('axe.run()')) as axe.AxeResults;
  return found.violations.map(
    ({ id, help, nodes }) => `${id}: ${help} ${nodes.map(({ html }) => html.slice(0, 100)).join(' ')}`,
  );
}

/** Checks whether the page fits the width of the window. */
export const fitsWidth = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth');
