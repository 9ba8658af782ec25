import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeBundle } from '../../scripts/bundle.ts';
import { startService, type TestService } from '../support/clients/harness.ts';
import { unlearned } from '../support/clients/process.ts';

/** Starts the bundle as Claude Desktop does. Placeholders of empty fields are not replaced. */

const folder = mkdtempSync(join(tmpdir(), 'casebridge bundle-'));
const bytes = makeBundle();
const files = unzipSync(bytes);
const manifest = JSON.parse(Buffer.from(files['manifest.json'] as Uint8Array).toString());
let service: TestService;

beforeAll(async () => {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  service = await startService();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await service.close();
});

/** Returns the command and environment for these fields. */
function started(fields: Readonly<Record<string, string>>) {
  const { args, env } = manifest.server.mcp_config;
  const filled = (text: string) =>
    text
      .replace(/\$\{__dirname\}/, () => folder)
      .replace(/\$\{user_config\.(\w+)\}/, (placeholder, key: string) => fields[key] ?? placeholder);
  const variables = Object.entries<string>(env).map(([name, value]) => [name, filled(value)]);
  return {
    command: process.execPath,
    args: (args as string[]).map(filled),
    env: { PATH: process.env.PATH ?? '', HOME: folder, ...unlearned, ...Object.fromEntries(variables) },
    cwd: folder,
  };
}

async function toolsAndUser(fields: Readonly<Record<string, string>>) {
  const client = new Client({ name: 'casebridge-test', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ ...started(fields), stderr: 'ignore' }));
  const [{ tools }, { content }] = await Promise.all([
    client.listTools(),
    client.callTool({ name: 'who_am_i', arguments: {} }),
  ]);
  await client.close();
  return { names: tools.map(({ name }) => name), said: JSON.stringify(content) };
}

describe('the bundle', () => {
  it('is small, the same each time, and holds no sources, maps or tests', () => {
    expect(bytes.length).toBeLessThan(6_000_000);
    expect(Buffer.from(makeBundle()).equals(bytes)).toBe(true);
    expect(Object.keys(files).filter((path) => /\.(ts|map)$|\/tests?\//.test(path))).toEqual([]);
    expect(readdirSync(folder).sort()).toEqual([
      'LICENSE',
      'dist',
      'manifest.json',
      'node_modules',
      'package.json',
    ]);
  });

  it('describes each field in both languages, and marks secrets', () => {
    const fields = Object.values<{ title: string; description: string; sensitive?: true }>(
      manifest.user_config,
    );
    for (const { title, description } of fields)
      expect([title, description]).toEqual([
        expect.stringMatching(/^\w.* · [А-Я]/),
        expect.stringMatching(/ · .*[а-я]/),
      ]);
    const secrets = Object.entries<{ sensitive?: true }>(manifest.user_config).filter(
      ([, field]) => field.sensitive,
    );
    expect(secrets.map(([key]) => key)).toEqual(['password']);
  });

  it('works on the sample data if every field is empty', async () => {
    const { names, said } = await toolsAndUser({});
    expect(names).toContain('create_task');
    expect(said).toContain('Anna');
  });

  it('works with the service if the fields are filled in', async () => {
    const {
      CASEBRIDGE_URL: url,
      CASEBRIDGE_LOGIN: login,
      CASEBRIDGE_PASSWORD: password,
    } = service.environment('head');
    const { names, said } = await toolsAndUser({ url, login, password, read_only: 'true' } as Record<
      string,
      string
    >);
    expect(names).not.toContain('create_task');
    expect(said).toContain('read');
    expect(said).not.toContain('Anna');
  });

  it.each([
    [
      { url: 'https://cases.example.com' },
      /No sign-in is configured: set CASEBRIDGE_LOGIN and CASEBRIDGE_PASSWORD/,
    ],
    [{ login: 'anna', password: 'x' }, /CASEBRIDGE_URL is missing: set it to the address/],
    [{ url: 'cases.example.com', login: 'anna', password: 'x' }, /should be an http or https address/],
  ])(
    'reports in a sentence the missing part of %j',
    (fields, sentence) => {
      const { command, args, ...options } = started(fields);
      const { status, stderr } = spawnSync(command, args, { ...options, encoding: 'utf8', input: '' });
      expect([status, stderr]).toEqual([2, expect.stringMatching(sentence)]);
    },
    60_000,
  );
});

describe('the manifest of other installers', () => {
  const read = (path: string) => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));
  const { version, mcpName } = read('package.json');

  it('has the version of the package everywhere', () => {
    const server = read('examples/server.json');
    expect([server.name, server.version, server.packages[0].version]).toEqual([mcpName, version, version]);
    expect(manifest.version).toBe(version);
    for (const kind of ['claude', 'codex'])
      expect(read(`examples/plugin/.${kind}-plugin/plugin.json`)).toMatchObject({
        name: 'casebridge',
        version,
      });
  });

  it('names existing settings, and starts the program that the package installs', () => {
    const { casebridge } = read('examples/plugin/.mcp.json').mcpServers;
    const { casebridge: known } = read('mcp.json').mcpServers;
    expect([casebridge.command, casebridge.args]).toEqual([known.command, known.args]);
    const variables = read('examples/server.json').packages[0].environmentVariables;
    expect(variables.find(({ name }: { name: string }) => name === 'CASEBRIDGE_PASSWORD').isSecret).toBe(
      true,
    );
    expect(Object.keys(casebridge.env).sort()).toEqual(
      variables.map(({ name }: { name: string }) => name).sort(),
    );
  });
});
