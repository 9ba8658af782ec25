import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../../support/clients/harness.ts';
import { run } from '../../support/clients/process.ts';
import { hostileDocument } from '../../support/servers/hostile-document.ts';
import { type ReferenceFile, startReferenceServer } from '../../support/servers/reference.ts';

/** A server learns the field names of a deployment from its reference, which may be arbitrary or hostile. */

let service: TestService;
let folder: string;
const opened: { close(): Promise<unknown> }[] = [];
beforeAll(async () => {
  service = await startService();
  folder = mkdtempSync(join(tmpdir(), 'casebridge-learning-'));
});
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await service.close();
});

/** Reference documents of the service, by path, with renamed fields. */
const documents = new Map<string, string>();
beforeAll(async () => {
  for (const name of ['v1', 'v2', 'v3', 'v4']) {
    const path = `/swagger/${name}/swagger.json`;
    const text = await (await fetch(service.url + path)).text();
    documents.set(
      path,
      text
        .replaceAll('"ExecutionDate', '"Due')
        .replaceAll('"Due"', '"DueDate"')
        .replaceAll('"Responsibles"', '"Assignees"'),
    );
  }
});
const renamed = (path: string): ReferenceFile => {
  const body = documents.get(path);
  return body === undefined ? undefined : { body };
};
/** Starts a proxy that serves the reference, and connects a client whose server learns from it. */
async function learning(
  file: (path: string, token: string | undefined) => ReferenceFile = renamed,
  cache = newCache(),
) {
  const front = await startReferenceServer(service.url, file);
  opened.push(front);
  const env = { CASEBRIDGE_URL: front.url, CASEBRIDGE_LEARN: 'on', CASEBRIDGE_CACHE_DIR: cache };
  const client = await service.connectAs('anna', { env });
  opened.push(client);
  return { front, client, cache };
}
const newCache = () => mkdtempSync(join(folder, 'cache-'));
/** An unknown id. The service reports that after it has checked the names. */
const anybody = '11111111-1111-4111-8111-111111111111';
const caseArgument = { case: 'CL-2026-000123' };
describe('a deployment with other names', () => {
  it('is understood by its own reference', async () => {
    const { client, front } = await learning();
    await client.callTool('create_task', {
      Name: 'Review contract',
      Responsibles: [{ Type: 'User', Id: anybody }],
      ExecutionDate: '2026-12-01T09:00:00Z',
    });
    const sent = front.requests.find(({ request }) => request === 'POST /api/v3/tasks');
    expect(JSON.parse(sent?.body ?? '')).toMatchObject({
      Assignees: [{ Type: 'User', Id: anybody }],
      DueDate: expect.stringMatching(/^2026-12-01/),
    });
  });

  it('has the same list of tools as any', async () => {
    const { client } = await learning();
    const unread = JSON.stringify(await client.listTools());
    await client.callTool('list_tasks');
    expect(JSON.stringify(await client.listTools())).toBe(unread);
  });

  it('is known from the last time, from a file of the user’s own, without its reference being read', async () => {
    const first = await learning();
    await first.client.callTool('list_tasks', { ExecutionDateFrom: '2026-01-01T00:00:00Z' });
    await first.client.close();
    const [name = '', ...others] = readdirSync(first.cache);
    expect(others).toEqual([]);
    if (process.platform !== 'win32') expect(statSync(join(first.cache, name)).mode & 0o077).toBe(0);
    const kept = readFileSync(join(first.cache, name), 'utf8');
    expect(kept).not.toMatch(/anna|Bearer/);

    const again = await service.connectAs('anna', {
      env: { CASEBRIDGE_URL: first.front.url, CASEBRIDGE_LEARN: 'on', CASEBRIDGE_CACHE_DIR: first.cache },
    });
    opened.push(again);
    first.front.requests.length = 0;
    await again.callTool('list_tasks', { ExecutionDateFrom: '2026-01-01T00:00:00Z' });
    const asked = first.front.requests.map(({ request }) => request);
    expect(asked).toContain('GET /api/v2/tasks?DueFrom=2026-01-01T00%3A00%3A00Z');
    expect(asked.filter((request) => request.includes('/swagger'))).toEqual([]);

    writeFileSync(join(first.cache, name), kept.slice(0, 100));
    const afresh = await learning(renamed, first.cache);
    await afresh.client.callTool('list_tasks');
    expect(afresh.front.requests.some(({ request }) => request.includes('/swagger'))).toBe(true);
  });

  it('is read once for many calls at the same time', async () => {
    const { client, front } = await learning();
    await Promise.all(Array.from({ length: 8 }, () => client.callTool('list_tasks')));
    const scripts = front.requests.filter(({ request }) => request === 'GET /swagger/index.js');
    expect(scripts).toHaveLength(1);
  });
});

