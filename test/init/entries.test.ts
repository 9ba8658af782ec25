import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codex, cursor, everything, goose, homeFolder, init, read, texts, useHome, write } from './home.ts';

/** Entries that `casebridge init` writes, keeps and removes in assistants' configuration files. */

useHome();

describe('a configuration that lies elsewhere', () => {
  it('stays a link, and keeps who may read it', async () => {
    const real = write('dotfiles/codex.toml', texts[codex]);
    chmodSync(real, 0o640);
    mkdirSync(join(homeFolder(), '.codex'));
    symlinkSync(real, join(homeFolder(), codex));
    const { code } = await init(['codex', '--sandbox']);
    expect([code, statSync(real).mode & 0o777]).toEqual([0, 0o640]);
    expect(readFileSync(real, 'utf8')).toContain('[mcp_servers.casebridge]');
    await init(['codex', '--remove']);
    expect([readFileSync(real, 'utf8'), readdirSync(dirname(real))]).toEqual([texts[codex], ['codex.toml']]);
  });
});

describe('an entry of another program with the same name', () => {
  it.each([
    [cursor, 'cursor', '{"mcpServers": {"casebridge": {"command": "other-bridge", "args": ["x"]}}}'],
    [
      cursor,
      'cursor',
      '{\n  "mcpServers": {\n    "casebridge": {"url": "https://other.invalid/mcp"}\n  }\n}\n',
    ],
    [
      codex,
      'codex',
      '[mcp_servers.casebridge]\ncommand = "bridge"\n[mcp_servers.casebridge.tools.a]\nmode = "x"\n',
    ],
    [codex, 'codex', 'mcp_servers.casebridge.command = "bridge"\n'],
    [goose, 'goose', 'extensions:\n  casebridge:\n    cmd: bridge\n'],
    [cursor, 'cursor', '{"mcpServers": {"casebridge": {"url": "https://other.invalid/casebridge"}}}'],
    [
      cursor,
      'cursor',
      '{"mcpServers": {"casebridge": {"command": "npx", "args": ["-y", "@other/casebridge"]}}}',
    ],
    [
      codex,
      'codex',
      '[mcp_servers.casebridge]\ncommand = "docker"\nargs = ["run", "registry.invalid/other/casebridge"]\n',
    ],
    [goose, 'goose', 'extensions:\n  casebridge:\n    uri: https://other.invalid/casebridge\n'],
  ])('in %s is unchanged', async (path, name, text) => {
    write(path, text);
    const before = everything();
    for (const words of [
      [name, '--sandbox'],
      [name, '--remove'],
    ]) {
      const { code, stdout } = await init(words);
      expect([code, stdout]).toEqual([
        1,
        expect.stringMatching(/"casebridge" that casebridge did not write|has an unknown format/),
      ]);
    }
    expect(everything()).toEqual(before);
  });
});

