import { PassThrough } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createServerApp } from '../../../src/app.ts';
import { shippedToolbox } from '../../../src/catalogue.ts';
import { readCommandLine } from '../../../src/config/command-line.ts';
import { createConfirmations } from '../../../src/mcp/guards/confirmation.ts';
import { createServer } from '../../../src/mcp/server.ts';
import { createMemoryState } from '../../../src/shared-state/memory.ts';
import { codeOf, replies } from '../../support/clients/asked.ts';
import { startService, type TestClient, type TestService } from '../../support/clients/harness.ts';
import { type Process, startProcess } from '../../support/clients/process.ts';
import { type RawClient, reply, speak } from '../../support/clients/raw.ts';
import { sampleIds } from '../../support/sample-ids.ts';
import { type Front, startFront } from '../../support/servers/front.ts';

const id = sampleIds.prepareBundle;
const removal = `DELETE /api/v2/tasks/${id}`;
let service: TestService;
let front: Front;
let server: Process;
let raw: RawClient;
/** Changes records while a user is asked to confirm. */
let other: TestClient;
beforeAll(async () => {
  service = await startService();
  front = await startFront(service.url, () => undefined);
  server = startProcess([], {
    ...service.environment('admin'),
    CASEBRIDGE_URL: front.url,
    CASEBRIDGE_CONFIRM: '',
  });
  raw = speak(server.child.stdin, server.child.stdout);
  other = await service.connectAs('admin');
});
afterAll(async () => {
  await Promise.all([server?.close(), other?.close()]);
  await front?.close();
  await service?.close();
});
beforeEach(async () => {
  service.reset();
  await raw.call('list_folders', {});
  front.requests.length = 0;
});

/** Asks for confirmation to delete the task. Returns the state that the reply must contain. */
async function ask(client = raw, args: object = { id }): Promise<string> {
  const { result } = await client.call('delete_task', args);
  expect(result.resultType).toBe('input_required');
  expect(result.inputRequests.confirm.params.message).toContain('Prepare bundle');
  return result.requestState;
}
const textOf = ({ result }: { result: any }): string => {
  expect(result.isError).toBe(true);
  return result.content[0].text;
};
const deletions = () => front.requests.filter((request) => request === removal).length;

describe('an agreement', () => {
  it('serves once, also for calls at the same moment [FLT-22]', async () => {
    const requestState = await ask();
    const again = () => raw.call('delete_task', { id }, { ...reply('agrees'), requestState });
    const all = await Promise.all([again(), again(), again()]);
    expect(all.filter(({ result }) => !result.isError)).toHaveLength(1);
    expect(deletions()).toBe(1);
    expect(textOf(await again())).not.toMatch(/^Done/);
    expect(deletions()).toBe(1);
  });

  it('is not used again although the same record is there again', async () => {
    const state = { ...reply('agrees'), requestState: await ask() };
    expect((await raw.call('delete_task', { id }, state)).result.isError).toBeFalsy();
    service.reset();
    expect(textOf(await raw.call('delete_task', { id }, state))).toMatch(
      /^ALREADY_ANSWERED: .*Nothing was done/,
    );
    expect(deletions()).toBe(1);
  });

  it('does not come after a refusal of the same question', async () => {
    for (const kind of Object.keys(replies) as (keyof typeof replies)[]) {
      if (kind === 'agrees') continue;
      const requestState = await ask();
      expect(textOf(await raw.call('delete_task', { id }, { ...reply(kind), requestState }))).toMatch(
        new RegExp(`^${codeOf(kind)}: `),
      );
      const second = await raw.call('delete_task', { id }, { ...reply('agrees'), requestState });
      expect(textOf(second)).toMatch(/^ALREADY_ANSWERED/);
    }
    expect(deletions()).toBe(0);
  });

  it.each([
    true,
    'true',
    1,
    { action: 'accept' },
    { action: 'accept', content: { confirm: 'true' } },
    { action: 'accept', content: { confirm: [true] } },
    [],
  ])('is not %j in place of a form with the tick', async (confirm) => {
    const requestState = await ask();
    const { result } = await raw.call('delete_task', { id }, { inputResponses: { confirm }, requestState });
    expect(result?.isError || result?.resultType === 'input_required' || result === undefined).toBe(true);
    expect(deletions()).toBe(0);
  });
});

