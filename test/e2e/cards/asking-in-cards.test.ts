import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerToolName, type QuestionInCard, questionKey } from '../../../src/contract/features/card.ts';
import { createConfirmations } from '../../../src/mcp/guards/confirmation.ts';
import { createMemoryState } from '../../../src/shared-state/memory.ts';
import { createUser } from '../../support/clients/asked.ts';
import {
  type ClientKind,
  type ConnectOptions,
  clientKinds,
  startService,
  type TestClient,
  type TestService,
  type ToolAnswer,
  textOf,
} from '../../support/clients/harness.ts';
import { sampleIds } from '../../support/sample-ids.ts';

const task = sampleIds.prepareBundle;
let service: TestService;
const folder = mkdtempSync(join(tmpdir(), 'cards-'));
const record = join(folder, 'changes.jsonl');
const clients = new Map<string, Promise<TestClient>>();
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  for (const client of clients.values()) await (await client).close();
  await service?.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => service.reset());

/** Connects a client that can only show cards. Tests with the same options share one client. */
async function connectCards(options: ConnectOptions = {}): Promise<TestClient> {
  const env = { CASEBRIDGE_CONFIRM: '', CASEBRIDGE_AUDIT_FILE: record, ...options.env };
  const key = JSON.stringify([options.kind ?? 'v2 auto', options.showsCards, options.user, options.env]);
  const client = clients.get(key) ?? service.connectAs('admin', { showsCards: true, ...options, env });
  clients.set(key, client);
  return client;
}
const linesOf = (tool: string): any[] =>
  readFileSync(record, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
    .filter((line) => line.tool === tool);

/** Returns the question in the result of a call. */
function questionOf(result: ToolAnswer): QuestionInCard {
  expect(result.isError).toBeFalsy();
  expect(textOf(result)).toMatch(/^WAITING_FOR_AGREEMENT: .*Nothing was done/);
  return result._meta[questionKey];
}
const ask = async (client: TestClient, tool = 'delete_task', args: Record<string, unknown> = { id: task }) =>
  questionOf(await client.callTool(tool, args));
const answer = (client: TestClient, { state }: Pick<QuestionInCard, 'state'>, agreed: boolean) =>
  client.callTool(answerToolName, { state, agreed });
const refusedAs = async (code: string, result: Promise<ToolAnswer>) => {
  const refused = await result;
  expect(refused.isError).toBe(true);
  expect(textOf(refused)).toMatch(new RegExp(`^${code}: .*Nothing was done`));
};
const isThere = async (client: TestClient) =>
  (await client.callTool('get_task', { id: task })).isError !== true;

describe.each(clientKinds)('a client that shows cards and no dialogs (%s)', (kind: ClientKind) => {
  it('runs a risky call only after the user has confirmed it in the card', async () => {
    const client = await connectCards({ kind });
    const question = await ask(client);
    expect(await isThere(client)).toBe(true);
    expect(question.en.title).toBe('Delete this task?');
    expect(question.ru.title).toBe('Удалить задачу?');
    expect(question.en.record).toEqual([
      {
        ...{ label: 'Acts on', value: expect.stringContaining('"Prepare bundle"') },
        plain: ['Prepare bundle'],
      },
    ]);
    expect((await answer(client, question, true)).isError).toBeFalsy();
    expect(await isThere(client)).toBe(false);
    expect(linesOf('delete_task').at(-1)).toMatchObject({
      decision: 'confirmed in a card',
      ids: { id: task },
    });
    await refusedAs('ALREADY_ANSWERED', answer(client, question, true));
  });

  it('is told of cards by the server, and reads their pages', async () => {
    const client = await connectCards({ kind });
    expect(client.library.getServerCapabilities()).toMatchObject({
      extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
    });
    const { tools } = await client.listTools();
    const listed: any = tools.find(({ name }) => name === 'delete_task');
    const { resourceUri } = listed._meta.ui;
    expect(resourceUri).toMatch(/^ui:\/\/question\d{6}$/);
    const [page] = (await client.library.readResource({ uri: resourceUri })).contents;
    expect(page).toMatchObject({
      mimeType: 'text/html;profile=mcp-app',
      text: expect.stringMatching(/^<!doctype html>/),
      _meta: { ui: { csp: { connectDomains: [], resourceDomains: [] } } },
    });
  });
});

describe('a question in a card', () => {
  it("gives the model neither the record's contents nor the state", async () => {
    const client = await connectCards();
    const result = await client.callTool('delete_task', { id: task });
    const { state } = questionOf(result);
    expect(result.structuredContent).toBeUndefined();
    const seen = JSON.stringify(result.content);
    expect(seen).not.toContain('bundle');
    expect(seen).not.toContain(state);
  });

  it('is asked by the callers of unlisted tools, too', async () => {
    const client = await connectCards({ env: { CASEBRIDGE_SURFACE: 'everyday' } });
    const { tools } = await client.listTools();
    for (const name of ['call_delete_operation', 'call_write_operation', 'update_task'])
      expect(tools.find((tool) => tool.name === name)?._meta, name).toMatchObject({
        ui: { resourceUri: expect.stringContaining('ui://question') },
      });
    const question = await ask(client, 'call_write_operation', {
      operation: 'notify_user',
      arguments: { id: sampleIds.anna, Text: 'See https://example.com/hearing' },
    });
    expect(question.en.links).toEqual(['example.com (https://example.com/hearing)']);
    expect((await answer(client, question, true)).isError).toBeFalsy();
    expect(linesOf('notify_user').at(-1)).toMatchObject({ decision: 'confirmed in a card' });
  });

  it('shows the state after the change, and applies to the current record', async () => {
    const client = await connectCards();
    const question = await ask(client, 'archive_object', { id: sampleIds.smith });
    expect(question.ru.lost).toEqual({
      heading: 'Изменится (прежние значения можно вернуть через ассистента или в системе)',
      isReversible: true,
      rows: [expect.objectContaining({ label: 'Статус', value: 'в работе → в архиве' })],
    });
    await client.callTool('edit_object', { id: sampleIds.smith, Description: 'Changed meanwhile' });
    await refusedAs('CHANGED_MEANWHILE', answer(client, question, true));
    const again = await ask(client, 'archive_object', { id: sampleIds.smith });
    expect((await answer(client, again, true)).isError).toBeFalsy();
    expect((await client.call('get_object', { id: sampleIds.smith })).Status).toBe('Archived');
  });

  it('can be answered with no, and then not with yes', async () => {
    const client = await connectCards();
    const question = await ask(client);
    await refusedAs('DECLINED', answer(client, question, false));
    await refusedAs('ALREADY_ANSWERED', answer(client, question, true));
    expect(await isThere(client)).toBe(true);
    expect(linesOf('delete_task').at(-1)).toMatchObject({ event: 'refused', reason: 'DECLINED' });
  });

  it('serves once, also for answers at the same moment', async () => {
    const client = await connectCards();
    const question = await ask(client, 'notify_user', { id: sampleIds.anna, Text: 'Once' });
    const tried = () => linesOf('notify_user').filter(({ event }) => event === 'intent').length;
    const before = tried();
    const all = await Promise.all([1, 2, 3].map(() => answer(client, question, true)));
    expect(all.filter(({ isError }) => !isError)).toHaveLength(1);
    expect(tried() - before).toBe(1);
  });
});

describe('the state of a card', () => {
  it('is refused when it was changed, made up, came from elsewhere, or is too old', async () => {
    const client = await connectCards();
    const { state } = await ask(client);
    const middle = state.indexOf('.') + 9;
    const forged = `${state.slice(0, middle)}${state[middle] === 'A' ? 'B' : 'A'}${state.slice(middle + 1)}`;
    const call = { tool: 'delete_task', input: { id: task } };
    const context = {} as never;
    const foreign = await createConfirmations(createMemoryState()).cards.seal(call, 'x', 'local', context);
    const body = Buffer.from(JSON.stringify({ p: { ...call, nonce: '1', digest: '' }, exp: 1e12 }));
    for (const made of [forged, foreign ?? '', 'v1.', `v1.${body.toString('base64url')}.`, 'x'])
      await refusedAs('NOT_VALID', answer(client, { state: made }, true));
    expect(await isThere(client)).toBe(true);
    expect((await answer(client, { state }, true)).isError).toBeFalsy();
  });

  it('is that of one caller, for ten minutes', async () => {
    const context = {} as never;
    const call = { tool: 'delete_task', input: { id: task } };
    const known = createMemoryState();
    const { cards } = createConfirmations(known);
    const state = (await cards.seal(call, 'digest', 'anna', context)) ?? '';
    expect(await cards.open(state, true, 'boris', context)).toMatchObject({ refusal: { code: 'NOT_VALID' } });
    expect(await cards.open(state, true, 'anna', context)).toMatchObject({ ...call, digest: 'digest' });
    const late = createConfirmations(known, -1).cards;
    const old = (await late.seal(call, 'digest', 'anna', context)) ?? '';
    expect(await late.open(old, true, 'anna', context)).toMatchObject({ refusal: { code: 'NOT_VALID' } });
  });

  it('is not accepted by a dialog, nor that of a dialog by a card', async () => {
    const context = {} as never;
    const { cards, codec } = createConfirmations(createMemoryState());
    const state = (await cards.seal({ tool: 'delete_task', input: {} }, 'digest', 'anna', context)) ?? '';
    await expect(codec.verify(state, context)).rejects.toThrow();
    const other = await codec.mint({ digest: 'digest', nonce: '1' }, context);
    expect(await cards.open(other, true, 'anna', context)).toMatchObject({ refusal: { code: 'NOT_VALID' } });
  });
});

describe('cards', () => {
  it('are hidden from clients without cards: the list is the same and has no tool for answers', async () => {
    const [plain, shown] = [await connectCards({ showsCards: false }), await connectCards()];
    const [{ tools: without }, { tools: withThem }] = [await plain.listTools(), await shown.listTools()];
    expect(JSON.stringify(without)).not.toMatch(/_meta|answer_question/);
    expect(JSON.stringify(withThem.slice(0, -1).map(({ _meta, ...tool }) => tool))).toBe(
      JSON.stringify(without),
    );
    expect(withThem.at(-1)).toMatchObject({ name: answerToolName, _meta: { ui: { visibility: ['app'] } } });
    expect(await plain.refusal('delete_task', { id: task })).toMatch(/^CONFIRMATION_NEEDED/);
    expect(JSON.stringify(await plain.library.listResources())).not.toContain('ui://');
  });

  it('ask nothing if the client has dialogs', async () => {
    const user = createUser('agrees');
    const client = await connectCards({ user });
    expect((await client.callTool('delete_task', { id: task })).isError).toBeFalsy();
    expect(user.questions).toHaveLength(1);
    expect(linesOf('delete_task').at(-1)).toMatchObject({ decision: 'confirmed' });
    expect(JSON.stringify(await client.listTools())).not.toContain(answerToolName);
  });

  it('ask nothing if the operator allows only dialogs', async () => {
    const client = await connectCards({ env: { CASEBRIDGE_CONFIRM_BY: 'dialog' } });
    expect(await client.refusal('delete_task', { id: task })).toMatch(/^CONFIRMATION_NEEDED/);
    expect(JSON.stringify(await client.listTools())).not.toContain(answerToolName);
  });

  it('are not declared if they are switched off', async () => {
    const client = await connectCards({ env: { CASEBRIDGE_CONFIRM_BY: 'dialog', CASEBRIDGE_CARDS: 'off' } });
    const declared = JSON.stringify(client.library.getServerCapabilities());
    expect(declared).not.toContain('io.modelcontextprotocol/ui');
    expect(JSON.stringify((await client.listTools()).tools)).not.toContain('_meta');
  });
});
