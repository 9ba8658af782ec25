import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));
const { command, args, env } = JSON.parse(readFileSync(join(root, 'mcp.json'), 'utf8')).mcpServers.casebridge;

/** A folder in which the package is installed as npm would, with the libraries of this checkout. */
let folder: string;
let installed: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'casebridge-package-'));
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], { cwd: root });
  const archive = readdirSync(folder).find((name) => name.endsWith('.tgz')) as string;
  execFileSync('tar', ['-xzf', archive], { cwd: folder });
  installed = join(folder, 'node_modules', 'casebridge');
  mkdirSync(join(folder, 'node_modules', '.bin'), { recursive: true });
  symlinkSync(join(folder, 'package'), installed);
  symlinkSync(join(root, 'node_modules'), join(folder, 'package', 'node_modules'));
  symlinkSync(join(installed, 'dist/src/main.js'), join(folder, 'node_modules', '.bin', 'casebridge'));
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the package', () => {
  it('holds the program, the tool reference and the configuration, and no sources or tests', () => {
    const names = readdirSync(installed).filter((name) => name !== 'node_modules');
    expect(names.sort()).toEqual(['LICENSE', 'README.md', 'dist', 'mcp.json', 'package.json', 'tools']);
    expect(readdirSync(join(installed, 'tools'))).toEqual(['README.md']);
  });

  it('answers an assistant that uses mcp.json as it stands', async () => {
    const client = new Client({ name: 'casebridge-test', version: '1.0.0' });
    const environment = { PATH: process.env.PATH ?? '', HOME: folder, ...env };
    await client.connect(
      new StdioClientTransport({ command, args, env: environment, cwd: folder, stderr: 'ignore' }),
    );
    const { content, isError } = await client.callTool({
      name: 'search_cases',
      arguments: { Name: 'Smith' },
    });
    await client.close();
    expect(isError).toBeFalsy();
    expect(JSON.stringify(content)).toContain('Smith v. Northbridge Ltd');
  }, 60_000);
});
