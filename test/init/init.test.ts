import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../support/clients/harness.ts';
import { serverPath, unlearned } from '../support/clients/process.ts';
import { codex, cursor, everything, goose, homeFolder, init, read, texts, useHome, write } from './home.ts';

/** `casebridge init`, run in a separate home directory. */

useHome();
let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

describe('one command', () => {
  it('connects every assistant that is found, which then has the tools, and a second one leaves no trace', async () => {
    for (const [path, text] of Object.entries(texts)) write(path, text);
    const before = everything();
    const anna = service.environment('anna');

    const dry = await init(['--dry-run'], anna);
    expect([dry.code, dry.stderr]).toEqual([0, '']);
    expect(dry.stdout).toContain('+ [mcp_servers.casebridge]');
    expect(everything()).toEqual(before);

    const added = await init(['--yes', '--read-only'], anna);
    expect([added.code, added.stderr]).toEqual([0, '']);
    expect(added.stdout).toMatch(/^The server starts and lists \d+ tools\.$/m);
    expect(added.stdout).toContain('Ready: restart Cursor, Codex, Goose.');
    const { command, args, env } = JSON.parse(
      read(cursor)
        .replace('// mine', '')
        .replace(/,(?=\s*})/g, ''),
    ).mcpServers.casebridge;
    expect([command, args.length]).toEqual([expect.stringContaining('node'), 1]);
    expect(env).toMatchObject({ CASEBRIDGE_LOGIN: 'anna', CASEBRIDGE_READ_ONLY: 'true' });
    expect(read(codex)).toContain(JSON.stringify(args[0]));
    expect(read(goose)).toContain('cmd: ');

    const secret = env.CASEBRIDGE_PASSWORD_FILE;
    expect([readFileSync(secret, 'utf8'), statSync(secret).mode & 0o777]).toEqual([
      anna.CASEBRIDGE_PASSWORD,
      0o600,
    ]);
    const holding = Object.entries(everything()).filter(([, text]) =>
      text?.includes(anna.CASEBRIDGE_PASSWORD as string),
    );
    expect(holding.map(([path]) => join(homeFolder(), path))).toEqual([secret]);

    const once = everything();
    const again = await init(['--yes', '--read-only'], anna);
    expect(again.stdout.match(/is already in/g)?.length).toBe(3);
    expect(everything()).toEqual(once);

    const removed = await init(['--remove']);
    expect([removed.code, removed.stdout.match(/: casebridge was removed from /g)?.length]).toEqual([0, 3]);
    expect(everything()).toEqual(before);
  });

  it('uses the own command of an assistant that has one', async () => {
    write('.claude.json', '{"projects": {}}');
    const program = write(
      'bin/claude',
      `#!${process.execPath}
const { readFileSync, writeFileSync } = require('node:fs');
const [, what, , , name, entry] = process.argv.slice(2);
const file = process.env.HOME + '/.claude.json';
const all = JSON.parse(readFileSync(file, 'utf8'));
const { [name]: _, ...others } = all.mcpServers ?? {};
all.mcpServers = what === 'remove' ? others : { ...others, [name]: JSON.parse(entry) };
writeFileSync(file, JSON.stringify(all, null, 2));
`,
    );
    chmodSync(program, 0o755);
    const path = { PATH: `${dirname(program)}:${process.env.PATH}` };
    const dry = await init(['claude-code', '--sandbox', '--dry-run'], path);
    expect(dry.stdout).toContain(`${program} mcp add-json --scope user casebridge '{"type":"stdio",`);
    const added = await init(['claude-code', '--sandbox'], path);
    expect([added.code, added.stderr]).toEqual([0, '']);
    expect(JSON.parse(read('.claude.json')).mcpServers.casebridge).toMatchObject({
      type: 'stdio',
      env: { CASEBRIDGE_SANDBOX: 'true' },
    });
    const removed = await init(['--remove'], path);
    expect([removed.code, removed.stderr]).toEqual([0, '']);
    expect(JSON.parse(read('.claude.json'))).toEqual({ projects: {}, mcpServers: {} });
  });

  it('has the server speak as its user was spoken to, unless another language was asked for', async () => {
    const russian = { LANG: 'ru_RU.UTF-8' };
    write(cursor, '{"mcpServers":{}}');
    const before = everything();
    const dry = await init(['cursor', '--sandbox', '--dry-run'], russian);
    expect(dry.stdout).toMatch(/\+ .*"CASEBRIDGE_LANGUAGE": ?"ru"/);
    expect(everything()).toEqual(before);
    const spoken = async (words: readonly string[], env: Readonly<Record<string, string>>) => {
      const { code } = await init(['cursor', '--sandbox', ...words], env);
      expect(code).toBe(0);
      return JSON.parse(read(cursor)).mcpServers.casebridge.env.CASEBRIDGE_LANGUAGE;
    };
    expect(await spoken([], russian)).toBe('ru');
    expect(await spoken([], { LANG: 'C' })).toBeUndefined();
    expect(await spoken(['--language', 'en'], russian)).toBe('en');
    expect(await spoken(['--language', 'ru'], { LANG: 'C' })).toBe('ru');
    await init(['--remove'], russian);
    expect(read(cursor)).not.toContain('CASEBRIDGE');
  });
});

const hasTerminal = spawnSync('script', ['-qec', 'true', '/dev/null'], { stdio: 'ignore' }).status === 0;

