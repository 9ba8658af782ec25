import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

/**
 * `npm run bench:first-answer` measures the time from the packed program in an empty folder to the first
 * result in an assistant.
 */

const root = fileURLToPath(new URL('../../', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'casebridge-first-'));
const place = join(home, 'place');
const steps: [step: string, seconds: number][] = [];

async function timed<Result>(step: string, work: () => Result | Promise<Result>): Promise<Result> {
  const began = performance.now();
  const result = await work();
  steps.push([step, (performance.now() - began) / 1000]);
  return result;
}

const run = (file: string, args: readonly string[], cwd: string) =>
  execFileSync(file, args, { cwd, env: { ...process.env, HOME: home, XDG_CONFIG_HOME: '' }, stdio: 'pipe' });

async function firstAnswer(): Promise<string> {
  const { command, args, env } = JSON.parse(readFileSync(join(home, '.cursor/mcp.json'), 'utf8')).mcpServers
    .casebridge;
  const client = new Client({ name: 'casebridge-bench', version: '1.0.0' });
  const environment = { PATH: process.env.PATH ?? '', HOME: home, ...env };
  await client.connect(
    new StdioClientTransport({ command, args, env: environment, cwd: home, stderr: 'ignore' }),
  );
  const { content } = await client.callTool({ name: 'find_case', arguments: { query: 'Smith' } });
  await client.close();
  return JSON.stringify(content);
}

mkdirSync(place);
mkdirSync(join(home, '.cursor'));
try {
  run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', home], root);
  const archive = readdirSync(home).find((name) => name.endsWith('.tgz')) as string;
  await timed('npm install of the packed program', () =>
    run('npm', ['install', '--silent', '--omit=dev', '--no-audit', '--no-fund', join('..', archive)], place),
  );
  await timed('casebridge init cursor --sandbox', () =>
    run('npx', ['casebridge', 'init', 'cursor', '--sandbox'], place),
  );
  const answer = await timed('first answer in a client', firstAnswer);
  if (!answer.includes('Smith v. Northbridge Ltd'))
    throw new Error(`not the answer: ${answer.slice(0, 200)}`);
  const all = steps.reduce((sum, [, seconds]) => sum + seconds, 0);
  for (const [step, seconds] of [...steps, ['in all', all] as const])
    process.stdout.write(`${seconds.toFixed(1).padStart(6)} s  ${step}\n`);
} finally {
  rmSync(home, { recursive: true, force: true });
}
