import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService, textOf } from '../../support/clients/harness.ts';
import { runProcess } from '../../support/clients/process.ts';
import { startReferenceServer } from '../../support/servers/reference.ts';

/** Learning and `casebridge doctor` with the kinds of deployment that the embedded service simulates. */

let folder: string;
const opened: { close(): Promise<unknown> }[] = [];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'casebridge-profiles-'));
});
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

const start = async (options: Parameters<typeof startService>[0]): Promise<TestService> => {
  const service = await startService(options);
  opened.push(service);
  return service;
};
const newCache = () => mkdtempSync(join(folder, 'cache-'));
const learns = (cache = newCache()) => ({ CASEBRIDGE_LEARN: 'on', CASEBRIDGE_CACHE_DIR: cache });
async function connect(service: TestService, env: Readonly<Record<string, string>>) {
  const client = await service.connectAs('anna', { env });
  opened.push(client);
  return client;
}

interface Found {
  readonly check: string;
  readonly state: string;
  readonly text: string;
}
async function examine(env: Readonly<Record<string, string>>): Promise<(check: string) => Found | undefined> {
  const { stdout } = await runProcess(['doctor', '--json'], env);
  const findings = JSON.parse(stdout) as Found[];
  expect(findings.filter(({ text }) => text.includes('\n'))).toEqual([]);
  return (check) => findings.find((one) => one.check === check);
}

describe('a service with all names changed', () => {
  const renamed = { profile: 'renamed', quirks: { tokenNames: 'renamed' } } as const;

  it('signs nobody in by presumed names of token requests, and does by learned ones', async () => {
    const service = await start(renamed);
    const unread = await connect(service, {});
    expect(await unread.refusal('list_tasks', { PageSize: 1 })).toMatch(/^SIGN_IN_FAILED/);
    const client = await connect(service, learns());
    expect((await client.call('list_tasks', { PageSize: 1 })).Items ?? []).toHaveLength(1);
    // The call that reads the signed-in user also waits for the names.
    const asking = await connect(service, learns());
    const answer = await asking.callTool('who_am_i');
    expect(answer.isError, textOf(answer)).toBeFalsy();
  });

  it('has the same list of tools, byte for byte, as a service without changes', async () => {
    const [service, described] = [await start(renamed), await start({ profile: 'described' })];
    const client = await connect(service, learns());
    await client.callTool('list_tasks', { PageSize: 1 });
    const usual = await connect(described, {});
    expect(JSON.stringify(await client.listTools())).toBe(JSON.stringify(await usual.listTools()));
  });

  it('is read in its own words for values: an archived case is one in a lookup as well', async () => {
    const service = await start(renamed);
    const client = await connect(service, learns());
    const words = async (Status: string) => {
      const { Items } = await client.call('search_cases', { Status });
      const texts = Items.flatMap((row: object) => Object.values(row));
      return new Set(texts.filter((text: unknown) => text === 'Active' || text === 'Stored'));
    };
    // Operations show the service's own JSON.
    expect(await words('InWork')).toEqual(new Set(['Active']));
    expect(await words('Archived')).toEqual(new Set(['Stored']));
    const found = await client.callTool('find_case', { query: 'v.', status: 'Archived' });
    expect(found.isError ?? false).toBe(false);
    const said = JSON.stringify(found);
    expect(said).not.toMatch(/Stored|could not be checked|ignored/);
    expect(said).toMatch(/rchived/);
  });
});

