import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { seen, startScriptedModel } from './model.ts';
import { trySignIns } from './sign-in.ts';

/**
 * `npm run bench:assistants` tests real assistants. Each gets its own home directory and is connected by
 * `casebridge init`. A mock model, which follows a script, calls a tool and checks that the result reaches
 * it. Then real clients sign in on casebridge's page. `-- sign-in` runs only the sign-in part. The script
 * downloads a gigabyte and works only on Linux x64.
 */

const runTimeoutMs = 120_000;
const main = fileURLToPath(new URL('../../../dist/src/main.js', import.meta.url));
const question = 'What is the Smith case?';

interface Program {
  readonly id: string;
  /** npm package and version. */
  readonly installed: string;
  /** Path of the program below `node_modules`. */
  readonly file: string;
  /** Folder by which `init` recognizes the assistant. */
  readonly folder: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Text appended to a file of the assistant's configuration. */
  readonly more?: readonly [file: string, text: string];
}

const programsWith = (model: string): readonly Program[] => [
  {
    id: 'claude-code',
    installed: '@anthropic-ai/claude-code@2.1.330',
    file: '@anthropic-ai/claude-code-linux-x64/claude',
    folder: '.claude',
    args: ['-p', question, '--allowedTools', 'mcp__casebridge__find_case', '--model', 'claude-sonnet-4-5'],
    env: {
      ...{ ANTHROPIC_BASE_URL: model, ANTHROPIC_API_KEY: 'none', ENABLE_TOOL_SEARCH: 'false' },
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    },
  },
  {
    id: 'codex',
    installed: '@openai/codex@0.169.0',
    file: '@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex',
    folder: '.codex',
    args: [
      ...['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox'],
      ...['-c', 'model_provider=script', '-c', 'model=script'],
      ...['-c', `model_providers.script={name="script",base_url="${model}/v1",wire_api="responses"}`],
      question,
    ],
  },
  {
    id: 'copilot',
    installed: '@github/copilot@1.0.102',
    file: '@github/copilot-linux-x64/copilot',
    folder: '.copilot',
    args: ['-p', question, '--allow-all-tools'],
    env: {
      ...{ COPILOT_PROVIDER_BASE_URL: `${model}/v1`, COPILOT_PROVIDER_TYPE: 'openai' },
      ...{ COPILOT_PROVIDER_API_KEY: 'none', COPILOT_MODEL: 'gpt-4o', COPILOT_OFFLINE: 'true' },
    },
  },
  {
    id: 'continue',
    installed: '@continuedev/cli@1.5.47',
    file: '.bin/cn',
    folder: '.continue',
    args: ['--config', '.continue/config.yaml', '--auto', '-p', question],
    env: { CONTINUE_TELEMETRY_ENABLED: '0' },
    more: [
      '.continue/config.yaml',
      `models:\n  - {name: script, provider: openai, model: gpt-4o, apiBase: "${model}/v1", apiKey: none, capabilities: [tool_use], roles: [chat]}\n`,
    ],
  },
];

/** Tests one assistant. Returns the result as text. */
async function tryProgram(index: number): Promise<string> {
  const model = await startScriptedModel();
  const home = mkdtempSync(join(tmpdir(), 'casebridge-assistant-'));
  const { id, installed, file, folder, args, env, more } = programsWith(model.url)[index] as Program;
  const around = { PATH: process.env.PATH ?? '', HOME: home };
  try {
    const install = ['install', '--prefix', home, '--ignore-scripts', '--silent', '--no-audit', '--no-fund'];
    spawnSync('npm', [...install, installed], { stdio: 'ignore' });
    mkdirSync(join(home, folder));
    const { stderr } = spawnSync(process.execPath, [main, 'init', id, '--sandbox'], {
      env: around,
      encoding: 'utf8',
    });
    if (more) appendFileSync(join(home, more[0]), more[1]);
    const run = spawn(join(home, 'node_modules', file), args, {
      cwd: home,
      env: { ...around, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: runTimeoutMs,
    });
    run.on('error', () => undefined);
    const [said, complaint] = await Promise.all([text(run.stdout), text(run.stderr), once(run, 'close')]);
    const isSeen = said.includes(seen);
    if (!isSeen) process.exitCode = 1;
    return `${installed}: ${isSeen ? 'got an answer' : `FAILED: ${(stderr + complaint + said).slice(-400)}`}, ${model.offered()} tools offered to its model`;
  } finally {
    model.close();
    rmSync(home, { recursive: true, force: true });
  }
}

if (!process.argv.includes('sign-in'))
  for (const index of programsWith('').keys()) process.stdout.write(`${await tryProgram(index)}\n`);
await trySignIns();
