import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCommandLine } from '../../../src/config/command-line.ts';

const configOf = (argv: string[], env: Record<string, string> = {}) => readCommandLine(argv, env).config();

describe('a setting', () => {
  it('that was given is told as the variable that means the same elsewhere, without a secret', () => {
    const given = { CASEBRIDGE_LOGIN: 'anna', CASEBRIDGE_PASSWORD: 'secret', HTTPS_PROXY: 'http://p:1' };
    const flags = ['--read-only', '--audit-file', 'changes.jsonl', '--timeout', '30'];
    expect(configOf(flags, given).stated).toEqual({
      CASEBRIDGE_LOGIN: 'anna',
      CASEBRIDGE_READ_ONLY: 'true',
      CASEBRIDGE_AUDIT_FILE: resolve('changes.jsonl'),
      CASEBRIDGE_TIMEOUT: '30',
    });
    expect(configOf([], { CASEBRIDGE_SSO_TOKEN_FILE: 'token' }).stated).toEqual({
      CASEBRIDGE_SSO_TOKEN_FILE: resolve('token'),
    });
  });
});

describe('the embedded service', () => {
  it.each([
    [{}, true],
    [{ CASEBRIDGE_URL: '$' + '{user_config.url}', CASEBRIDGE_READ_ONLY: 'true' }, true],
    [{ CASEBRIDGE_URL: 'https://cases.example.com' }, false],
    [{ CASEBRIDGE_LOGIN: 'anna' }, false],
    [{ CASEBRIDGE_PASSWORD: 'secret' }, false],
    [{ CASEBRIDGE_SSO_TOKEN_FILE: 'token' }, false],
  ])('is there if nothing says which other: %j', (env, sandbox) => {
    expect(
      configOf([], { ...(env as Record<string, string>), CASEBRIDGE_SANDBOX: 'if-empty' }).service.sandbox,
    ).toBe(sandbox);
  });
});