describe('an entry of this program', () => {
  it('keeps additions of the assistant when it is written again, and is removed completely', async () => {
    const before = 'model = "o"\n\n[mcp_servers.other]\ncommand = "x"\n';
    write(codex, before);
    await init(['codex', '--sandbox']);
    const added =
      '\n[mcp_servers.casebridge.tools.find_case]\napproval_mode = "approve"\n\n[profiles.mine]\nmodel = "p"\n';
    write(codex, read(codex) + added);
    expect((await init(['codex', '--sandbox', '--read-only'])).code).toBe(0);
    expect(read(codex)).toContain('approval_mode = "approve"');
    expect(read(codex)).toContain('CASEBRIDGE_READ_ONLY');
    expect((await init(['codex', '--remove'])).code).toBe(0);
    expect(read(codex).replace(/\n{2,}/g, '\n\n')).toBe(`${before}\n[profiles.mine]\nmodel = "p"\n`);
  });

  it.each([
    [
      cursor,
      'cursor',
      '{"mcpServers": {"casebridge": {"command": "casebridge", "env": {"HTTPS_PROXY": "http://p.invalid"}}}}',
    ],
    [
      codex,
      'codex',
      '[mcp_servers.casebridge]\ncommand = "/usr/local/bin/casebridge"\n# mine\n[mcp_servers.casebridge.env]\nCASEBRIDGE_URL = "https://a.invalid"\n',
    ],
    [goose, 'goose', 'extensions:\n  casebridge:\n    cmd: npx\n    args: [casebridge] # by hand\n'],
  ])(
    'that was written by hand is back in %s after init and --remove, and goes with one more',
    async (path, name, text) => {
      write(path, text);
      expect((await init([name, '--sandbox'])).code).toBe(0);
      expect(read(path)).toContain('CASEBRIDGE_SANDBOX');
      expect((await init([name, '--remove'])).stdout).toContain('previous entry casebridge was restored');
      expect(read(path)).toBe(text);
      expect((await init([name, '--remove'])).stdout).toContain('removed from');
      expect(read(path)).not.toContain('cmd');
      expect(read(path)).not.toContain('command');
    },
  );

  it('keeps variables and limits of its user when it is written again', async () => {
    write(cursor, '{"mcpServers": {}}');
    await init(['cursor', '--sandbox', '--read-only']);
    const entry = JSON.parse(read(cursor)).mcpServers.casebridge;
    const mine = { ...entry, timeout: 600, env: { ...entry.env, HTTPS_PROXY: 'http://proxy.invalid' } };
    write(cursor, JSON.stringify({ mcpServers: { casebridge: mine } }));
    expect((await init(['cursor', '--sandbox'])).code).toBe(0);
    const { timeout, env } = JSON.parse(read(cursor)).mcpServers.casebridge;
    expect([timeout, env.HTTPS_PROXY, env.CASEBRIDGE_SANDBOX, env.CASEBRIDGE_READ_ONLY]).toEqual([
      600,
      'http://proxy.invalid',
      'true',
      undefined,
    ]);
  });

  it('comes into a section that is written in one line, and goes again', async () => {
    for (const text of [
      'model = "o"\nmcp_servers = { other = { command = "x" } } # mine\n[tui]\n',
      'mcp_servers = {}\n',
      'mcp_servers.other.command = "x"\n',
    ]) {
      write(codex, text);
      const added = await init(['codex', '--sandbox']);
      expect([added.code, read(codex)]).toEqual([0, expect.stringContaining('CASEBRIDGE_SANDBOX')]);
      expect((await init(['codex', '--remove'])).code).toBe(0);
      expect(read(codex)).toBe(text);
    }
  });
});

describe('a configuration', () => {
  it.skipIf(process.platform === 'win32')(
    'that is a pipe or a folder is left alone, and the command ends',
    async () => {
      mkdirSync(join(homeFolder(), '.codex'));
      mkdirSync(join(homeFolder(), cursor), { recursive: true });
      spawnSync('mkfifo', [join(homeFolder(), codex)]);
      for (const words of [['codex', 'cursor', '--sandbox'], ['--remove']]) {
        const { code, stdout } = await init(words);
        expect([code, stdout.match(/it is not a file/g)?.length]).toEqual([1, 2]);
      }
    },
  );

  it('is shown by a dry run without values of other entries', async () => {
    const tokens = ['tok-json', 'tok-line', 'tok-toml', 'tok-yaml', '--key=tok-arg'];
    write(
      cursor,
      `{\n  "mcpServers": {\n    "a": {\n      "args": [\n        "${tokens[4]}"\n      ],\n      "env": { "KEY": "${tokens[0]}" }\n    }\n  }\n}\n`,
    );
    write('.codeium/windsurf/mcp_config.json', `{"mcpServers": {"a": {"env": {"KEY": "${tokens[1]}"}}}}`);
    write(codex, `[mcp_servers.a]\nenv = { KEY = "${tokens[2]}" }\ntoken = '${tokens[2]}'\n`);
    write(goose, `extensions:\n  a:\n    envs:\n      KEY: ${tokens[3]}\n`);
    const { code, stdout } = await init(['--dry-run', '--sandbox']);
    expect(code).toBe(0);
    expect(stdout).toContain('CASEBRIDGE_SANDBOX');
    expect(stdout).toContain('KEY');
    for (const token of tokens) expect(stdout).not.toContain(token);
  });

  it('of an assistant that is not there does not keep the others from being connected', async () => {
    write(codex, '');
    const { code, stdout } = await init(['cursor', 'codex', '--sandbox']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/Cursor.*not found on this machine/);
    expect(stdout).toContain('Ready: restart Codex.');
    expect(read(codex)).toContain('casebridge');
  });
});