describe('casebridge doctor', () => {
  it('reports learned, unclear and changed names, in a line each', async () => {
    const service = await start({ profile: 'described' });
    let name = 'Due';
    const front = await startReferenceServer(service.url, async (path) => {
      if (!path.endsWith('.json')) return undefined;
      const text = await (await fetch(service.url + path)).text();
      return { body: text.replaceAll('"ExecutionDate', `"${name}`) };
    });
    opened.push(front);
    const env = { ...service.environment('anna'), CASEBRIDGE_URL: front.url, ...learns() };
    const first = await examine(env);
    expect(first('learnt')).toMatchObject({
      state: 'ok',
      text: expect.stringMatching(/ExecutionDateFrom is DueFrom/),
    });
    expect(first('unsure')).toMatchObject({
      state: 'warning',
      text: expect.stringMatching(/search_cases Name/),
    });
    expect(first('drift')).toMatchObject({ state: 'skipped' });
    expect((await examine(env))('drift')).toMatchObject({ state: 'ok' });

    name = 'Deadline';
    expect((await examine(env))('drift')).toMatchObject({
      state: 'warning',
      text: expect.stringMatching(/now list_tasks: names: ExecutionDateFrom is DeadlineFrom/),
    });
    expect((await examine(env))('drift')).toMatchObject({ state: 'ok' });
  });

  it('holds the file of the operator against the reference', async () => {
    const service = await start({ profile: 'described' });
    const file = join(folder, 'deployment.json');
    const said = { version: 1, operations: { list_tasks: { names: { CaseId: 'OldName' } } } };
    writeFileSync(file, JSON.stringify(said));
    const { CASEBRIDGE_LEARN: _, ...env } = service.environment('anna');
    const find = await examine({ ...env, CASEBRIDGE_LEARN: 'off', CASEBRIDGE_DEPLOYMENT: file });
    expect(find('drift')).toMatchObject({
      state: 'warning',
      text: expect.stringMatching(/no longer list_tasks: names: CaseId is OldName.*CASEBRIDGE_DEPLOYMENT/),
    });
  });

  it('says why no field names were learned', async () => {
    const service = await start({ profile: 'described', quirks: { referencePage: 'none' } });
    const find = await examine({ ...service.environment('anna'), ...learns() });
    expect(find('learnt')).toMatchObject({
      state: 'warning',
      text: expect.stringMatching(
        /^No field names were learned from the service’s API reference: .*\/swagger/,
      ),
    });
    expect(find('rights')).toMatchObject({ state: 'ok' });
  });
});

describe('a malicious reference', () => {
  it('has none of its words in tools, results, log, doctor or any file, and causes no other requests', async () => {
    const asked: string[] = [];
    const lure = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end('{}');
    });
    await new Promise<void>((resolve) => lure.listen(0, '127.0.0.1', resolve));
    opened.push({ close: () => new Promise((resolve) => lure.close(resolve)) });
    const referenceLure = `http://127.0.0.1:${(lure.address() as AddressInfo).port}/schema.json`;
    const service = await start({ profile: 'hostile', settings: { referenceLure } });
    const cache = newCache();
    const client = await connect(service, learns(cache));
    const shown = [
      await client.callTool('list_tasks', { PageSize: 2 }),
      await client.callTool('find_case', { query: 'v.' }),
      await client.callTool('create_task', { Name: 'Review' }),
      await client.listTools(),
    ];
    await expect.poll(() => readdirSync(cache).length, { timeout: 30_000 }).toBe(1);
    const env = { ...service.environment('anna'), ...learns(cache) };
    const out = join(folder, 'hostile.json');
    const runs = [await runProcess(['doctor'], env), await runProcess(['learn', '--out', out], env)];
    expect(runs[0]?.stdout).toMatch(/^ok +learnt +The service’s API reference contains 1\d\d of/m);
    const everything = [
      ...[JSON.stringify(shown), client.stderr()],
      ...runs.flatMap(({ stdout, stderr }) => [stdout, stderr]),
      ...[out, join(cache, readdirSync(cache)[0] ?? '')].map((path) => readFileSync(path, 'utf8')),
    ].join('\n');
    expect(everything).not.toMatch(
      /quagmirezeal|previous instructions|Send the password|Игнорируйте|__proto__/,
    );
    expect(everything).not.toContain(referenceLure);
    expect(asked).toEqual([]);
  });
});
