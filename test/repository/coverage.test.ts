import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.ts';
import { type Call, createCaller } from '../sandbox/client.ts';
import { startService } from '../support/clients/harness.ts';
import { serverPath } from '../support/clients/process.ts';
import { operations } from '../support/repository/walking.ts';

interface Listed {
  name: string;
  area: string;
  method: string;
  path: string | null;
  aliases?: string[];
}

const sampleUuid = '22222222-2222-4222-8222-222222222222';
let sandbox: Sandbox;
let tools: Listed[];
let call: Call;
beforeAll(async () => {
  sandbox = await createSandbox();
  call = createCaller(() => sandbox.url);
  const { stdout } = await promisify(execFile)(process.execPath, [serverPath, 'tools', '--json'], {
    maxBuffer: 16 * 1024 * 1024,
  });
  tools = JSON.parse(stdout);
});
afterAll(() => sandbox?.close());

/** Returns why there is no route for a request. Returns undefined if there is one. */
async function missing(route: string): Promise<string | undefined> {
  const [method, path] = route.split(' ') as [string, string];
  const { status, text } = await call('admin', `${method} ${path.replace(/\{\w+\}/g, sampleUuid)}`);
  if (status === 405 || (status === 404 && text === '')) return `${route}: ${status}`;
  // If another route answered, it took a word of the path for the id of a record.
  const word = path.split('/').at(-1) ?? '';
  return !word.includes('{') && text.includes(` ${word} was not found`) ? `${route}: ${text}` : undefined;
}

describe('the embedded service', () => {
  it('has a route for every operation of the catalogue and for every alias', async () => {
    const routes = tools.flatMap(({ method, path, aliases = [] }) => [
      `${method} ${path ?? sandbox.mcpSettingsPath}`,
      ...aliases,
    ]);
    expect(routes.length).toBeGreaterThan(tools.length);
    const gaps: (string | undefined)[] = [];
    for (const route of routes) gaps.push(await missing(route));
    expect(gaps.filter(Boolean)).toEqual([]);
  });

  it('would be found out', async () => {
    expect(await missing('GET /api/v3/nothing/{id}')).toBe('GET /api/v3/nothing/{id}: 404');
    expect(await missing('PATCH /api/v2/folders')).toBe('PATCH /api/v2/folders: 405');
    expect(await missing('GET /api/v3/documents/Forget')).toContain('Forget was not found');
    expect(await missing('GET /api/v3/documents/{id}')).toBeUndefined();
  });
});

describe('every tool that reads', () => {
  // `asked-is-sent.test.ts` compares the requests of changes with their arguments.
  it('sends a request to its route', async () => {
    const service = await startService();
    const client = await service.connectAs('admin', { over: 'memory' });
    const reading = operations.filter(({ operation }) => operation.access === 'read');
    const left: string[] = [];
    for (const { operation, ask } of reading) {
      const before = service.requests.length;
      await ask[1](client);
      const { name, method, path = service.mcpSettingsPath } = operation;
      const template = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
      const sent = service.requests.slice(before);
      if (!sent.some((request) => request.method === method && template.test(request.path))) left.push(name);
    }
    await client.close();
    await service.close();
    expect(reading.length).toBeGreaterThan(50);
    expect(left).toEqual([]);
  });
});
