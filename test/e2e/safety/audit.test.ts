import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createUser } from '../../support/clients/asked.ts';
import {
  type ConnectOptions,
  connect,
  startService,
  type TestClient,
  type TestService,
} from '../../support/clients/harness.ts';
import { runsOnce } from '../../support/clients/once.ts';
import { run, startProcess } from '../../support/clients/process.ts';
import { speak } from '../../support/clients/raw.ts';
import { sampleIds, unknownId } from '../../support/sample-ids.ts';
import { environmentOf, json, reset, startUpstream } from '../../support/servers/upstream.ts';

const task = sampleIds.prepareBundle;
const smith = sampleIds.smith;
const ends: { close(): Promise<unknown> }[] = [];
let folder: string;
let path: string;
let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'record-'));
  path = join(folder, 'changes.jsonl');
  service.reset();
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end.close();
  rmSync(folder, { recursive: true, force: true });
});
const own = <Thing extends { close(): Promise<unknown> }>(thing: Thing): Thing => {
  ends.push(thing);
  return thing;
};

/** Connects a client to a server with an audit log. */
const recorded = async (options: ConnectOptions = {}): Promise<TestClient> =>
  own(await service.connectAs('admin', { ...options, env: { CASEBRIDGE_AUDIT_FILE: path, ...options.env } }));
