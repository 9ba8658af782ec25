import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, Frame, Page } from 'playwright-core';
import { build } from 'rolldown';
import type { PageSettings } from '../browser.ts';
import type { TestClient, ToolAnswer } from '../clients/harness.ts';

/**
 * MCP Apps host for tests: shows cards in a real browser through the official bridge. Its client calls the real server.
 */

const [hostAddress, sandboxAddress] = ['http://host.example/', 'http://sandbox.example/'];
/** Content security policy that a host must set if a page declares no external domains. */
const sandboxPolicy =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; media-src 'self' data:; connect-src 'none'; frame-src 'self'; object-src 'none'";
const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));

let bundled: Promise<string> | undefined;
const hostScript = async (): Promise<string> => {
  bundled ??= build({
    input: file('host-page.mjs'),
    platform: 'browser',
    write: false,
    logLevel: 'silent',
    output: { format: 'iife', codeSplitting: false },
  }).then(({ output }) => output[0].code);
  return bundled;
};

/** A request from a card to its host. */
export interface FromCard {
  readonly kind: 'call' | 'link' | 'model';
  readonly params: any;
}

export interface Shown {
  readonly card: Frame;
  readonly result: ToolAnswer;
}

export interface CardHost {
  readonly page: Page;
  /** Requests from the card, in order. */
  readonly asked: FromCard[];
  /** Requested addresses other than the two pages of the host. */
  readonly strayed: string[];
  /** Errors in the console of the pages. */
  readonly faults: string[];
  /** Calls a tool and shows its result in the card that the tool list assigns to it. */
  show(client: TestClient, tool: string, args: Record<string, unknown>): Promise<Shown>;
  /** Shows a given result. */
  showResult(client: TestClient, tool: string, result: object): Promise<Frame>;
  /** Shows a result on a given page, without a server. */
  showPage(html: string, result: object): Promise<Frame>;
  close(): Promise<void>;
}

/**
 * Settings of the browser page, and the context that the host reports to a card, such as the user's language and time
 * zone.
 */
export interface HostSettings extends NonNullable<PageSettings> {
  readonly context?: Readonly<Record<string, unknown>>;
  /** Responds to tool calls of the card instead of the server, for tests of a host that rejects calls. */
  readonly onCall?: (params: any) => Promise<unknown>;
}

export async function openCardHost(
  browser: Browser,
  { context = {}, onCall, ...settings }: HostSettings = {},
): Promise<CardHost> {
  const opened = await browser.newContext(settings);
  const page = await opened.newPage();
  const [asked, strayed, faults]: [FromCard[], string[], string[]] = [[], [], []];
  const script = await hostScript();
  const html = (body: string) =>
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>host</title></head><body style="margin:0">${body}</body></html>`;
  await opened.route('**/*', (route) => {
    const url = route.request().url();
    if (url === hostAddress)
      return route.fulfill({
        contentType: 'text/html',
        body: html(`<script>${script.replaceAll('</script', '<\\/script')}</script>`),
      });
    if (url === sandboxAddress)
      return route.fulfill({
        contentType: 'text/html',
        headers: { 'content-security-policy': sandboxPolicy },
        body: readFileSync(file('sandbox-page.html'), 'utf8'),
      });
    strayed.push(url);
    return route.abort();
  });
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  let client: TestClient | undefined;
  await page.exposeFunction('fromCard', async (kind: FromCard['kind'], params: any) => {
    asked.push({ kind, params });
    if (kind !== 'call') return {};
    return onCall ? onCall(params) : client?.callTool(params.name, params.arguments);
  });
  await page.goto(hostAddress);
  const pageOf = async (tool: string): Promise<any> => {
    const { tools } = (await client?.listTools()) ?? { tools: [] };
    const listed = tools.find(({ name }) => name === tool) as any;
    const uri = listed?._meta?.ui?.resourceUri;
    if (uri === undefined) throw new Error(`${tool} has no card`);
    return (await client?.library.readResource({ uri }))?.contents[0];
  };
  const draw = async (content: any, input: object, result: object): Promise<Frame> => {
    await page.evaluate('window.sizes = []');
    await page.evaluate(
      `showCard(${JSON.stringify({
        html: content?.text,
        csp: content?._meta?.ui?.csp,
        sandbox: sandboxAddress,
        context,
        input,
        result,
      })})`,
    );
    const card = page.frames().find((frame) => frame.parentFrame()?.parentFrame() === page.mainFrame());
    if (card === undefined) throw new Error('there is no card');
    return card;
  };
  return {
    page,
    asked,
    strayed,
    faults,
    show: async (by, tool, args) => {
      client = by;
      const result = await by.callTool(tool, args);
      return { card: await draw(await pageOf(tool), args, result), result };
    },
    showResult: async (by, tool, result) => {
      client = by;
      return draw(await pageOf(tool), {}, result);
    },
    showPage: (html, result) => draw({ text: html }, {}, result),
    close: () => opened.close(),
  };
}
