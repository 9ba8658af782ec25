import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it } from 'vitest';
import { clientKinds, connectTo } from '../support/clients/harness.ts';
import { createAssistant } from '../support/clients/oauth.ts';
import { run, serverPath, startProcess } from '../support/clients/process.ts';

const served = ['http', '--sandbox', '--single-user'];

/** Occupies a free port. Returns it with a function that frees it. */
async function takePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return { port: String(port), free: () => new Promise((resolve) => server.close(resolve)) };
}

/** Starts the server, calls `use` with its output, and stops it. */
async function withServer(
  args: readonly string[],
  use: (printed: string, configurations: any[]) => Promise<void>,
): Promise<void> {
  const server = startProcess([...args, '--port', '0']);
  try {
    await server.says(/Then ask: .+\n/);
    const printed = server.stdout();
    await use(
      printed,
      (printed.match(/^\{\n[\s\S]*?^\}/gm) ?? []).map((text) => JSON.parse(text)),
    );
    server.child.kill('SIGINT');
    expect(await server.ended).toMatchObject({ code: 0, signal: null, stderr: '' });
  } finally {
    await server.close();
  }
}

describe("the server's output for one user", () => {
  it('is the same as that of npm start', () => {
    const script = readFileSync(new URL('../demo/start.mjs', import.meta.url), 'utf8');
    expect(script).toContain(served.map((word) => `'${word}'`).join(', '));
  });

  it('names the assistants on the machine, with the command that connects each', async () => {
    const home = mkdtempSync(join(tmpdir(), 'casebridge-home-'));
    mkdirSync(join(home, '.codex'));
    const server = startProcess([...served, '--port', '0'], { HOME: home });
    await server.says(/Then ask: .+\n/);
    const [, script] = /^ {2}Codex: "\S+" "(.+)" init codex --sandbox$/m.exec(server.stdout()) ?? [];
    expect([script, server.stdout().match(/ init /g)?.length]).toEqual([serverPath, 1]);
    await server.close();
    rmSync(home, { recursive: true });
  });

  it('can be pasted unchanged: every client works with its URL', async () => {
    await withServer(served, async (printed, [claude, vscode]) => {
      expect(printed).toMatch(/Claude Code .*Cursor .*\n\{\n {2}"mcpServers"/);
      expect(claude.mcpServers.casebridge).toEqual({ type: 'http', url: expect.any(String) });
      expect(vscode.servers.casebridge).toEqual(claude.mcpServers.casebridge);
      for (const kind of clientKinds) {
        const client = await connectTo(claude.mcpServers.casebridge.url, { kind });
        const { Items } = await client.call('search_cases', { Name: 'Smith' });
        expect(Items.length).toBeGreaterThan(0);
        await client.close();
      }
    });
  });

  it('has a command for an assistant that starts its servers', async () => {
    await withServer(served, async (_printed, configurations) => {
      const { command, args } = configurations.at(-1).mcpServers.casebridge;
      const client = new Client({ name: 'casebridge-test', version: '1.0.0' });
      await client.connect(new StdioClientTransport({ command, args, stderr: 'ignore' }));
      expect((await client.listTools()).tools.length).toBeGreaterThan(20);
      await client.close();
    });
  });
});

describe("the server's output for many users", () => {
  it('holds a command that gets a token of a sample user, and a place for it in each configuration', async () => {
    await withServer(['http', '--sandbox'], async (printed, configurations) => {
      const command = /^export CASEBRIDGE_TOKEN=.*$/m.exec(printed)?.[0] ?? '';
      const { stdout: token } = await promisify(execFile)('sh', [
        '-c',
        `${command}; printf %s "$CASEBRIDGE_TOKEN"`,
      ]);
      const entries = configurations.map((one) => (one.mcpServers ?? one.servers).casebridge);
      const places = [`\${CASEBRIDGE_TOKEN}`, `\${env:CASEBRIDGE_TOKEN}`, `\${input:token}`];
      expect(entries.map(({ headers }) => headers)).toEqual(
        places.map((place) => ({ Authorization: `Bearer ${place}` })),
      );
      expect(configurations.at(-1).inputs).toMatchObject([{ id: 'token', password: true }]);
      const client = await connectTo(entries[0].url, { token });
      expect((await client.call('search_cases', { Name: 'Smith' })).Items.length).toBeGreaterThan(0);
      await client.close();
    });
  });

  it('contains everything that an assistant and its user need if users sign in on the page', async () => {
    const guide = readFileSync(new URL('../../docs/sign-in.md', import.meta.url), 'utf8');
    const [, settings = ''] = /^To try it: `npm start -- ([^`]+)`/m.exec(guide) ?? [];
    expect(settings).toContain('--sign-in service');
    await withServer(['http', '--sandbox', ...settings.split(' ')], async (printed, [claude]) => {
      const [, login = '', password = ''] = /as (\S+) with the password (\S+)\./.exec(printed) ?? [];
      const { url } = claude.mcpServers.casebridge;
      const { call } = createAssistant(url, { visit: { typed: { login, password } } });
      const answer = await call('find_case', { case: 'Smith' });
      expect(JSON.stringify(answer)).toContain('Smith');
    });
  });

  it('mentions no header if users sign in at an issuer', async () => {
    const settings = ['--issuer', 'https://login.example.com', '--audience', 'casebridge'];
    await withServer(['http', '--sandbox', ...settings], async (printed, [claude]) => {
      expect(claude.mcpServers.casebridge.headers).toBeUndefined();
      expect(printed).toContain('to the issuer to sign in');
      expect(printed).not.toContain('CASEBRIDGE_TOKEN');
    });
  });
});

it('an occupied port is reported in one sentence', async () => {
  const { port, free } = await takePort();
  try {
    expect(await run([...served, '--port', port])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: `casebridge: Port ${port} is in use: stop the program that uses it, or choose another one with --port.\n`,
    });
  } finally {
    await free();
  }
});
