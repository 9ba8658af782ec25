import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readCommandLine, UsageError } from '../../../src/config/command-line.ts';
import { allSettings } from '../../../src/config/settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'casebridge-config-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const configOf = (argv: string[], env: Record<string, string> = {}) => readCommandLine(argv, env).config();

describe('a secret', () => {
  it('is taken from the environment and leaves it', () => {
    const env: Record<string, string> = { CASEBRIDGE_PASSWORD: 'canary', CASEBRIDGE_SSO_TOKEN: 'token' };
    expect(configOf([], env)).toMatchObject({ signIn: { password: 'canary', ssoToken: 'token' } });
    expect(Object.keys(env)).toEqual([]);
  });

  it('that many programs know leaves the environment in both its spellings', () => {
    const env: Record<string, string> = {
      HTTPS_PROXY: 'http://a:canary@b',
      https_proxy: 'http://c:canary@d',
    };
    expect(configOf([], env)).toMatchObject({ service: { httpsProxy: 'http://c:canary@d' } });
    expect(Object.keys(env)).toEqual([]);
  });

  it('is read from a file, without the line break at its end', () => {
    const path = join(folder, 'password');
    writeFileSync(path, ' pass word \n');
    expect(configOf([], { CASEBRIDGE_PASSWORD_FILE: path }).signIn.password).toBe(' pass word ');
    writeFileSync(path, 'two\r\n');
    expect(configOf([], { CASEBRIDGE_PASSWORD_FILE: path }).signIn.password).toBe('two');
  });

  it('that is set twice is refused', () => {
    const env = { CASEBRIDGE_PASSWORD: 'direct', CASEBRIDGE_PASSWORD_FILE: join(folder, 'missing') };
    expect(() => configOf([], env)).toThrow(
      /^CASEBRIDGE_PASSWORD and CASEBRIDGE_PASSWORD_FILE are both set: keep one of them\.$/,
    );
  });

  it('with an empty file is refused', () => {
    const path = join(folder, 'empty');
    writeFileSync(path, '\n');
    const read = () => configOf([], { CASEBRIDGE_PASSWORD_FILE: path });
    expect(read).toThrow(/^The file in CASEBRIDGE_PASSWORD_FILE is empty\.$/);
  });

  it('with an unreadable file is reported by its variable and not by the path', () => {
    const read = () => configOf([], { CASEBRIDGE_PASSWORD_FILE: join(folder, 'missing') });
    expect(read).toThrow(
      /^The file in CASEBRIDGE_PASSWORD_FILE cannot be read: there is no such file or directory\.$/,
    );
  });

  it('that is wrong is not shown', () => {
    const read = () => configOf([], { CASEBRIDGE_PASSWORD: 'canary'.repeat(1000) });
    expect(read).toThrow(/^CASEBRIDGE_PASSWORD /);
    expect(read).not.toThrow(/canary/);
  });

  it('has no flag', () => {
    // The URL of Redis is secret only because of its password, which the flag does not accept.
    const flags = allSettings.flatMap(({ secret, flag }) => (secret && flag !== undefined ? [flag] : []));
    expect(flags).toEqual(['redis']);
    expect(() => readCommandLine(['--redis', 'redis://:canary@127.0.0.1'], {}).config()).toThrow(
      /^--redis takes no password: put an address with a password into CASEBRIDGE_REDIS\.$/,
    );
    expect(() => readCommandLine(['--password', 'canary'], {})).toThrow(UsageError);
    expect(() => readCommandLine(['--password=canary'], {})).not.toThrow(/canary/);
  });

  it('of single sign-on stays a path, since the file is read again and again', () => {
    const config = configOf([], { CASEBRIDGE_SSO_TOKEN_FILE: join(folder, 'later') });
    expect(config).toMatchObject({ signIn: { ssoToken: undefined, ssoTokenFile: join(folder, 'later') } });
  });
});
