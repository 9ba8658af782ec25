import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../../support/clients/harness.ts';
import { type ReferenceFile, startReferenceServer } from '../../support/servers/reference.ts';

/** A server stores what it has learned from the service's reference, and later starts use it. */

let service: TestService;
let folder: string;
const opened: { close(): Promise<unknown> }[] = [];
beforeAll(async () => {
  service = await startService();
  folder = mkdtempSync(join(tmpdir(), 'casebridge-learnt-'));
});
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await service.close();
});

/** Starts a service with the reference from `file`, and servers that learn from it and share a cache. */
async function deployment(file: (path: string) => ReferenceFile) {
  const front = await startReferenceServer(service.url, file);
  opened.push(front);
  const cache = mkdtempSync(join(folder, 'cache-'));
  const env = { CASEBRIDGE_URL: front.url, CASEBRIDGE_LEARN: 'on', CASEBRIDGE_CACHE_DIR: cache };
  const start = async () => {
    const client = await service.connectAs('anna', { env });
    opened.push(client);
    return client;
  };
  const kept = () => join(cache, readdirSync(cache).find((name) => name.endsWith('.json')) ?? '');
  const asked = (what: string) => front.requests.filter(({ request }) => request.includes(what));
  const isKept = () => readdirSync(cache).some((name) => name.endsWith('.json'));
  return { front, start, kept, asked, isKept };
}
const list = (path: string, documents: readonly string[]): ReferenceFile =>
  path === '/swagger/index.js'
    ? {
        type: 'text/javascript',
        body: `var configObject = ${JSON.stringify({ urls: documents.map((url) => ({ name: 'v2', url })) })}`,
      }
    : { status: 404, body: '' };
const calledBy = (name: string) => async (path: string) => {
  const text = await (await fetch(service.url + path)).text();
  return text.replaceAll('"ExecutionDate', `"${name}`);
};

describe('a start after one that learnt nothing', () => {
  it('does not ask for the reference again, and says once more that nothing is known', async () => {
    const { front, start, asked, isKept } = await deployment(() => ({ status: 500, body: 'oops' }));
    await (await start()).callTool('list_tasks', { PageSize: 1 });
    await expect.poll(isKept, { timeout: 30_000 }).toBe(true);
    expect(asked('/swagger').length).toBeGreaterThan(0);
    front.requests.length = 0;
    const again = await start();
    await again.callTool('list_tasks', { PageSize: 1 });
    expect([asked('/swagger').length, asked('/api/v2/tasks').length]).toEqual([0, 1]);
    expect(again.stderr().match(/no field names were learned/g)).toHaveLength(1);
  });
});

describe('a reference that exists only as YAML', () => {
  it('leaves everything as described, and is reported in words', async () => {
    const yaml = "openapi: '3.0.1'\ninfo:\n  title: Public API version 2.0\npaths: {}\n";
    const { start, asked } = await deployment((path) =>
      path === '/swagger/v2/swagger.yaml'
        ? { type: 'text/yaml', body: yaml }
        : list(path, ['v2/swagger.yaml']),
    );
    const client = await start();
    await client.callTool('list_tasks', { PageSize: 1 });
    expect(asked('/api/v2/tasks?PageSize=1')).toHaveLength(1);
    await expect.poll(() => client.stderr(), { timeout: 30_000 }).toMatch(/exists only as YAML/);
  });
});

describe('a reference that changed since it was learnt from', () => {
  it('is read again while calls go on, and the log says how much is different, in no word of it', async () => {
    let text = await calledBy('Due')('/swagger/v2/swagger.json');
    const { start, kept, asked, isKept } = await deployment((path) =>
      path === '/swagger/v2/swagger.json' ? { body: text } : list(path, ['v2/swagger.json']),
    );
    const filter = { ExecutionDateFrom: '2026-01-01T00:00:00Z' };
    await (await start()).callTool('list_tasks', filter);
    await expect.poll(isKept, { timeout: 30_000 }).toBe(true);
    expect(readFileSync(kept(), 'utf8')).toContain('DueFrom');

    // Simulate that the cached result is a day old.
    const yesterday = { ...JSON.parse(readFileSync(kept(), 'utf8')), at: Date.now() - 25 * 3_600_000 };
    writeFileSync(kept(), JSON.stringify(yesterday));
    text = await calledBy('Deadline')('/swagger/v2/swagger.json');
    const client = await start();
    await client.callTool('list_tasks', filter);
    expect(asked('DueFrom=').length).toBeGreaterThan(0);
    // The call that finds the cached result too old starts a new reading.
    await client.callTool('list_tasks', filter);
    await expect.poll(() => client.stderr(), { timeout: 30_000 }).toMatch(/reference has changed/);
    expect(client.stderr()).not.toMatch(/DeadlineFrom/);
    await client.callTool('list_tasks', filter);
    expect(asked('DeadlineFrom=')).toHaveLength(1);
  });
});
