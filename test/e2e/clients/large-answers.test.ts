import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type Showing, showAnswer } from '../../../src/mcp/output/fit/show.ts';
import { notesIn } from '../../../src/mcp/output/notes-out.ts';
import { createSanitizer } from '../../../src/mcp/output/sanitize.ts';
import { textOf } from '../../support/clients/harness.ts';
import { useUpstream } from '../../support/servers/upstream.ts';

/** A worker thread shortens results of several megabytes. The results must be the same as without it. */

const { start, connectTo } = useUpstream();
const json = { 'content-type': 'application/json; charset=utf-8' };

/** Connects to a server whose service returns this JSON for every request. */
async function connectToOne(body: () => string, type: Record<string, string> = json) {
  const { url } = await start({ call: (response) => response.writeHead(200, type).end(body()) });
  return connectTo(url);
}

const secret = 'canary-password-Zx81';
const record = (number: number, text = 'Иск\u200b &shy; \u009d') => ({
  Id: `${number}`,
  Name: `Task ${number}`,
  Description: text,
  Password: number,
  Responsible: { Id: `u${number % 7}`, Name: `Person ${number % 7}`, Position: null },
  Version: 12345678901234,
});
const list = (count: number, text?: string) =>
  JSON.stringify({
    Items: Array.from({ length: count }, (_, number) => record(number, text)),
    NextPageUrl: 'https://service.example/api/v2/tasks?Page=2',
  });
const large = list(6000);

/** Shortens the same text in this process. */
async function shownHere(text: string, showing: Partial<Showing>) {
  const call = { tool: 'list_tasks', input: {} };
  const whole = {
    isUnchecked: true,
    isOwn: false,
    notes: [],
    budget: undefined,
    options: {},
    change: undefined,
  };
  return showAnswer({ text, call, ...whole, ...showing }, createSanitizer([secret]), async () => undefined);
}

describe('a result of several megabytes', () => {
  it.each([
    ['a list', large, {}],
    ['a list in full', large, { detail: 'full' }],
    ['some fields of a list', large, { fields: ['Name', 'Responsible.Name'] }],
    ['the later part of a list', large, { skip: 5900 }],
    ['long texts', list(60, '\u009d&#8203;😀'.repeat(9000)), {}],
    ['an indented list', JSON.stringify(JSON.parse(large), null, 2), {}],
    ['numbers that JavaScript cannot hold', `[${'12345678901234567890,'.repeat(40_000)}1.0]`, {}],
  ] as const)('is shown as a small one would be: %s [FLT-55]', async (_, text, view) => {
    const client = await connectToOne(() => text);
    const result = await client.callTool('list_tasks', { ...view });
    const here = await shownHere(text, { budget: 8000, options: view as Showing['options'] });
    expect(textOf(result)).toBe(here.text);
    const said = result.content.at(-1)?.text ?? '';
    for (const note of notesIn('en', here.notes)) expect(said).toContain(note);
    if (text.includes('NextPageUrl')) expect(said).toContain('More: the same call with Page 2.');
  });

  it('is stored in full if it was shortened', async () => {
    const client = await connectToOne(() => large);
    const { content } = await client.callTool('list_tasks');
    const uri = /answer:\/\/[\da-f]{32}/.exec(content.at(-1)?.text ?? '')?.[0] ?? '';
    const kept = await (client.library as any).readResource({ uri });
    expect(kept.contents[0].text).toContain('Task 5999');
    expect(kept.contents[0].text).not.toContain('\u200b');
  });

  it('that breaks off is no answer [FLT-55]', async () => {
    const client = await connectToOne(() => large.slice(0, -9));
    expect(await client.refusal('list_tasks')).toMatch(/^UNEXPECTED_ANSWER: .* is cut off or not valid JSON/);
    expect(await client.refusal('agenda', { person: '00000000-0000-4000-8000-000000000000' })).toContain(
      'UNEXPECTED_ANSWER',
    );
  });

  it('is each caller’s own, however many are made fit at a time [FLT-55]', async () => {
    const { url } = await start({
      call: (response, { target }) => {
        const text = `of ${/PageSize=(\d+)/.exec(target)?.[1]} `;
        response.writeHead(200, json).end(list(800, text.repeat(40)));
      },
    });
    const client = await connectTo(url);
    const sizes = Array.from({ length: 12 }, (_, index) => index + 1);
    const texts = await Promise.all(
      sizes.map(async (PageSize) => textOf(await client.callTool('list_tasks', { PageSize }))),
    );
    for (const [index, text] of texts.entries())
      expect(new Set(text.match(/of \d+/g))).toEqual(new Set([`of ${sizes[index]}`]));
  });

  it('does not delay the next ones after its client has left [FLT-55]', async () => {
    const client = await connectToOne(() => large);
    const cancels = Array.from({ length: 4 }, () => new AbortController());
    const calls = cancels.map(({ signal }) => client.callTool('list_tasks', {}, { signal }));
    const ended = Promise.allSettled(calls);
    const others = [client.callTool('list_tasks'), client.callTool('list_tasks', { skip: 5990 })] as const;
    for (const cancel of cancels) {
      await sleep(40);
      cancel.abort();
    }
    expect(textOf(await others[0])).toContain('Task 0');
    expect(textOf(await others[1])).toContain('Task 5999');
    await ended;
    expect(textOf(await client.callTool('list_tasks', { skip: 5990 }))).toContain('Task 5999');
  });
});
