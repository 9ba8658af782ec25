import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { type HttpProcess, startHttpProcess } from '../../support/clients/harness.ts';
import { sampleIds } from '../../support/sample-ids.ts';
import { startScriptedModel } from './model.ts';
import { createPerson, type Person } from './person.ts';

/**
 * Signs real assistants in on casebridge's own page. The server has no internet access. Each assistant then
 * makes a call that requires a scope that the user did not grant at first.
 */

const runTimeoutMs = 90_000;
const risky = { tool: 'delete_task', args: { id: sampleIds.prepareBundle } };
/** The same call through a tool that assistants see in the tool list. */
const shown = { tool: 'call_delete_operation', args: { operation: risky.tool, arguments: risky.args } };
/** One version of the SDK per minor release. */
const sdks = [
  ...['1.20.2', '1.21.2', '1.22.0', '1.23.1', '1.24.3', '1.25.3', '1.26.0'],
  ...['1.27.1', '1.28.0', '1.29.0', '1.30.1', '1.31.0', '1.32.2'],
];

interface Row {
  readonly client: string;
  /** Kind of client id and requested scopes, for each visit to the page. */
  readonly visits: string;
  readonly without: string;
  readonly after: string;
}

const startServer = (args: readonly string[] = ['--sign-in-registration']) =>
  startHttpProcess({
    args: ['--sandbox', '--sign-in', 'service', ...args],
    // No program listens on the proxy's port, so the server has no internet access.
    env: { CASEBRIDGE_CONFIRM: 'none', HTTPS_PROXY: 'http://127.0.0.1:9', NO_PROXY: '127.0.0.1,localhost' },
  });

const install = (home: string, packages: readonly string[]) => {
  const flags = ['install', '--prefix', home, '--ignore-scripts', '--silent', '--no-audit', '--no-fund'];
  const { status } = spawnSync('npm', [...flags, ...packages], { stdio: 'ignore' });
  if (status !== 0) throw new Error(`npm could not install ${packages.join(' ')}`);
};

const maxShown = 200;
const shortened = (said: string) => said.replace(/\s+/g, ' ').trim().slice(0, maxShown);
const visitsOf = ({ visits }: Person) =>
  visits.map(({ client, scope }) => `${client}: ${scope}`).join('; ') || 'none';

/**
 * Tests one version of the SDK.
 * @param forgets whether the client drops refused tokens (the SDK's `invalidateCredentials`)
 */
async function trySdk(home: string, server: HttpProcess, version: string, forgets: boolean): Promise<Row> {
  const person = createPerson(home);
  const given = [`sdk-${version}`, server.url, risky.tool, JSON.stringify(risky.args), String(forgets)];
  const run = spawn(process.execPath, [join(home, 'sdk-client.mjs'), ...given], {
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: runTimeoutMs,
  });
  const complaint = text(run.stderr);
  const said: Record<string, string>[] = [];
  for await (const line of createInterface({ input: run.stdout })) {
    const one = JSON.parse(line) as Record<string, string>;
    said.push(one);
    if (one.visit === undefined) continue;
    person.ticked = person.visits.length === 0 ? [] : ['cases:risky'];
    run.stdin.write(`${await person.visit(one.visit)}\n`);
  }
  person.stop();
  const last = said.at(-1);
  return {
    client: `SDK ${version}, ${forgets ? 'drops' : 'keeps'} refused tokens`,
    visits: visitsOf(person),
    without: said.find(({ scope }) => scope !== undefined)?.scope ?? shortened(await complaint),
    after: shortened(last?.answer ?? (await complaint)),
  };
}

interface SigningProgram {
  readonly installed: string;
  /** Path of the program below `node_modules`. */
  readonly file: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly add?: readonly string[];
  readonly login: readonly string[];
  /** Whether the program signs in only if it runs in a terminal. */
  readonly needsTerminal?: boolean;
  readonly call: readonly string[];
}