describe('the confirmed call', () => {
  const agree = (name: string, args: object, requestState: string) =>
    raw.call(name, args, { ...reply('agrees'), requestState });

  it('is this tool with these arguments [FLT-22]', async () => {
    const requestState = await ask();
    const text = textOf(await agree('delete_task', { id: sampleIds.witnessStatement }, requestState));
    expect(text).toMatch(/^CHANGED_MEANWHILE: .*Nothing was done/);
    expect(textOf(await agree('delete_event', { id: sampleIds.hearing }, requestState))).toMatch(
      /^CHANGED_MEANWHILE/,
    );
    expect(front.requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
    // The attempts did not invalidate the confirmation itself.
    expect((await agree('delete_task', { id }, requestState)).result.isError).toBeFalsy();
  });

  it('is the message that was shown, with its parts in any order', async () => {
    const anna = sampleIds.anna;
    const args = { id: anna, Text: 'Come at ten', more: { Sound: 'bell', Icon: 'clock' } };
    const { result } = await raw.call('notify_user', args);
    const altered = { ...args, more: { Sound: 'bell', Icon: 'skull' } };
    expect(textOf(await agree('notify_user', altered, result.requestState))).toMatch(/^CHANGED_MEANWHILE/);
    const sorted = { more: { Icon: 'clock', Sound: 'bell' }, Text: 'Come at ten', id: anna };
    expect((await agree('notify_user', sorted, result.requestState)).result.isError).toBeFalsy();
  });

  it('is the record as it was shown', async () => {
    const requestState = await ask();
    await other.call('update_task', { id, Description: 'Three copies now.' });
    expect(textOf(await agree('delete_task', { id }, requestState))).toMatch(/^CHANGED_MEANWHILE/);
    expect(deletions()).toBe(0);
  });

  it('is gone with the record', async () => {
    const requestState = await ask();
    await other.call('delete_task', { id });
    expect(textOf(await agree('delete_task', { id }, requestState))).toMatch(/^API_ERROR 404/);
    expect(deletions()).toBe(0);
  });
});

describe('the state of a question', () => {
  const refusedOutright = async (requestState: unknown) => {
    const { error } = await raw.call('delete_task', { id }, { ...reply('agrees'), requestState });
    expect(error).toMatchObject({ code: -32602, message: 'Invalid or expired requestState' });
    expect(deletions()).toBe(0);
  };

  it('is refused when one character of it was changed, anywhere [FLT-22]', async () => {
    const state = await ask();
    // The last character of each part is left out, because it contains unused bits.
    for (const at of [0, 1, 5, 20, state.indexOf('.') + 1, state.lastIndexOf('.') - 3, state.length - 5]) {
      const changed = state[at] === 'A' ? 'B' : 'A';
      await refusedOutright(`${state.slice(0, at)}${changed}${state.slice(at + 1)}`);
    }
  });

  it('is refused when it was made up, or came from another process [FLT-22]', async () => {
    const seal = Buffer.from(JSON.stringify({ p: { digest: '', nonce: '' }, exp: 1e12 })).toString(
      'base64url',
    );
    for (const made of [
      '',
      'x',
      'v1.',
      `v1.${seal}.`,
      `v1.${seal}.${seal}`,
      7,
      null,
      { p: {} },
      'v1.'.repeat(9999),
    ])
      await refusedOutright(made);
    const foreign = createConfirmations(createMemoryState());
    await refusedOutright(await foreign.codec.mint({ digest: '', nonce: '' }));
  });

  it('says nothing about the record', async () => {
    const body = Buffer.from((await ask()).split('.')[1] ?? '', 'base64url').toString();
    expect(Object.keys(JSON.parse(body).p).sort()).toEqual(['digest', 'nonce']);
    expect(body).not.toMatch(/bundle|7a5c/i);
  });

  it('belongs to the answer: one without the other asks again', async () => {
    const state = await ask();
    for (const extra of [
      reply('agrees'),
      { requestState: state },
      { ...reply('agrees'), requestState: undefined },
    ]) {
      const { result } = await raw.call('delete_task', { id }, extra);
      expect(result.resultType).toBe('input_required');
      expect(result.requestState).not.toBe(state);
    }
    const wrongName = { inputResponses: { other: { action: 'accept', content: { confirm: true } } } };
    const { result } = await raw.call('delete_task', { id }, { ...wrongName, requestState: state });
    expect(result.resultType).toBe('input_required');
    expect(deletions()).toBe(0);
  });
});

describe('a question without a timely answer', () => {
  it('cannot be agreed to any more [FLT-22]', async () => {
    const { config } = readCommandLine([], { ...service.environment('admin'), CASEBRIDGE_CONFIRM: '' });
    const bridge = await createServerApp(config(), shippedToolbox());
    const principal = bridge.principal();
    const expired = createConfirmations(createMemoryState(), -1);
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    const parts = { ...bridge, confirmations: expired, info: { name: 'casebridge', version: '0' } };
    const handle = serveStdio(() => createServer(parts, () => principal), {
      transport: new StdioServerTransport(stdin, stdout),
    });
    try {
      const late = speak(stdin, stdout);
      const requestState = await ask(late);
      const { error } = await late.call('delete_task', { id }, { ...reply('agrees'), requestState });
      expect(error).toMatchObject({ code: -32602, message: 'Invalid or expired requestState' });
      expect((await other.call('get_task', { id })).Name).toBe('Prepare bundle');
    } finally {
      await handle.close();
      await bridge.close();
    }
  });
});
