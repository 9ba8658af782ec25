import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startHttpProcess } from '../support/clients/harness.ts';
import { install } from '../support/repository/installed.ts';
import { runAuthorization } from './authorization.ts';
import { startFixtureServer } from './server.ts';

/**
 * Runs the official suite for both revisions against casebridge's HTTP transport: all required scenarios, without
 * exceptions. Also runs its scenarios for the extensions that casebridge declares, and for authorization servers,
 * against casebridge itself.
 */

/** Number of scenarios that each revision requires of a server. Fewer would mean that the suite has lost some. */
const required = { '2026-07-28': 37, '2025-11-25': 30 };
const requiredOfAuthorization = 2;
type Revision = keyof typeof required;

/** No revision requires these. */
const skills = ['directory', 'enumeration', 'manifest'].map((name) => `sep-2640-skills-${name}`);

const timeoutMs = 120_000;
const folder = fileURLToPath(new URL('./', import.meta.url));
const suiteScript = join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');

interface Check {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
}

async function main(): Promise<void> {
  install(folder);
  const results = mkdtempSync(join(tmpdir(), 'casebridge-conformance-'));
  // The suite sends many invalid requests on purpose.
  const server = await startFixtureServer(() => undefined);
  try {
    for (const revision of Object.keys(required) as Revision[]) {
      const problems = await judge(revision, server.url, join(results, revision));
      if (problems.length > 0) process.exitCode = 1;
      for (const problem of problems) console.log(`  ${problem}`);
    }
    const problems = [
      ...(await judgeSkills(join(results, 'skills'))),
      ...(await judgeAuthorization(join(results, 'authorization'))),
    ];
    if (problems.length > 0) process.exitCode = 1;
    for (const problem of problems) console.log(`  ${problem}`);
  } finally {
    await server.close(0);
    rmSync(results, { recursive: true, force: true });
  }
}

/** @returns the reasons why the server does not conform */
async function judge(revision: Revision, url: string, results: string): Promise<string[]> {
  const listed = await runSuite(['list', '--requirements', revision]);
  const scenarios = [...(listed.output.split('Client scenarios')[0] ?? '').matchAll(/^ +- (\S+)$/gm)].map(
    ([, name = '']) => name,
  );
  const ran = await runSuite(['server', '--url', url, '--requirements', revision, '-o', results]);
  const checks = readChecks(results);
  const faults = new Map(scenarios.map((name) => [name, faultsOf(name, checks.get(name) ?? [])]));
  const passed = [...faults.values()].filter((found) => found.length === 0);
  // Optional, or not part of any revision yet.
  const others = [...checks].filter(([name]) => !faults.has(name));
  const otherPassed = others.filter(([name, made]) => faultsOf(name, made).length === 0);
  console.log(
    `${revision}: ${passed.length} of ${required[revision]} required scenarios pass, ${otherPassed.length} of ${others.length} others`,
  );
  const failed = [...faults.values()].flat();
  if (scenarios.length !== required[revision])
    failed.push(`the suite lists ${scenarios.length} required scenarios`);
  if (ran.code !== 0 && failed.length === 0)
    failed.push(`the suite ended with ${ran.code}: ${ran.output.slice(-500)}`);
  return failed;
}

/** @returns the faults in the skills that casebridge serves */
async function judgeSkills(results: string): Promise<string[]> {
  const casebridge = await startHttpProcess({ args: ['--sandbox', '--single-user'] });
  try {
    for (const scenario of skills)
      await runSuite(['server', '--url', casebridge.url, '--scenario', scenario, '--force', '-o', results]);
  } finally {
    await casebridge.close();
  }
  const checks = readChecks(results);
  const faults = skills.map((name) => faultsOf(name, checks.get(name) ?? []));
  const passed = faults.filter((found) => found.length === 0).length;
  console.log(`skills: ${passed} of ${skills.length} scenarios pass`);
  return faults.flat();
}

/** Returns the faults that the suite finds in the authorization server. */
async function judgeAuthorization(results: string): Promise<string[]> {
  const code = await runAuthorization({ node: nodeOfSuite(), script: suiteScript, timeoutMs }, results);
  const checks = [...readChecks(results, 'authorization-server')];
  const faults = checks.flatMap(([name, made]) => faultsOf(name, made));
  console.log(`authorization server: ${checks.length} of ${requiredOfAuthorization} scenarios ran`);
  if (checks.length !== requiredOfAuthorization || (code !== 0 && faults.length === 0))
    faults.push(`the suite ended with ${code} after ${checks.length} scenarios`);
  return faults;
}

/** Returns the faults of a scenario. A scenario without a successful check is a fault too. */
function faultsOf(scenario: string, checks: readonly Check[]): string[] {
  const faults = checks
    .filter(({ status }) => status === 'FAILURE' || status === 'WARNING')
    .map(({ id, status, errorMessage = '' }) => `${scenario}: ${id}: ${status} ${errorMessage}`);
  const isProven = checks.some(({ status }) => status === 'SUCCESS');
  return isProven ? faults : [...faults, `${scenario}: nothing was checked`];
}

/** Returns the checks by scenario. The suite creates a directory `KIND-SCENARIO-DATE` for each. */
function readChecks(results: string, kind = 'server'): Map<string, Check[]> {
  const directories = existsSync(results) ? readdirSync(results) : [];
  return new Map(
    directories.map((name) => [
      name.replace(`${kind}-`, '').replace(/-\d{4}-\d\d-\d\dT.*$/, ''),
      JSON.parse(readFileSync(join(results, name, 'checks.json'), 'utf8')) as Check[],
    ]),
  );
}

/** Returns the path of the Node version for the suite, which needs a newer one than casebridge. */
function nodeOfSuite(): string {
  const own = join(folder, 'node_modules/.bin/node');
  return existsSync(own) ? own : process.execPath;
}

function runSuite(args: readonly string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(
      nodeOfSuite(),
      [suiteScript, ...args],
      { timeout: timeoutMs, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) =>
        resolve({
          code: error === null ? 0 : Number(error.code ?? 1),
          output: stdout + stderr,
        }),
    );
  });
}

await main();
