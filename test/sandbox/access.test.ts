import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/sandbox/index.ts';
import { userId } from '../../src/sandbox/seed/users.ts';
import { useSandbox } from '../support/sandbox.ts';
import { createCaller } from './client.ts';

interface Token {
  access_token: string;
  token_type: string;
  expires_in: number;
  refresh_token: string;
  error: string;
  error_description: string;
}

const sandbox = useSandbox({ isStill: true });
const { call } = sandbox;

const seconds = (count: number) => {
  sandbox.time += count * 1000;
};
const askToken = (body: object, version = 2) => call<Token>('', `POST /api/v${version}/auth/token`, body);
const signIn = (login: string, password = `sandbox-${login}`) =>
  askToken({ grant_type: 'password', username: login, password });
const refresh = (token: string) => askToken({ grant_type: 'refresh_token', refresh_token: token });

/** Returns the status of a read with a bearer token. */
async function statusWith(token: string): Promise<number> {
  const response = await fetch(`${sandbox.url}/api/v2/legalForms`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await response.body?.cancel();
  return response.status;
}

/** Sends a POST request with these headers. */
const post = (path: string, headers: Record<string, string>, body = '') =>
  fetch(`${sandbox.url}${path}`, { method: 'POST', headers, body });

const negotiate = (login: string) =>
  post('/api/v2/auth/wintoken', { authorization: `Negotiate ${btoa(`login:${login}`)}` });

const shortLived = async (lifetime?: number) => {
  const { body } = await signIn('anna');
  const answer = await post(
    '/api/v2/auth/short-lived-token',
    { authorization: `Bearer ${body.access_token}`, 'content-type': 'application/json' },
    JSON.stringify(lifetime === undefined ? {} : { lifetime }),
  );
  return { status: answer.status, body: (await answer.json()) as Token };
};

const lastLogin = async (login: string) =>
  (await call<{ LastLoginDate: string | null }>('admin', `GET /api/v2/users/${userId(login)}`)).body
    .LastLoginDate;

describe('a token by password', () => {
  it('comes as a bearer token that lasts an hour, in v2 and v1 [AUT-1]', async () => {
    for (const version of [2, 1]) {
      const { status, body } = await askToken(
        { grant_type: 'password', username: 'anna', password: 'sandbox-anna' },
        version,
      );
      expect(status).toBe(200);
      expect(body).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
      expect(await statusWith(body.access_token)).toBe(200);
    }
  });

  it('is good until the last second of its hour and not longer [ATN-4, LIM-4]', async () => {
    const { body } = await signIn('anna');
    seconds(3599);
    expect(await statusWith(body.access_token)).toBe(200);
    seconds(1);
    expect(await statusWith(body.access_token)).toBe(401);
  });

  it('is refused with invalid_grant for a wrong password or an unknown user', async () => {
    for (const answer of [await signIn('anna', 'wrong'), await signIn('nobody')]) {
      expect(answer.status).toBe(400);
      expect(answer.body.error).toBe('invalid_grant');
      expect(answer.body).not.toHaveProperty('access_token');
    }
  });

  it('is refused for a blocked user and for an expired password, each with its reason [ATN-6]', async () => {
    const blocked = await signIn('blocked');
    expect(blocked.status).toBe(400);
    expect(blocked.body).toMatchObject({ error: 'invalid_grant' });
    expect(blocked.body.error_description).toMatch(/blocked/);
    const expired = await signIn('expired');
    expect(expired.status).toBe(400);
    expect(expired.body.error_description).toMatch(/expired/);
  });

  it('is not given for a form instead of JSON, nor for an unknown grant', async () => {
    const form = await post(
      '/api/v2/auth/token',
      { 'content-type': 'application/x-www-form-urlencoded' },
      'grant_type=password&username=anna&password=sandbox-anna',
    );
    expect(form.status).toBe(415);
    const other = await askToken({ grant_type: 'client_credentials' });
    expect(other.status).toBe(400);
    expect(other.body.error).toBe('unsupported_grant_type');
    expect((await askToken({})).status).toBe(400);
  });

  it('sets the LastLoginDate, which a refresh and a failed attempt leave alone [USR-1]', async () => {
    expect(await lastLogin('newcomer')).toBeNull();
    await signIn('newcomer', 'wrong');
    expect(await lastLogin('newcomer')).toBeNull();
    const { body } = await signIn('newcomer');
    expect(await lastLogin('newcomer')).toBe('2026-03-04T09:00:00.000Z');
    seconds(60);
    await refresh(body.refresh_token);
    expect(await lastLogin('newcomer')).toBe('2026-03-04T09:00:00.000Z');
  });

  it('is unknown after the service was reset', async () => {
    const { body } = await signIn('anna');
    sandbox.reset();
    expect(await statusWith(body.access_token)).toBe(401);
  });
});

describe('a refresh token', () => {
  it('gives a new pair of tokens after the old access token expired [AUT-2]', async () => {
    const { body } = await signIn('anna');
    seconds(4000);
    const renewed = await refresh(body.refresh_token);
    expect(renewed.status).toBe(200);
    expect(renewed.body.access_token).not.toBe(body.access_token);
    expect(await statusWith(renewed.body.access_token)).toBe(200);
    expect((await refresh(renewed.body.refresh_token)).status).toBe(200);
  });

  it('works only once', async () => {
    const { body } = await signIn('anna');
    await refresh(body.refresh_token);
    const again = await refresh(body.refresh_token);
    expect(again.status).toBe(400);
    expect(again.body.error).toBe('invalid_grant');
  });

  it('leaves the access token it prolongs alone until that one expires', async () => {
    const { body } = await signIn('anna');
    await refresh(body.refresh_token);
    expect(await statusWith(body.access_token)).toBe(200);
    seconds(3600);
    expect(await statusWith(body.access_token)).toBe(401);
  });

  it('is not an access token, and nothing is no refresh token', async () => {
    const { body } = await signIn('anna');
    expect(await statusWith(body.refresh_token)).toBe(401);
    expect((await refresh('')).status).toBe(400);
    expect((await refresh(body.access_token)).status).toBe(400);
  });
});

describe('a token by domain sign-in', () => {
  it('is asked for by a challenge', async () => {
    const answer = await post('/api/v2/auth/wintoken', {});
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Negotiate');
    expect((await negotiate('nobody')).status).toBe(401);
  });

  it('signs in the named user and counts as a login [USR-3, AUT-3]', async () => {
    const answer = await negotiate('newcomer');
    expect(answer.status).toBe(200);
    const body = (await answer.json()) as Token;
    expect(body).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
    expect(await statusWith(body.access_token)).toBe(200);
    expect(await lastLogin('newcomer')).toBe('2026-03-04T09:00:00.000Z');
  });

  it('takes no notice of passwords but refuses the blocked', async () => {
    expect((await negotiate('expired')).status).toBe(200);
    const blocked = await negotiate('blocked');
    expect(blocked.status).toBe(400);
    expect(await blocked.json()).toMatchObject({ error: 'invalid_grant' });
  });
});

describe('a short-lived token', () => {
  it('lasts ten minutes by default [AUT-4, ATN-5]', async () => {
    const { body } = await shortLived();
    expect(body).toMatchObject({ token_type: 'bearer', expires_in: 600 });
    seconds(599);
    expect(await statusWith(body.access_token)).toBe(200);
    seconds(1);
    expect(await statusWith(body.access_token)).toBe(401);
  });

  it('lasts as long as asked, up to the lifetime of a public token [AUT-5, LIM-5]', async () => {
    expect((await shortLived(3600)).body.expires_in).toBe(3600);
    for (const lifetime of [3601, 0, -1, 1.5]) expect((await shortLived(lifetime)).status).toBe(400);
    const { body } = await shortLived(5);
    seconds(5);
    expect(await statusWith(body.access_token)).toBe(401);
  });

  it('is refreshed to another of the same lifetime [AUT-6]', async () => {
    const { body } = await shortLived(5);
    seconds(60);
    const renewed = await refresh(body.refresh_token);
    expect(renewed.body.expires_in).toBe(5);
    seconds(5);
    expect(await statusWith(renewed.body.access_token)).toBe(401);
    expect((await refresh(body.refresh_token)).status).toBe(400);
  });

  it('is only for who is signed in', async () => {
    expect((await call('', 'POST /api/v2/auth/short-lived-token', {})).status).toBe(401);
  });
});

describe('the MCP connection settings', () => {
  const expected = {
    Transport: 'streamable-http',
    Authentication: 'bearer',
    TokenOperation: 'POST /api/v2/auth/short-lived-token',
  };

  it('are told to who is signed in [AUT-8]', async () => {
    expect((await call('', `GET ${sandbox.mcpSettingsPath}`)).status).toBe(401);
    const { body } = await call('kate', `GET ${sandbox.mcpSettingsPath}`);
    expect(body).toEqual({ Url: `${sandbox.url}/mcp`, ...expected });
  });

  it('stand at the path that the operator chose', async () => {
    const other = await createSandbox({ settings: { mcpSettingsPath: '/api/v1/mcpServer/settings' } });
    try {
      const asked = createCaller(() => other.url);
      expect((await asked('kate', 'GET /api/v1/mcpServer/settings')).body).toMatchObject(expected);
      expect((await asked('kate', `GET ${sandbox.mcpSettingsPath}`)).status).toBe(404);
    } finally {
      await other.close();
    }
  });
});