describe('a reference that needs a token', () => {
  it('gets one, and only then', async () => {
    const { client, front } = await learning((path, token) =>
      token === undefined && path.endsWith('.json') ? { status: 401, body: '{}' } : renamed(path),
    );
    await client.callTool('list_tasks', { ExecutionDateFrom: '2026-01-01T00:00:00Z' });
    const tokens = (end: string) =>
      front.requests.filter(({ request }) => request.endsWith(end)).map(({ token }) => token?.slice(0, 7));
    expect(tokens('/swagger/index.js')).toEqual([undefined]);
    expect(tokens('/v2/swagger.json')).toEqual([undefined, 'Bearer ']);
    expect(front.requests.some(({ request }) => request.includes('DueFrom='))).toBe(true);
  });
});

describe('a useless reference', () => {
  const script = (document: string) => (path: string) =>
    path === '/swagger/index.js'
      ? {
          body: 'var configObject = {"urls":[{"name":"v1","url":"v1/swagger.json"}]}',
          type: 'text/javascript',
        }
      : path === '/swagger/v1/swagger.json'
        ? { body: document }
        : { status: 404, body: '' };
  const page = '<!DOCTYPE html><html><form><input type="password"></form></html>';

  it.each<[string, (path: string) => ReferenceFile]>([
    ['is missing', () => ({ status: 404, body: '' })],
    ['is behind a login page', () => ({ type: 'text/html', body: page })],
    ['fails', () => ({ status: 500, body: 'oops' })],
    [
      'is of another product',
      script(
        JSON.stringify({
          openapi: '3.0.1',
          info: { title: 'Shop' },
          paths: { '/api/v1/carts': { get: {} } },
        }),
      ),
    ],
    ['is no JSON', script('{"openapi":')],
    ['is larger than anything', script(`{"x":"${'x'.repeat(21 * 1024 * 1024)}"}`)],
    ['does not come', () => 'hangs'],
  ])('that %s leaves everything as described, and is reported once', async (_, file) => {
    const { client, front } = await learning(file);
    for (let call = 0; call < 3; call += 1) await client.callTool('list_tasks', { PageSize: 1 });
    expect(front.requests.filter(({ request }) => request === 'GET /api/v2/tasks?PageSize=1')).toHaveLength(
      3,
    );
    if (file('/swagger/index.js') !== 'hangs')
      await expect.poll(() => client.stderr(), { timeout: 30_000 }).toMatch(/no field names were learned/);
    expect(client.stderr().match(/no field names were learned/g)?.length ?? 0).toBeLessThanOrEqual(1);
  });
});

describe('a hostile reference', () => {
  it('has none of its words in any output, causes no other requests, and cannot change described names', async () => {
    const asked: string[] = [];
    const canary = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end('{}');
    });
    await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
    const elsewhere = `http://127.0.0.1:${(canary.address() as AddressInfo).port}`;
    const texts = new Map<string, string>();
    for (const [path, text] of documents) texts.set(path, hostileDocument(text, elsewhere));
    const urls = [
      { name: 'CANARYWORD internal', url: 'v63/swagger.json' },
      { name: 'CANARYWORD', url: `${elsewhere}/swagger.json` },
      ...['v1', 'v2', 'v3', 'v4'].map((name) => ({
        name: `CANARYWORD ${name}`,
        url: `${name}/swagger.json`,
      })),
    ];
    const { client, front } = await learning((path) => {
      if (path === '/swagger/index.js')
        return { type: 'text/javascript', body: `var configObject = ${JSON.stringify({ urls })}` };
      const text = texts.get(path);
      return text === undefined ? undefined : { body: text };
    });
    const unread = JSON.stringify(await client.listTools());
    const outputs = [
      await client.callTool('list_tasks', { ExecutionDateFrom: '2026-01-01T00:00:00Z' }),
      await client.callTool('get_mcp_settings'),
      await client.callTool('list_events', { CaseId: '11111111-1111-4111-8111-111111111111' }),
      await client.callTool('case_brief', caseArgument),
      await client.listTools(),
    ];
    expect(JSON.stringify(await client.listTools())).toBe(unread);
    // The server learns the clear parts of the hostile reference. Calls do not wait long for it.
    let PageSize = 1;
    const sentLearned = async () => {
      PageSize += 1;
      await client.callTool('list_tasks', { ExecutionDateFrom: '2026-01-01T00:00:00Z', PageSize });
      return front.requests.some(({ request }) => request.includes('DueFrom='));
    };
    await expect.poll(sentLearned, { timeout: 60_000, interval: 3000 }).toBe(true);
    expect(JSON.stringify(outputs) + client.stderr()).not.toContain('CANARYWORD');
    const { stdout, stderr } = await run(['learn', '--out', join(folder, 'hostile.json')], {
      ...service.environment('anna'),
      CASEBRIDGE_URL: front.url,
    });
    expect(stdout).toMatch(/Mapped/);
    expect(stdout + stderr + readFileSync(join(folder, 'hostile.json'), 'utf8')).not.toContain('CANARYWORD');
    expect(front.requests.map(({ request }) => request).join()).not.toContain('CANARYWORD');
    expect(asked).toEqual([]);
    await new Promise<void>((resolve) => canary.close(() => resolve()));
  });
});

