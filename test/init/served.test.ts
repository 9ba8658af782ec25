import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assistants } from '../../src/assistants/table.ts';
import { entryFor } from '../../src/assistants/target.ts';
import { remoteBridge } from '../../src/commands/init/served.ts';
import { connectTo, type RunningServer, startHttpServer } from '../support/clients/harness.ts';
import { run } from '../support/clients/process.ts';

/** `casebridge init --server` connects assistants on a user's machine to a shared server. */

const kinds = {
  open: ['--sandbox', '--single-user'],
  token: ['--sandbox'],
  page: ['--sandbox', '--sign-in', 'service', '--sign-in-registration'],
  closed: ['--sandbox', '--sign-in', 'service'],
};
const servers = new Map<string, RunningServer>();
const urlOf = (kind: keyof typeof kinds) => servers.get(kind)?.url ?? '';
beforeAll(async () => {
  const started = Object.entries(kinds).map(async ([kind, args]) =>
    servers.set(kind, await startHttpServer({ args })),
  );
  await Promise.all(started);
});
afterAll(() => Promise.all([...servers.values()].map((server) => server.close())));

const desktop = '.config/Claude/claude_desktop_config.json';
const cursor = '.cursor/mcp.json';
const codex = '.codex/config.toml';
const goose = '.config/goose/config.yaml';
const texts = {
  [desktop]: '{\n  "globalShortcut": ""\n}\n',
  [cursor]: '{\r\n\t"mcpServers": {"files": {"command": "npx"}}\r\n}\r\n',
  [codex]: 'model = "o" # the best',
  [goose]: 'extensions:\n  a:\n    type: builtin # in\n',
};

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'casebridge-дом-'));
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const init = (words: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  run(['init', ...words], { HOME: home, ...env });
const read = (path: string) => readFileSync(join(home, path), 'utf8');
const entryIn = (path: string) => JSON.parse(read(path)).mcpServers.casebridge;
const everything = () =>
  Object.fromEntries(
    readdirSync(home, { recursive: true, encoding: 'utf8' })
      .filter((path) => statSync(join(home, path)).isFile())
      .map((path) => [path, read(path)]),
  );

describe('a server at which people sign in', () => {
  it('comes into every assistant by its address, or by a bridge, and goes without a trace', async () => {
    const before = everything();
    const dry = await init(['--dry-run', '--server', urlOf('page')]);
    expect([dry.code, dry.stderr]).toEqual([0, '']);
    expect(dry.stdout).toContain(`+ url = ${JSON.stringify(urlOf('page'))}`);
    expect(everything()).toEqual(before);

    const added = await init(['--yes', '--server', urlOf('page')]);
    expect([added.code, added.stderr]).toEqual([0, '']);
    const issuer = new URL(urlOf('page')).origin;
    expect(added.stdout).toContain(`The server answers and asks its users to sign in at ${issuer}.\n`);
    expect(added.stdout).toContain(
      'Ready: restart Claude Desktop, Cursor, Codex, Goose. Sign in from Claude Desktop, Cursor, Codex (codex mcp login casebridge), Goose. Then ask: ',
    );
    expect(entryIn(cursor)).toEqual({ url: urlOf('page') });
    expect(read(codex)).toContain(`[mcp_servers.casebridge]\nurl = "${urlOf('page')}"\n`);
    expect(read(goose)).toContain(`uri: "${urlOf('page')}"`);
    const { command, args, env } = entryIn(desktop);
    expect([command, args]).toEqual([
      expect.stringMatching(/\/npx$/),
      ['-y', `${remoteBridge.name}@${remoteBridge.version}`, urlOf('page')],
    ]);
    expect(env.PATH.split(':')[0]).toBe(dirname(command));

    const once = everything();
    const again = await init(['--yes', '--server', urlOf('page')]);
    expect(again.stdout.match(/is already in/g)?.length).toBe(4);
    expect(everything()).toEqual(once);
    const removed = await init(['--remove']);
    expect([removed.code, everything()]).toEqual([0, before]);
  });
});

describe('a server without client registration', () => {
  it('is reported as such, because some assistants cannot sign in there', async () => {
    const said = async (kind: keyof typeof kinds) =>
      (await init(['cursor', '--dry-run', '--server', urlOf(kind)])).stdout;
    expect(await said('closed')).toContain(
      'does not allow programs to register themselves, which Cursor, mcp-remote',
    );
    expect(await said('page')).not.toContain('register');
  });
});

describe('a server without sign-in', () => {
  it('is reached by the written entry, which replaces that of a local server', async () => {
    await init(['cursor', '--sandbox']);
    expect(entryIn(cursor).command).toContain('node');
    const added = await init(['cursor', '--server', urlOf('open')]);
    const [, count] = /^The server answers and lists (\d+) tools\.\n/.exec(added.stdout) ?? [];
    const { listTools, close } = await connectTo(entryIn(cursor).url);
    expect(String((await listTools()).tools.length)).toBe(count);
    await close();
    expect((await init(['--remove'])).code).toBe(0);
    expect(read(cursor)).toBe(texts[cursor]);
  });
});

describe('a server that takes tokens', () => {
  it('comes into assistants that take one from a variable, and the others are told of', async () => {
    const { code, stdout } = await init(['--yes', '--server', urlOf('token')]);
    expect(code).toBe(1);
    expect(stdout).toContain('assistants read it from the variable CASEBRIDGE_TOKEN.\n');
    expect(
      stdout.match(/nothing was changed in .*: the server needs a token with each request/g),
    ).toHaveLength(2);
    expect(stdout).toContain('Ready: restart Cursor, Codex. Then ask: ');
    expect(entryIn(cursor).headers).toEqual({ Authorization: `Bearer \${env:CASEBRIDGE_TOKEN}` });
    expect(read(codex)).toContain('bearer_token_env_var = "CASEBRIDGE_TOKEN"');
    expect([read(desktop), read(goose)]).toEqual([texts[desktop], texts[goose]]);
  });
});

/** Starts a web server with a listener. */
async function answering(listener: RequestListener): Promise<{ url: string; server: Server }> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, server };
}