describe('a user at a terminal', () => {
  it.skipIf(!hasTerminal)(
    'is asked for assistants, service and user name, and the password is not shown',
    async () => {
      write(cursor, texts[cursor]);
      write(codex, texts[codex]);
      const {
        CASEBRIDGE_URL: url,
        CASEBRIDGE_LOGIN: login,
        CASEBRIDGE_PASSWORD: password,
      } = service.environment('anna');
      const child = spawn('script', ['-qec', `"${process.execPath}" "${serverPath}" init`, '/dev/null'], {
        env: { PATH: process.env.PATH ?? '', HOME: homeFolder(), ...unlearned },
      });
      let shown = '';
      const answers: [question: string, answer: string | undefined][] = [
        ['Connect casebridge to all of them? [Y/n] ', 'n'],
        ['Cursor? [Y/n] ', 'n'],
        ['Codex? [Y/n] ', ''],
        ['Address of the case-management service', url],
        ['Only read, change nothing? [y/N] ', 'y'],
        ['Login (', login],
        ['Password (', password],
      ];
      child.stdout.on('data', (chunk) => {
        shown += String(chunk);
        const [question, answer] = answers[0] ?? [];
        if (question === undefined || !shown.includes(question)) return;
        answers.shift();
        child.stdin.write(`${answer}\n`);
      });
      const [code] = await once(child, 'close');
      expect([code, answers]).toEqual([0, []]);
      expect(shown).toContain('Ready: restart Codex.');
      expect(shown).not.toContain(password);
      expect(read(codex)).toContain('CASEBRIDGE_READ_ONLY = "true"');
      expect(read(cursor)).toBe(texts[cursor]);
    },
    60_000,
  );
});

describe('a user at a terminal who leaves the address empty', () => {
  it.skipIf(!hasTerminal)(
    'gets the sample data, and is not asked whether to read only',
    async () => {
      write(codex, texts[codex]);
      const child = spawn(
        'script',
        ['-qec', `"${process.execPath}" "${serverPath}" init codex`, '/dev/null'],
        {
          env: { PATH: process.env.PATH ?? '', HOME: homeFolder(), ...unlearned },
        },
      );
      let shown = '';
      let isAnswered = false;
      child.stdout.on('data', (chunk) => {
        shown += String(chunk);
        if (isAnswered || !shown.includes('(empty: try it with sample data): ')) return;
        isAnswered = true;
        child.stdin.end('\n');
      });
      const [code] = await once(child, 'close');
      expect([code, shown]).toEqual([0, expect.stringContaining('Ready: restart Codex.')]);
      expect(shown).not.toContain('Only read');
      expect(read(codex)).toContain('CASEBRIDGE_SANDBOX = "true"');
      expect(read(codex)).not.toContain('CASEBRIDGE_READ_ONLY');
    },
    60_000,
  );
});

describe('nothing is changed', () => {
  it('if assistants, service or sign-in are not given', async () => {
    write(codex, texts[codex]);
    const before = everything();
    const said = async (...words: string[]) => {
      const { code, stderr } = await init(words);
      expect(code).toBe(2);
      return stderr;
    };
    expect(await said('--sandbox')).toContain(
      'Found: Codex. Add the names of the assistants to connect (codex), or --yes',
    );
    expect(await said('codexx', '--sandbox')).toContain('did you mean codex?');
    expect(await said('cursor', '--sandbox')).toMatch(/Cursor was not found on this machine: start it once/);
    expect(await said('codex')).toContain('No service is configured');
    expect(await said('codex', '--url', 'https://cases.example.com')).toContain('No sign-in is configured');
    expect(await said('codex', '--url', 'cases.example.com')).toContain('should be an http or https address');
    expect(everything()).toEqual(before);
  });

  it('if the server does not start with these settings', async () => {
    write(codex, texts[codex]);
    const before = everything();
    const { code, stderr } = await init(
      ['codex', '--deployment', 'nowhere.json'],
      service.environment('anna'),
    );
    expect(code).toBe(2);
    expect(stderr).toMatch(/The server does not start with these settings: .*nowhere|no such file/);
    expect(everything()).toEqual(before);
  });

  it('in a file that is open for writing, is being edited, is read-only, or is a link to nothing', async () => {
    const file = write(codex, texts[codex]);
    const reasonNow = async () => {
      const { code, stdout } = await init(['codex', '--sandbox']);
      expect([code, readFileSync(file, 'utf8')]).toEqual([1, texts[codex]]);
      expect(readdirSync(dirname(file)).filter((name) => !name.endsWith('.swp'))).toEqual(['config.toml']);
      return stdout;
    };
    const held = openSync(file, 'a');
    if (process.platform === 'linux')
      expect(await reasonNow()).toContain('another program has it open for writing');
    closeSync(held);
    const swap = write('.codex/.config.toml.swp', '');
    expect(await reasonNow()).toContain('an editor has it open (.config.toml.swp)');
    rmSync(swap);
    chmodSync(file, 0o400);
    expect(await reasonNow()).toContain('it is marked as read-only');
    rmSync(file, { force: true });
    symlinkSync(join(homeFolder(), 'nothing'), file);
    const { stdout } = await init(['codex', '--sandbox']);
    expect(stdout).toContain('it is a broken link');
    expect(existsSync(join(homeFolder(), 'nothing'))).toBe(false);
  });
});

describe('a wrong password', () => {
  it('is reported, with the next step', async () => {
    write(codex, texts[codex]);
    const wrong = { ...service.environment('anna'), CASEBRIDGE_PASSWORD: 'wrong-word' };
    const { code, stdout, stderr } = await init(['codex'], wrong);
    expect([code, stderr]).toEqual([1, '']);
    expect(stdout).toContain('The server starts, but cannot work yet: ');
    expect(stdout).toContain('casebridge doctor');
    expect(stdout).not.toContain('wrong-word');
  });
});
