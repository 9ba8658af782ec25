import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { auth } from '../../../tools/operations/auth.ts';
import { startService, type TestClient, type TestService, textOf } from '../../support/clients/harness.ts';
import { userId } from '../../support/sample-ids.ts';
import { createTally } from '../../support/tally.ts';

const tally = createTally();
const start = Date.parse('2026-03-04T09:00:00Z');
/** Time of the service's clock, in milliseconds after `start`. */
let passed = 0;
let service: TestService;
let anna: TestClient;
beforeAll(async () => {
  service = await startService({ now: () => new Date(start + passed) });
  anna = tally.watch(await service.connectAs('anna', { env: { CASEBRIDGE_LOG_LEVEL: 'debug' } }));
});
afterAll(async () => {
  await anna?.close();
  await service?.close();
});

/** Runs calls as another user with a new server. */
async function as<T>(
  login: string,
  env: Record<string, string>,
  act: (client: TestClient) => Promise<T>,
): Promise<T> {
  const client = tally.watch(await service.connectAs(login, { env }));
  try {
    return await act(client);
  } finally {
    await client.close();
  }
}
const lastLogin = async () => (await anna.call('get_user', { id: userId('anna') })).LastLoginDate;

describe('get_token', () => {
  it('signs in and tells until when, which the service counts as a login', async () => {
    expect(Date.parse(await lastLogin())).toBe(start);
    passed = 60_000;
    const began = Date.now();
    const report = await anna.call('get_token');
    expect(report).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
    expect(Date.parse(report.expires_at)).toBeGreaterThan(began);
    expect(Date.parse(await lastLogin())).toBe(start + 60_000);
  });

  it('renews the session on request, which is no further login', async () => {
    passed = 120_000;
    expect(await anna.call('get_token', { grant_type: 'refresh_token' })).toMatchObject({ expires_in: 3600 });
    expect(Date.parse(await lastLogin())).toBe(start + 60_000);
  });

  it.each([
    ['blocked', 'The user is blocked.'],
    ['expired', 'The password has expired.'],
  ])('explains why the service refuses the user %s, and who can help', async (login, reason) => {
    const text = await as(login, {}, (client) => client.refusal('get_token'));
    expect(text).toContain(`API_ERROR 400: ${reason}`);
    expect(text).toContain('the operator must correct it. Do not ask the user for a password.');
  });

  it('does not repeat a wrong password in the refusal', async () => {
    const env = { CASEBRIDGE_PASSWORD: 'opensesame' };
    const text = await as('anna', env, (client) => client.refusal('get_token'));
    expect(text).toContain('The user name or password is incorrect.');
    expect(text).not.toContain('opensesame');
  });
});

describe('get_domain_token', () => {
  it('names the setting if domain sign-in is switched off', async () => {
    expect(await anna.refusal('get_domain_token')).toMatch(
      /^SIGN_IN_FAILED: .*CASEBRIDGE_DOMAIN_SIGN_IN=true/,
    );
  });
});

describe('get_short_lived_token', () => {
  it('exchanges the session for the asked lifetime, or ten minutes', async () => {
    expect(await anna.call('get_short_lived_token')).toMatchObject({ expires_in: 600 });
    expect(await anna.call('get_short_lived_token', { lifetime: 90 })).toMatchObject({ expires_in: 90 });
  });

  it('is refused above the lifetime of the public token', async () => {
    expect(await anna.call('get_short_lived_token', { lifetime: 3600 })).toMatchObject({ expires_in: 3600 });
    const text = await anna.refusal('get_short_lived_token', { lifetime: 3601 });
    expect(text).toContain('API_ERROR 400: lifetime must not exceed the token lifetime of 3600 seconds.');
    expect(text).toContain('try 600');
  });
});

describe('tokens', () => {
  it.each([
    ['get_token', {}],
    ['get_token', { grant_type: 'refresh_token' }],
    ['get_short_lived_token', { lifetime: 60 }],
  ])('are not answered by %s with %j', async (name, args) => {
    const result = await anna.callTool(name, args);
    expect(result.content).toHaveLength(1);
    expect(Object.keys(JSON.parse(textOf(result))).sort()).toEqual([
      'expires_at',
      'expires_in',
      'token_type',
    ]);
    expect(textOf(result)).not.toMatch(/[0-9a-f]{20}/);
  });

  it('and passwords are not written to the log', async () => {
    await vi.waitFor(() => expect(anna.stderr()).toContain('"tool":"get_short_lived_token"'));
    expect(anna.stderr()).not.toMatch(/[0-9a-f]{64}|sandbox-anna/);
  });

  it('are renewed when they expire, and requested again when the service has lost them', async () => {
    passed += 2 * 3_600_000;
    expect((await anna.call('list_object_classes')).Items).toHaveLength(2);
    service.reset();
    expect((await anna.call('list_object_classes')).Items).toHaveLength(2);
    service.reset();
    expect(await anna.call('get_short_lived_token')).toMatchObject({ expires_in: 600 });
  });
});

describe('get_mcp_settings', () => {
  it('reads the address and transport of the service’s own MCP server, at the configured path', async () => {
    expect(await anna.call('get_mcp_settings')).toEqual({
      Url: `${service.url}/mcp`,
      Transport: 'streamable-http',
      Authentication: 'bearer',
      TokenOperation: 'POST /api/v2/auth/short-lived-token',
    });
  });

  it('names the variable to set if none is set, and uses its path unchanged', async () => {
    const unset = { CASEBRIDGE_MCP_SETTINGS_PATH: '' };
    const text = await as('anna', unset, (client) => client.refusal('get_mcp_settings'));
    expect(text).toMatch(/^NOT_CONFIGURED: .*set CASEBRIDGE_MCP_SETTINGS_PATH/);
    const wrong = { CASEBRIDGE_MCP_SETTINGS_PATH: '/api/v1/nothing/here' };
    expect(await as('anna', wrong, (client) => client.refusal('get_mcp_settings'))).toContain(
      'API_ERROR 404',
    );
  });
});

it('no tool of the area was left out, but for a domain sign-in, which has no provider', () => {
  expect(tally.leftOut(auth.operations)).toEqual({ carriedOut: ['get_domain_token'], refused: [] });
});