const lines = (): any[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

describe('the audit log', () => {
  it('has a line before and a line after each change, and none for reading [FLT-24]', async () => {
    const client = await recorded({ over: 'stdio' });
    await client.call('list_tasks');
    await client.call('update_task', { id: task, Description: 'x' });
    const [intent, outcome, ...rest] = lines();
    expect(rest).toEqual([]);
    expect(intent).toEqual({
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      event: 'intent',
      call: expect.any(String),
      request: expect.stringMatching(/^[\da-f-]{36}$/),
      user: 'admin',
      principal: 'local',
      tool: 'update_task',
      class: ['update'],
      ids: { id: task },
      decision: 'allowed',
    });
    expect(outcome).toEqual({
      at: expect.any(String),
      event: 'outcome',
      call: intent.call,
      status: 201,
      outcome: 'done',
      ms: expect.any(Number),
    });
  });

  it('can be read and written by its owner alone', async () => {
    await recorded();
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('is continued, never written over', async () => {
    writeFileSync(path, '{"event":"older"}\n');
    for (let round = 0; round < 2; round += 1) {
      const client = await recorded();
      await client.call('update_task', { id: task, Description: String(round) });
      await client.close();
    }
    expect(lines().map(({ event }) => event)).toEqual(['older', 'intent', 'outcome', 'intent', 'outcome']);
    expect(new Set(lines().map(({ call }) => call)).size).toBe(3);
  });

  it('states who confirmed and who declined, and what the service refused', async () => {
    const user = createUser('declines');
    const client = await recorded({
      user,
      env: { CASEBRIDGE_CONFIRM: '' },
      args: ['--allow', 'read,update,delete'],
    });
    await client.refusal('delete_task', { id: task });
    user.reply = 'agrees';
    await client.callTool('delete_task', { id: task });
    await client.refusal('edit_object', { id: unknownId, Description: 'x' });
    await client.refusal('notify_user', { id: unknownId, Text: 'Hello' });
    const mute = await recorded({ env: { CASEBRIDGE_CONFIRM: '' } });
    await mute.refusal('delete_event', { id: sampleIds.hearing });
    expect(lines()).toMatchObject([
      { event: 'refused', tool: 'delete_task', class: ['delete'], ids: { id: task }, reason: 'DECLINED' },
      { event: 'intent', tool: 'delete_task', decision: 'confirmed' },
      { event: 'outcome', outcome: 'done' },
      { event: 'intent', tool: 'edit_object', ids: { id: unknownId }, decision: 'allowed' },
      { event: 'outcome', status: 404, outcome: 'API_ERROR' },
      { event: 'refused', tool: 'notify_user', class: ['outbound'], reason: 'SWITCHED_OFF' },
      { event: 'refused', tool: 'delete_event', reason: 'CONFIRMATION_NEEDED' },
    ]);
  });

  it('holds ids and never contents', async () => {
    const canary = 'canary-content-Qx7';
    const client = await recorded();
    await client.call('create_event', {
      Name: canary,
      Description: canary,
      StartDate: '2026-03-31T09:00:00Z',
      EndDate: '2026-03-31T10:00:00Z',
      CaseId: smith,
      Attributes: { Room: canary },
    });
    await client.call('notify_user', { id: sampleIds.anna, Text: canary });
    await client.callTool('update_task', {
      id: task,
      Description: canary,
      more: { [canary]: [canary, smith] },
    });
    await client.callTool('add_related_objects', { objectId: smith, ObjectIds: [sampleIds.ivanov] });
    expect(readFileSync(path, 'utf8')).not.toMatch(/canary|sandbox-admin/);
    expect(
      lines()
        .filter(({ event }) => event === 'intent')
        .map(({ ids }) => ids),
    ).toEqual([
      { CaseId: smith },
      { id: sampleIds.anna },
      { id: task, more: [smith] },
      { objectId: smith, ObjectIds: [sampleIds.ivanov] },
    ]);
  });

  it.runIf(runsOnce())('contains changes from the command line too', async () => {
    const env = { ...service.environment('admin'), CASEBRIDGE_AUDIT_FILE: path, CASEBRIDGE_CONFIRM: '' };
    await run(['call', 'delete_task', `id=${task}`, '--allow', 'read'], env);
    expect((await run(['call', 'delete_task', `id=${task}`], env)).code).toBe(0);
    expect(lines()).toMatchObject([
      { event: 'refused', tool: 'delete_task', reason: 'SWITCHED_OFF' },
      { event: 'intent', tool: 'delete_task', decision: 'by hand' },
      { event: 'outcome', outcome: 'done' },
    ]);
  });

  it.runIf(runsOnce())(
    'keeps the intent of a process that was killed while the service thought [FLT-24]',
    async () => {
      const upstream = own(await startUpstream());
      const stalled = new Promise<void>((resolve) => {
        upstream.on.call = () => resolve();
      });
      const env = { ...environmentOf(upstream.url), CASEBRIDGE_AUDIT_FILE: path };
      const server = own(startProcess([], env));
      void speak(server.child.stdin, server.child.stdout).call('edit_object', { id: task, Description: 'x' });
      await stalled;
      server.child.kill('SIGKILL');
      await server.ended;
      expect(lines()).toMatchObject([{ event: 'intent', tool: 'edit_object', ids: { id: task } }]);
    },
  );

  it('says so if the outcome is unknown', async () => {
    const upstream = own(await startUpstream({ call: reset }));
    const env = { ...environmentOf(upstream.url), CASEBRIDGE_AUDIT_FILE: path };
    const client = own(await connect({ env }));
    expect(await client.refusal('create_task', { Name: 'x' })).toMatch(/^OUTCOME_UNKNOWN/);
    expect(lines()).toMatchObject([{ event: 'intent' }, { event: 'outcome', outcome: 'OUTCOME_UNKNOWN' }]);
  });

  it('says which record was created', async () => {
    const client = await recorded();
    const { Id } = await client.call('create_event', {
      Name: 'Meeting',
      StartDate: '2026-03-31T09:00:00Z',
      EndDate: '2026-03-31T10:00:00Z',
    });
    await client.call('update_task', { id: task, Description: 'x' });
    const outcomes = lines().filter(({ event }) => event === 'outcome');
    expect(outcomes.map(({ created }) => created)).toEqual([Id, undefined]);
  });

  it('begins a new line after an incomplete one [FLT-23]', async () => {
    writeFileSync(path, '{"event":"intent","cal');
    await (await recorded()).call('update_task', { id: task, Description: 'x' });
    const [, ...whole] = readFileSync(path, 'utf8').trim().split('\n');
    expect(whole.map((line) => JSON.parse(line).event)).toEqual(['intent', 'outcome']);
  });

  it('continues in a new file after the old one was moved away', async () => {
    const client = await recorded();
    await client.call('update_task', { id: task, Description: '1' });
    renameSync(path, `${path}.1`);
    await client.call('update_task', { id: task, Description: '2' });
    expect(lines()).toMatchObject([{ event: 'intent' }, { event: 'outcome' }]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });
});

describe('an audit log that cannot be written', () => {
  it.runIf(runsOnce()).each([
    ['.', 'it is a directory'],
    ['missing/changes.jsonl', 'there is no such file or directory'],
  ])('is a wrong setting at the start: %s', async (name, reason) => {
    const file = join(folder, name);
    const env = { ...service.environment('admin'), CASEBRIDGE_AUDIT_FILE: file };
    expect(await run([], env)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: `casebridge: The file in CASEBRIDGE_AUDIT_FILE ("${file}") cannot be written: ${reason}.\n`,
    });
  });

  it('stops changes before anything is sent, and reading continues [FLT-23, FLT-24]', async () => {
    const upstream = own(await startUpstream());
    const inner = join(folder, 'inner');
    mkdirSync(inner);
    for (const file of ['/dev/full', join(inner, 'changes.jsonl')]) {
      const client = own(
        await connect({ own: true, env: { ...environmentOf(upstream.url), CASEBRIDGE_AUDIT_FILE: file } }),
      );
      await client.call('list_folders');
      rmSync(inner, { recursive: true });
      upstream.seen.length = 0;
      const text = await client.refusal('edit_object', { id: task, Description: 'x' });
      expect(text).toMatch(/^NOT_RECORDED: .*not sent.*CASEBRIDGE_AUDIT_FILE/);
      expect(text).not.toContain(folder);
      expect(upstream.seen).toEqual([]);
      await vi.waitFor(() => expect(client.stderr()).toMatch(/"level":50,.*"code":"NOT_RECORDED"/));
      await client.call('list_folders');
      mkdirSync(inner);
    }
  });

  it('does not hide a completed change when writing fails in between', async () => {
    const inner = join(folder, 'inner');
    mkdirSync(inner);
    const upstream = own(
      await startUpstream({
        call: (response) => {
          // Called for the change and for the read that checks it.
          rmSync(inner, { recursive: true, force: true });
          json(response, 200, { Id: task });
        },
      }),
    );
    const env = { ...environmentOf(upstream.url), CASEBRIDGE_AUDIT_FILE: join(inner, 'changes.jsonl') };
    const client = own(await connect({ own: true, env }));
    expect(await client.call('edit_object', { id: task, Description: 'x' })).toEqual({ Id: task });
    await vi.waitFor(() => expect(client.stderr()).toContain('could not be recorded'));
  });
});
