import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withoutEmpty } from '../../support/answers/without-empty.ts';
import {
  clientKinds,
  startService,
  type TestClient,
  type TestService,
  type ToolAnswer,
  textOf,
} from '../../support/clients/harness.ts';
import { unfence } from '../../support/texts/fence.ts';

let service: TestService;
/** Client that gets the service's responses unchanged. */
let plain: TestClient;
/** Client with the default budget. */
let client: TestClient;
const byDefault = { env: { CASEBRIDGE_ANSWER_TOKENS: '' } };

beforeAll(async () => {
  service = await startService({ data: 'large' });
  plain = await service.connectAs('anna');
  client = await service.connectAs('anna', byDefault);
});
afterAll(async () => {
  await client.close();
  await plain.close();
  await service.close();
});

const cost = ({ content }: ToolAnswer) => content.reduce((sum, { text = '' }) => sum + countTokens(text), 0);
const notesOf = ({ content }: ToolAnswer) =>
  content
    .slice(1)
    .map(({ text }) => text)
    .join('\n');
const jsonOf = (answer: ToolAnswer): any => JSON.parse(textOf(answer));

/** Returns the call that a note suggests. */
function callIn(notes: string): [name: string, args: Record<string, unknown>] {
  const found = /Next: (\w+) (\{.*\})$/m.exec(notes);
  if (!found) throw new Error(`no call in: ${notes}`);
  return [found[1] ?? '', JSON.parse(found[2] ?? '')];
}

