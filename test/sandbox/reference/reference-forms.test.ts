import { afterEach, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../src/sandbox/index.ts';
import { hostileMark } from '../../../src/sandbox/openapi/hostile.ts';
import { type Json, nodesOf } from '../../support/repository/openapi.ts';

let sandbox: Sandbox;
afterEach(() => sandbox?.close());

async function start(options: SandboxOptions) {
  sandbox = await createSandbox(options);
  return async (path: string) => {
    const response = await fetch(`${sandbox.url}/swagger/${path}`);
    return { status: response.status, text: await response.text() };
  };
}

const own = ['v4', 'v3', 'v2', 'v1', 'v63'];
const parsed = (text: string, pattern: RegExp) => JSON.parse(pattern.exec(text)?.[1] ?? 'null') as any;

describe('the page of the reference', () => {
  it.each([
    ['script', 'index.js', /var configObject = JSON\.parse\('(.*)'\);/],
    ['literal', 'index.js', /var configObject = (\{.*\});/],
    ['inline', 'index.html', /var configObject = JSON\.parse\('(.*)'\);/],
    ['initializer', 'swagger-initializer.js', /urls: (\[.*\]),/],
    ['route', 'documentUrls', /^(.*)$/s],
  ] as const)('in the form %s lists the documents in %s', async (referencePage, file, pattern) => {
    const get = await start({ quirks: { referencePage } });
    const found = parsed((await get(file)).text, pattern);
    expect((found.urls ?? found).map(({ name }: Json) => name)).toEqual(own);
    const { status } = await get((found.urls ?? found)[0].url);
    expect(status).toBe(200);
    if (file !== 'index.html') expect((await get('index.html')).text).not.toContain('swagger.json');
  });

  it('in the oldest form lists them in index.html as endpoints', async () => {
    const get = await start({ quirks: { referencePage: 'legacy' } });
    const { SwaggerEndpoints: endpoints } = parsed(
      (await get('index.html')).text,
      /JSConfig = JSON\.parse\('(.*)'\);/,
    );
    expect(endpoints.map(({ Description }: Json) => Description)).toEqual(own);
    expect((await get('index.js')).status).toBe(404);
  });

  it('may not be there, with the documents at their usual place or without any', async () => {
    const get = await start({ quirks: { referencePage: 'unlisted' } });
    expect((await get('index.html')).status).toBe(404);
    expect((await get('v2/swagger.json')).status).toBe(200);
    await sandbox.close();
    const none = await start({ quirks: { referencePage: 'none' } });
    for (const path of ['', 'index.html', 'index.js', 'v2/swagger.json'])
      expect((await none(path)).status).toBe(404);
  });
});

describe('a hostile reference', () => {
  const lure = 'http://127.0.0.1:9/lure.json';
  const options: SandboxOptions = { profile: 'hostile', settings: { referenceLure: lure } };

  it('lists the internal document first, and one on another server', async () => {
    const get = await start(options);
    const { urls } = parsed((await get('index.js')).text, /JSON\.parse\('(.*)'\);/);
    expect(urls.map(({ name }: Json) => name)).toEqual(['v63', 'v9', 'v4', 'v3', 'v2', 'v1']);
    expect(urls[1].url).toBe(lure);
  });

  it('is large, full of instructions, traps, cycles and external links, and still contains the needed descriptions', async () => {
    const get = await start(options);
    const { text } = await get('v2/swagger.json');
    expect(text.length).toBeGreaterThan(5 * 1024 * 1024);
    const document = JSON.parse(text) as Json;
    expect(document.info.title).toBe('Public API version 2.0');
    const operations = Object.values<Json>(document.paths).flatMap((item) => Object.values<Json>(item));
    for (const { description } of operations) expect(description).toContain(hostileMark);
    const bodies = nodesOf(document.components.schemas).filter((node) => Object.hasOwn(node, '__proto__'));
    expect(bodies.length).toBeGreaterThan(20);
    expect(text).toContain(`"$ref":"${lure}"`);
    expect(document.components.schemas.Self).toEqual({ $ref: '#/components/schemas/Self' });
    const { properties } = document.components.schemas['Casework.Api.Request[PostTasks]'];
    expect(properties.ExecutionDate).toMatchObject({ type: 'string', format: 'date-time' });
  });
});
