import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../../support/clients/harness.ts';
import { startReferenceServer } from '../../support/servers/reference.ts';

/** A server learns from a service whose reference is public and whose other paths require a token. */

let service: TestService;
const documents = new Map<string, string>();
beforeAll(async () => {
  service = await startService();
  for (const name of ['v1', 'v2', 'v3', 'v4']) {
    const path = `/swagger/${name}/swagger.json`;
    const text = await (await fetch(service.url + path)).text();
    documents.set(path, text.replaceAll('"ExecutionDate', '"Due'));
  }
});
afterAll(() => service.close());

describe('a service that answers strangers 401 wherever it has no file', () => {
  it('is learnt from before anybody signs in', async () => {
    const configuration = {
      urls: ['v1', 'v2', 'v3', 'v4'].map((name) => ({ name, url: `/swagger/${name}/swagger.json` })),
    };
    const front = await startReferenceServer(service.url, (path) => {
      if (path === '/swagger/index.html') return { status: 302, body: '' };
      if (path === '/swagger-ui/index.html')
        return { body: `SwaggerUIBundle(${JSON.stringify(configuration)})`, type: 'text/html' };
      const body = documents.get(path);
      return body !== undefined ? { body } : { status: 401, body: '{}' };
    });
    const folder = mkdtempSync(join(tmpdir(), 'casebridge-closed-'));
    const env = { CASEBRIDGE_URL: front.url, CASEBRIDGE_LEARN: 'on', CASEBRIDGE_CACHE_DIR: folder };
    const client = await service.connectAs('anna', { env });
    await client.callTool('list_tasks', { ExecutionDateFrom: '2026-01-01T00:00:00Z' });
    const asked = front.requests.map(({ request }) => request);
    expect(asked.some((request) => request.includes('DueFrom='))).toBe(true);
    const signIn = asked.findIndex((request) => request.includes('/auth/'));
    expect(asked.findLastIndex((request) => request.includes('/swagger'))).toBeLessThan(signIn);
    await client.close();
    await front.close();
    rmSync(folder, { recursive: true });
  });
});