describe('nothing is changed', () => {
  it('if the address is invalid, or comes with settings of another server', async () => {
    const before = everything();
    const said = async (...words: string[]) => {
      const { code, stderr } = await init(['cursor', ...words]);
      expect([code, everything()]).toEqual([2, before]);
      return stderr;
    };
    expect(await said('--server', 'mcp.example.com/mcp')).toContain('should be an address such as https://');
    expect(await said('--server', 'http://mcp.example.com/mcp')).toContain('should be an https address');
    const withPassword = await said('--server', 'https://anna:p4ss@mcp.example.com/mcp');
    expect(withPassword).toContain('without user, password and #');
    expect(withPassword).not.toContain('p4ss');
    expect(await said('--server', urlOf('open'), '--read-only')).toContain('remove --read-only');
    expect(await said('--server', 'http://127.0.0.1:9/mcp')).toContain(
      'No answer from http://127.0.0.1:9/mcp: ',
    );
    const page = new URL('/', urlOf('open')).href;
    expect(await said('--server', page)).toMatch(
      /The server at \S+ \(status 404\) is not a known MCP server/,
    );
  });
});

describe('a server without a way to sign in', () => {
  const challenge = (described: string) => `Bearer realm="a", resource_metadata="${described}"`;
  it.each([
    [
      'describes its sign-in elsewhere',
      'https://elsewhere.example/a',
      {},
      'at the address of another server (https://elsewhere',
    ],
    ['does not describe it', '', {}, 'names no issuer'],
    [
      'calls itself otherwise',
      '',
      { resource: 'https://x.example/mcp', authorization_servers: ['https://i.example'] },
      'its OAuth metadata gives https://x.example/mcp as its address',
    ],
    [
      'has an issuer that does not answer',
      '',
      { authorization_servers: ['http://127.0.0.1:9'] },
      'sign in at http://127.0.0.1:9, which returns no metadata',
    ],
  ])(
    'is connected with a warning, if it %s',
    async (_how, elsewhere, metadata, words) => {
      const { url, server } = await answering((request, response) => {
        const described = elsewhere || new URL('/described', url).href;
        if (request.url === '/mcp')
          response.writeHead(401, { 'www-authenticate': challenge(described) }).end();
        else response.end(JSON.stringify({ resource: url, ...metadata }));
      });
      const { code, stdout } = await init(['cursor', '--server', url]);
      server.close();
      expect([code, entryIn(cursor)]).toEqual([1, { url }]);
      expect(stdout).toContain('The server answers, but nobody can sign in there yet: ');
      expect(stdout).toContain(words);
    },
    60_000,
  );
});

describe('every assistant', () => {
  const bridge = { command: 'npx', args: ['a'], env: {} };
  const url = 'https://mcp.example.com/mcp';
  it('has a way to an address, its own or the bridge, which is the one that is tried', () => {
    for (const assistant of assistants)
      expect(JSON.stringify(entryFor(assistant, { url, tokenVariable: undefined, bridge }))).toContain(
        assistant.remote ? url : '"npx"',
      );
    const { dependencies } = JSON.parse(
      readFileSync(new URL('../provider/package.json', import.meta.url), 'utf8'),
    );
    expect(dependencies[remoteBridge.name]).toBe(remoteBridge.version);
  });
});