const signingPrograms = (url: string, model: string): readonly SigningProgram[] => [
  {
    installed: '@anthropic-ai/claude-code@2.1.330',
    file: '@anthropic-ai/claude-code-linux-x64/claude',
    env: {
      ...{ ANTHROPIC_BASE_URL: model, ANTHROPIC_API_KEY: 'none', ENABLE_TOOL_SEARCH: 'false' },
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    },
    add: ['mcp', 'add', '--transport', 'http', '--scope', 'user', 'casebridge', url],
    login: ['mcp', 'login', 'casebridge'],
    needsTerminal: true,
    call: [
      ...['-p', 'Delete the task', '--model', 'claude-sonnet-4-5'],
      ...['--allowedTools', `mcp__casebridge__${shown.tool}`],
    ],
  },
  {
    installed: '@openai/codex@0.169.0',
    file: '@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex',
    add: ['mcp', 'add', 'casebridge', '--url', url],
    login: ['mcp', 'login', 'casebridge'],
    call: [
      ...['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox'],
      ...['-c', 'model_provider=script', '-c', 'model=script'],
      ...['-c', `model_providers.script={name="script",base_url="${model}/v1",wire_api="responses"}`],
      'Delete the task',
    ],
  },
  {
    installed: 'mcporter@0.12.3',
    file: '.bin/mcporter',
    add: ['config', 'add', 'casebridge', url, '--auth', 'oauth', '--allow-http'],
    login: ['auth', 'casebridge'],
    call: ['call', `casebridge.${risky.tool}`, `id=${risky.args.id}`],
  },
];

/** Runs a program with its own home directory. Returns its output. */
async function start(home: string, program: SigningProgram, person: Person, args: readonly string[]) {
  const file = join(home, 'node_modules', program.file);
  const quoted = [file, ...args].map((one) => `'${one}'`).join(' ');
  const [command, given] =
    program.needsTerminal && args[1] === 'login'
      ? ['script', ['-qec', quoted, '/dev/null']]
      : [file, [...args]];
  const env = { ...person.env, HOME: home, TERM: 'xterm', ...program.env };
  const run = spawn(command as string, given as string[], { cwd: home, env, timeout: runTimeoutMs });
  run.stdin.end();
  run.on('error', () => undefined);
  const [said, complaint] = await Promise.all([text(run.stdout), text(run.stderr), once(run, 'close')]);
  return `${said}\n${complaint}`;
}

async function tryProgram(index: number): Promise<Row> {
  const home = mkdtempSync(join(tmpdir(), 'casebridge-sign-in-'));
  const [server, model] = await Promise.all([startServer(), startScriptedModel(shown)]);
  const person = createPerson(home);
  try {
    const program = signingPrograms(server.url, model.url)[index] as SigningProgram;
    install(home, [program.installed]);
    if (program.add) await start(home, program, person, program.add);
    const outcome = async () => {
      const known = model.answers().length;
      await start(home, program, person, program.login);
      const printed = await start(home, program, person, program.call);
      return model.answers().slice(known)[0] ?? printed.slice(-maxShown);
    };
    const without = shortened(await outcome());
    person.ticked = ['cases:risky'];
    const after = shortened(await outcome());
    return { client: program.installed, visits: visitsOf(person), without, after };
  } finally {
    person.stop();
    model.close();
    await server.close();
    rmSync(home, { recursive: true, force: true });
  }
}

const print = ({ client, visits, without, after }: Row) =>
  process.stdout.write(`| ${client} | ${visits} | ${without} | ${after} |\n`);

export async function trySignIns(): Promise<void> {
  process.stdout.write(
    '| client | visits at the page: scopes asked for | granted or answered at first | answered in the end |\n|---|---|---|---|\n',
  );
  const home = mkdtempSync(join(tmpdir(), 'casebridge-sdk-'));
  try {
    install(
      home,
      sdks.map((version) => `sdk-${version}@npm:@modelcontextprotocol/sdk@${version}`),
    );
    copyFileSync(fileURLToPath(new URL('sdk-client.mjs', import.meta.url)), join(home, 'sdk-client.mjs'));
    for (const version of sdks)
      for (const forgets of [true, false]) {
        // Each run needs a new server, because it deletes the same task.
        const server = await startServer();
        print(await trySdk(home, server, version, forgets));
        await server.close();
      }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
  for (const index of signingPrograms('', '').keys()) print(await tryProgram(index));
}