describe('casebridge learn', () => {
  it('writes a file for --deployment, and reports changes', async () => {
    const front = await startReferenceServer(service.url, renamed);
    opened.push(front);
    const env = { ...service.environment('anna'), CASEBRIDGE_URL: front.url };
    const out = join(folder, 'deployment.json');
    const first = await run(['learn', '--out', out], env);
    expect(first.stdout).toMatch(/list_tasks: names: ExecutionDateFrom is DueFrom/);
    expect(first.code).toBe(0);

    const form = JSON.parse(readFileSync(out, 'utf8'));
    expect(Object.keys(form.documents).toSorted()).toEqual(['v1', 'v2', 'v3', 'v4']);
    form.operations.list_tasks.names.CaseId = 'OldName';
    delete form.operations.create_task;
    writeFileSync(out, JSON.stringify(form));
    const second = await run(['learn', '--out', out], env);
    expect(second.stdout).toMatch(/no longer list_tasks: names: CaseId is OldName/);
    expect(second.stdout).toMatch(/now create_task: names: Responsibles is Assignees/);
    writeFileSync(out, JSON.stringify(form));
    const third = await run(['learn', '--out', out, '--language', 'ru'], env);
    expect(third.stdout).toMatch(/больше нет: list_tasks: names: CaseId — OldName/);
    expect(third.stdout).toMatch(/теперь create_task: names: Responsibles — Assignees/);

    front.requests.length = 0;
    const client = await service.connectAs('anna', { env, args: ['--deployment', out] });
    opened.push(client);
    await client.callTool('list_tasks', { ExecutionDateFrom: '2026-01-01T00:00:00Z' });
    const asked = front.requests.map(({ request }) => request);
    expect(asked).toContain('GET /api/v2/tasks?DueFrom=2026-01-01T00%3A00%3A00Z');
    expect(asked.filter((request) => request.includes('/swagger'))).toEqual([]);
  });

  it('says why there is nothing to learn', async () => {
    const front = await startReferenceServer(service.url, () => ({ status: 404, body: '' }));
    opened.push(front);
    const { code, stdout, stderr } = await run(['learn'], {
      ...service.environment('anna'),
      CASEBRIDGE_URL: front.url,
    });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      /^casebridge: no field names were learned: the service has no readable API reference/,
    );
  });
});

describe('a wrong file of a deployment', () => {
  it.each<[string, RegExp]>([
    [
      '{\n "version": 1,\n "operations": { "list_taks": {} }\n}',
      /, line 3: there is no operation "list_taks" \(did you mean list_tasks\?\)\.\n$/,
    ],
    ['{', /, line 1: .*\.\n$/],
  ])('ends the start in one sentence with the line: %j', async (text, sentence) => {
    const path = join(folder, 'wrong.json');
    writeFileSync(path, text);
    const { code, stderr } = await run(['--deployment', path], service.environment('anna'));
    expect(code).toBe(2);
    expect(stderr).toMatch(/^casebridge: CASEBRIDGE_DEPLOYMENT [^\n]+\n$/);
    expect(stderr).toMatch(sentence);
  });

  it('that is missing as well', async () => {
    const { code, stderr } = await run(['--deployment', '/nowhere.json'], service.environment('anna'));
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^casebridge: CASEBRIDGE_DEPLOYMENT \("\/nowhere\.json"\) cannot be read: .*\.\n$/,
    );
  });
});