describe('an answer that fits', () => {
  it.each([
    'search_cases',
    'list_tasks',
    'list_events',
    'list_documents',
    'list_participants',
    'list_folders',
  ])(
    'of %s costs at most the budget, including notes, even if the full result costs several times as much',
    async (name) => {
      expect(cost(await plain.callTool(name))).toBeGreaterThan(20_000);
      const answer = await client.callTool(name);
      expect(cost(answer)).toBeLessThanOrEqual(8000);
      expect(cost(answer)).toBeGreaterThan(5000);
    },
  );

  it.each(clientKinds)(
    'shows the rest of a list by the calls that its notes name, for client %s',
    async (kind) => {
      const one = await service.connectAs('anna', { kind, env: { CASEBRIDGE_ANSWER_TOKENS: '1800' } });
      const { Items: wanted } = await plain.call('list_tasks', { PageSize: 24 });
      const seen: string[] = [];
      let call: [string, Record<string, unknown>] | undefined = ['list_tasks', { PageSize: 24 }];
      for (let calls = 0; call !== undefined && calls < 20; calls += 1) {
        const answer = await one.callTool(...call);
        expect(cost(answer)).toBeLessThanOrEqual(1800);
        seen.push(...jsonOf(answer).Items.map(({ Id }: any) => Id));
        call = notesOf(answer).includes('Shown:') ? callIn(notesOf(answer)) : undefined;
      }
      expect(seen).toEqual(wanted.map(({ Id }: any) => Id));
      await one.close();
    },
  );

  it('is the full record if it is short, without empty fields', async () => {
    const [{ Id }] = (await plain.call('search_cases', { PageSize: 1 })).Items;
    const args = { id: Id, detail: 'full' };
    const whole = await plain.call('get_object', { id: Id });
    const shown = await client.call('get_object', args);
    expect(shown).toEqual(withoutEmpty(whole));
    expect(Object.keys(shown).length).toBeLessThan(Object.keys(whole).length);
    expect((await client.callTool('get_object', args)).content).toHaveLength(1);
  });

  it('is stored in full as a resource for its caller', async () => {
    const answer = await client.callTool('list_tasks');
    const uri = /answer:\/\/[\da-f]{32}/.exec(notesOf(answer))?.[0] ?? '';
    const { contents } = await client.library.readResource({ uri });
    expect(JSON.parse(unfence(contents[0]?.text ?? ''))).toEqual(await plain.call('list_tasks'));
    await expect(plain.library.readResource({ uri })).rejects.toThrow(/no such resource/);
    const part = await client.library.readResource({ uri: `${uri}?from=0&to=9` });
    expect(unfence(part.contents[0]?.text ?? '')).toBe('{"Items":');
  });

  it('has all details, or only the fields, if requested', async () => {
    const { Items: whole } = await plain.call('search_cases', { PageSize: 3 });
    const full = await client.call('search_cases', { PageSize: 3, detail: 'full' });
    expect(full.Items[0]).toMatchObject({ Url: whole[0].Url, DocumentFolderId: whole[0].DocumentFolderId });
    const { Items } = await client.call('search_cases', { PageSize: 3, fields: 'Id, Responsible.Name' });
    expect(Items).toEqual(
      whole.map(({ Id, Responsible }: any) => ({ Id, Responsible: { Name: Responsible.Name } })),
    );
    const brief = await client.call('get_object', { id: whole[0].Id, detail: 'brief' });
    expect(brief).toMatchObject({ Id: whole[0].Id, Name: whole[0].Name });
    expect(brief.Url).toBeUndefined();
  });

  it('shows a long text piece by piece', async () => {
    const [{ Id }] = (await plain.call('search_cases', { PageSize: 1, Status: 'InWork' })).Items;
    const long = 'Отзыв на исковое заявление: довод № 1. '.repeat(250);
    await plain.call('edit_object', { id: Id, Description: long });
    const small = await service.connectAs('anna', { env: { CASEBRIDGE_ANSWER_TOKENS: '1500' } });
    let read = '';
    let call: [string, Record<string, unknown>] | undefined = ['get_object', { id: Id }];
    for (let calls = 0; call !== undefined && calls < 20; calls += 1) {
      const answer: ToolAnswer = await small.callTool(...call);
      expect(cost(answer)).toBeLessThanOrEqual(1500);
      read += jsonOf(answer).Description.replace(/…$/, '');
      call = notesOf(answer).includes('Description (') ? callIn(notesOf(answer)) : undefined;
    }
    expect(read).toBe(long);
    await small.close();
  });

  it('follows the pages of a list, reports progress, and states where it stopped', async () => {
    const told: number[] = [];
    const answer = await client.callTool(
      'search_cases',
      { all: true, fields: ['Id'], Status: 'InWork' },
      { onprogress: ({ progress }) => told.push(progress) },
    );
    expect(notesOf(answer)).toMatch(
      /\d+ pages with \d+ items were read\. More: the same call with Page \d+\./,
    );
    expect(told.length).toBeGreaterThan(1);
    expect(told).toEqual([...told].sort((a, b) => a - b));
    const { Items } = await plain.call('search_cases', { all: true, fields: ['Id'], Status: 'InWork' });
    expect(new Set(Items.map(({ Id }: any) => Id)).size).toBe(Items.length);
    expect(Items).toHaveLength(500);
  });

  it('is all of a list that has fewer pages than that', async () => {
    const pages = await Promise.all(
      [1, 2, 3, 4, 5].map(
        async (Page) => (await plain.call('list_participants', { Page, PageSize: 100 })).Items,
      ),
    );
    const ids = pages.flat().map(({ Id }: any) => Id);
    const { Items } = await plain.call('list_participants', { all: true, fields: ['Id'] });
    expect(Items.map(({ Id }: any) => Id)).toEqual(ids.slice(0, Items.length));
    expect(Items.length).toBeGreaterThan(100);
  });

  it('is refused with the reason for invalid arguments, without a request', async () => {
    expect(await client.refusal('search_cases', { detail: 'short' })).toContain('brief, full');
    expect(await client.refusal('search_cases', { skip: -1 })).toContain('skip');
    expect(await client.refusal('create_object', { fields: ['Id'] })).toContain(
      'Fields: should be an object',
    );
  });
});
