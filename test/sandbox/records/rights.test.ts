import { describe, expect, it } from 'vitest';
import { caseId } from '../../../src/sandbox/seed/cases.ts';
import { userId } from '../../../src/sandbox/seed/users.ts';
import { useSandbox } from '../../support/sandbox.ts';

interface Token {
  access_token: string;
  refresh_token: string;
}
interface Items {
  Items: { Id: string; Name: string }[];
}

const day = 86_400_000;
const sandbox = useSandbox({ isStill: true });
const { call } = sandbox;

const status = async (login: string, request: string, body?: object) =>
  (await call(login, request, body)).status;
const event = {
  Name: 'Talk',
  StartDate: '2026-03-05T09:00:00.000Z',
  EndDate: '2026-03-05T10:00:00.000Z',
};

describe('the permissions of a role', () => {
  const roleOf = async (login: string) => {
    const { body } = await call<{ Roles: { Id: string }[] }>('admin', `GET /api/v2/users/${userId(login)}`);
    return body.Roles[0]?.Id ?? '';
  };
  const allow = async (login: string, Section: string, AccessLevel: string) => {
    const body = { RoleId: await roleOf(login), Permissions: [{ Section, AccessLevel }] };
    const { status } = await call(
      'admin',
      'PUT /api/UserManagment/RolePermissions/UpdateRolePermission',
      body,
    );
    expect(status).toBe(201);
  };

  it('determine the actions of its users in a section, from the next request on [PRM-5]', async () => {
    expect(await status('oleg', 'POST /api/v2/events', event)).toBe(201);
    await allow('oleg', 'Events', 'View');
    expect(await status('oleg', 'POST /api/v2/events', event)).toBe(403);
    expect(await status('oleg', 'GET /api/v2/events')).toBe(200);
    await allow('oleg', 'Events', 'None');
    expect(await status('oleg', 'GET /api/v2/events')).toBe(403);
    expect(await status('anna', 'POST /api/v2/events', event)).toBe(201);
  });

  it('are overridden by permissions of the user', async () => {
    await allow('oleg', 'Participants', 'Administration');
    const body = { Type: 'Company', Name: 'Newco Ltd' };
    expect(await status('oleg', 'POST /api/v4/participants', body)).toBe(201);
    // The same role, but this user has ResponseOptions of her own for participants.
    expect(await status('kate', 'POST /api/v4/participants', body)).toBe(403);
  });

  it('count for cases that have no entry for the user', async () => {
    await allow('oleg', 'Cases', 'None');
    expect(await status('oleg', `GET /api/v2/cases/${caseId('smith')}`)).toBe(404);
    const { body } = await call<Items>('oleg', 'GET /api/v2/objects');
    expect(body.Items.map(({ Name }) => Name)).toEqual(["Harbour Light Lines LLC v. O'Brien"]);
  });

  it('allow editing if they allow creating', async () => {
    await allow('anna', 'Events', 'Creator');
    const { body } = await call<{ Id: string }>('anna', 'POST /api/v2/events', event);
    expect(await status('anna', `PUT /api/v2/events/${body.Id}`, { Location: 'Room 1' })).toBe(201);
  });

  it('leave the default when they are deleted: Edit, and nothing for clients', async () => {
    expect(await status('oleg', 'GET /api/v3/logs/Get')).toBe(403);
    for (const login of ['oleg', 'client1']) {
      const request = `DELETE /api/RolePermissions/DeleteRolePermission/${await roleOf(login)}`;
      expect(await status('admin', request)).toBe(204);
    }
    expect(await status('oleg', 'GET /api/v3/logs/Get')).toBe(200);
    expect(await status('client1', 'GET /api/v2/participants')).toBe(403);
    expect(await status('client1', `GET /api/v2/cases/${caseId('smith')}`)).toBe(200);
  });
});

describe('the system role Administrator', () => {
  it('has access where no entry of a section or a case gives it [SVC-3]', async () => {
    expect(await status('kate', `GET /api/v2/cases/${caseId('inquiry')}`)).toBe(404);
    expect(await status('admin', `PATCH /api/v2/cases/${caseId('inquiry')}`, { Stage: 'Closed' })).toBe(201);
    expect(await status('admin', 'GET /api/v3/logs/Get')).toBe(200);
  });

  it('is more than Administration on every section [ATN-7]', async () => {
    const days = { Dates: ['2026-03-09'], Intervals: [] };
    const path = '/api/v3/generalsettings/NonWorkingDays';
    expect(await status('head', `PUT ${path}`, days)).toBe(403);
    expect(await status('admin', `PUT ${path}`, days)).toBe(201);
  });

  it('is had by the system user Workflow, who sees all objects and is in no list of users [ATN-3]', async () => {
    const all = await call<Items>('workflow', 'GET /api/v2/objects');
    expect(all.body.Items).toHaveLength(36);
    const { body } = await call<Items>('workflow', 'GET /api/v2/users');
    expect(body.Items.map(({ Name }) => Name)).not.toContain('Workflow');
  });
});

describe('a password that expires', () => {
  const signIn = async () =>
    (
      await call<Token>('', 'POST /api/v2/auth/token', {
        grant_type: 'password',
        username: 'expired',
        password: 'sandbox-expired',
      })
    ).body;
  const statusWith = async (token: string) => {
    const response = await fetch(`${sandbox.url}/api/v2/legalForms`, {
      headers: { authorization: `Bearer ${token}` },
    });
    await response.body?.cancel();
    return response.status;
  };
  /** The password of this user expired ten days before today's midnight. */
  const expiry = Date.parse('2026-02-22T00:00:00.000Z');

  it('is refused on every request from then on, also with a token given out before [SVC-4]', async () => {
    sandbox.time = expiry - 1000;
    const { access_token, refresh_token } = await signIn();
    expect(await statusWith(access_token)).toBe(200);
    sandbox.time = expiry;
    expect(await statusWith(access_token)).toBe(403);
    const again = await call('', 'POST /api/v2/auth/token', { grant_type: 'refresh_token', refresh_token });
    expect(again.body).toEqual({ error: 'invalid_grant', error_description: 'The password has expired.' });
  });

  it('is no matter after domain sign-in, nor for the tokens that come of it', async () => {
    sandbox.time = expiry + day;
    const post = async (path: string, authorization: string, body?: object) => {
      const headers = { authorization, 'content-type': 'application/json' };
      const init = { method: 'POST', headers, ...(body ? { body: JSON.stringify(body) } : {}) };
      return (await (await fetch(`${sandbox.url}/api/v2/auth/${path}`, init)).json()) as Token;
    };
    const domain = await post('wintoken', `Negotiate ${btoa('login:expired')}`);
    const short = await post('short-lived-token', `Bearer ${domain.access_token}`, { lifetime: 60 });
    const { refresh_token } = short;
    const refreshed = await post('token', '', { grant_type: 'refresh_token', refresh_token });
    for (const { access_token } of [domain, short, refreshed])
      expect(await statusWith(access_token)).toBe(200);
  });
});
