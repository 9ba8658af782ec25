import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createUser } from '../../support/clients/asked.ts';
import { startService, type TestClient, type TestService, textOf } from '../../support/clients/harness.ts';
import { numbered, sampleIds, unknownId } from '../../support/sample-ids.ts';
import { type Front, startFront } from '../../support/servers/front.ts';

let service: TestService;
let admin: TestClient;
/** Head of the department, who has every permission in every section but is not an administrator. */
let head: TestClient;
beforeAll(async () => {
  service = await startService();
  [admin, head] = await Promise.all([service.connectAs('admin'), service.connectAs('head', { kind: 'v1' })]);
});
afterAll(async () => {
  await Promise.all([admin?.close(), head?.close()]);
  await service?.close();
});
beforeEach(() => service.reset());

const lawyer = sampleIds.lawyerRole;
const grant = (Section: string, AccessLevel: string) => ({ Section, AccessLevel });
const read = async (RoleId: string, client = admin) => client.call('list_role_permissions', { RoleId });
const create = (client = admin) =>
  client.call('create_role_permission', {
    RoleName: 'Архивариус / Archivist',
    Permissions: [grant('Documents', 'Edit'), grant('Cases', 'View')],
  });

describe('role permissions', () => {
  it('are listed by the role of a user', async () => {
    const user = await admin.call('get_user', { id: sampleIds.anna });
    expect(user.Roles).toEqual([{ Id: lawyer, Name: 'Юрист / Lawyer' }]);
    const { RoleName, Permissions } = await read(user.Roles[0].Id);
    expect(RoleName).toBe('Юрист / Lawyer');
    expect(Permissions).toContainEqual(grant('Cases', 'Creator'));
  });

  it('are created together with their role', async () => {
    const role = await create();
    expect(await read(role.RoleId)).toEqual({
      RoleId: role.RoleId,
      RoleName: 'Архивариус / Archivist',
      Permissions: [grant('Documents', 'Edit'), grant('Cases', 'View')],
    });
  });

  it('are set as a whole, which is refused while it would lose sections that the call does not name', async () => {
    const { RoleId, Permissions } = await create();
    const set = { RoleId, Permissions: [grant('Events', 'View'), Permissions[1]] };
    const text = await admin.refusal('set_role_permissions', set);
    expect(text).toMatch(/^WOULD_LOSE: Nothing was sent\. .*removed in drop by Section\./);
    expect(text).toContain('Entries that would be lost:');
    expect(text).toContain(JSON.stringify(Permissions[0]));
    expect(text).not.toContain(JSON.stringify(Permissions[1]));
    expect(await read(RoleId)).toMatchObject({ Permissions });
    const whole = { RoleId, Permissions: [grant('Events', 'View'), ...Permissions] };
    await admin.call('set_role_permissions', whole);
    expect(await read(RoleId)).toMatchObject(whole);
    await admin.call('set_role_permissions', { ...set, drop: ['documents'] });
    expect(await read(RoleId)).toMatchObject(set);
  });

  it('are written as they are read, with every level that there is', async () => {
    const { RoleId } = await create();
    const levels = ['None', 'View', 'Commenting', 'Edit', 'Administration', 'Creator'];
    for (const level of levels) {
      await admin.call('update_role_permission', { RoleId, Permissions: [grant('Documents', level)] });
      const { Permissions } = await read(RoleId);
      expect(Permissions).toContainEqual(grant('Documents', level));
      expect(await admin.call('set_role_permissions', { RoleId, Permissions })).toMatchObject({
        Permissions,
      });
    }
    const roles = await Promise.all([1, 2, 3, 4, 5].map((number) => read(numbered('systemRole', number))));
    for (const role of roles) {
      await admin.call('set_role_permissions', { RoleId: role.RoleId, Permissions: role.Permissions });
      expect(await read(role.RoleId)).toEqual(role);
    }
  });

  it('are updated one by one, with the name of the role', async () => {
    const { RoleId } = await create();
    const Permissions = [grant('Cases', 'Edit'), grant('Users', 'View')];
    await admin.call('update_role_permission', { RoleId, RoleName: 'Keeper', Permissions });
    expect(await read(RoleId)).toEqual({
      RoleId,
      RoleName: 'Keeper',
      Permissions: [grant('Documents', 'Edit'), ...Permissions],
    });
  });

  it('are deleted, while the role stays', async () => {
    const { RoleId } = await create();
    expect(textOf(await admin.callTool('delete_role_permission', { id: RoleId }))).toBe('Done.');
    expect(await read(RoleId)).toMatchObject({ RoleName: 'Архивариус / Archivist', Permissions: [] });
  });

  it('can also be deleted by their own id, after a confirmation', async () => {
    const front = await startFront(service.url, (request) =>
      request.startsWith('GET') && request.endsWith('/GetRolePermissions') ? 404 : undefined,
    );
    const user = createUser('agrees');
    const env = { CASEBRIDGE_URL: front.url, CASEBRIDGE_CONFIRM: 'delete,outbound,admin' };
    const client = await service.connectAs('admin', { user, env });
    await client.callTool('delete_role_permission', { id: lawyer });
    expect(user.questions).toHaveLength(1);
    expect(user.questions[0]).toContain(lawyer);
    expect(front.requests.at(-1)).toMatch(/^DELETE .*\/DeleteRolePermission\//);
    await client.close();
    await front.close();
  });

  it('are refused to everybody but an administrator, by every tool', async () => {
    const before = await read(lawyer);
    const Permissions = [grant('Cases', 'Administration')];
    const calls = [
      ['set_role_permissions', { RoleId: lawyer, Permissions }],
      ['create_role_permission', { RoleName: 'x', Permissions }],
      ['update_role_permission', { RoleId: lawyer, Permissions }],
      ['list_role_permissions', { RoleId: lawyer }],
      ['delete_role_permission', { id: lawyer }],
    ] as const;
    for (const [tool, args] of calls)
      expect(await head.refusal(tool, args)).toMatch(
        /^API_ERROR 403: Only an administrator may do this\.\nOnly an administrator may do this\.\nRequest id: /,
      );
    expect(await read(lawyer)).toEqual(before);
  });

  it('are refused for an unknown role and an unknown section', async () => {
    const Permissions = [grant('Cases', 'View')];
    for (const [tool, args] of [
      ['set_role_permissions', { RoleId: unknownId, Permissions }],
      ['update_role_permission', { RoleId: unknownId, Permissions }],
      ['list_role_permissions', { RoleId: unknownId }],
      ['delete_role_permission', { id: unknownId }],
    ] as const)
      expect(await admin.refusal(tool, args)).toMatch(/^API_ERROR 404: Role/);
    const nowhere = { RoleName: 'x', Permissions: [grant('Kitchen', 'View')] };
    expect(await admin.refusal('create_role_permission', nowhere)).toMatch(/^API_ERROR 400: .*Section/);
  });
});

describe('if only the second spelling of a path is deployed', () => {
  const first = '/api/UserManagment/RolePermissions';
  const second = '/api/RolePermissions';
  let front: Front | undefined;
  let client: TestClient | undefined;
  afterEach(async () => {
    await client?.close();
    await front?.close();
  });

  /** Connects a client through a proxy that refuses some paths. */
  async function behindFront(refuse: (request: string) => number | undefined) {
    front = await startFront(service.url, refuse);
    client = await service.connectAs('admin', { env: { CASEBRIDGE_URL: front.url } });
    return { client, requests: front.requests };
  }

  it.each([404, 405])('turns to it after a %i without a body, and remembers it', async (status) => {
    const { client, requests } = await behindFront((request) =>
      request.includes(first) ? status : undefined,
    );
    expect((await read(lawyer, client)).RoleName).toBe('Юрист / Lawyer');
    expect(requests).toEqual([`GET ${first}/GetRolePermissions`, `GET ${second}/GetRolePermissions`]);
    requests.length = 0;
    expect((await read(lawyer, client)).RoleId).toBe(lawyer);
    expect(requests).toEqual([`GET ${second}/GetRolePermissions`]);
  });

  it('does so for each operation, and makes each change once', async () => {
    const { client, requests } = await behindFront((request) => (request.includes(first) ? 404 : undefined));
    const role = await create(client);
    const again = await create(client);
    expect(again.RoleId).not.toBe(role.RoleId);
    const Permissions = [grant('Cases', 'Edit')];
    await client.call('update_role_permission', { RoleId: role.RoleId, Permissions });
    expect(requests).toEqual([
      `POST ${first}/CreateRolePermission`,
      `POST ${second}/CreateRolePermission`,
      `POST ${second}/CreateRolePermission`,
      `GET ${first}/GetRolePermissions`,
      `GET ${second}/GetRolePermissions`,
      `PUT ${first}/UpdateRolePermission`,
      `PUT ${second}/UpdateRolePermission`,
      // The read that checks the change.
      `GET ${second}/GetRolePermissions`,
    ]);
    expect((await read(role.RoleId)).Permissions).toContainEqual(grant('Cases', 'Edit'));
  });

  it('stays with the first if the service itself reports an unknown role', async () => {
    const { client, requests } = await behindFront(() => undefined);
    expect(await client.refusal('list_role_permissions', { RoleId: unknownId })).toMatch(
      /^API_ERROR 404: Role/,
    );
    expect(requests).toEqual([`GET ${first}/GetRolePermissions`]);
  });

  it('reports that nothing is deployed if no spelling works, or if there is only one', async () => {
    const { client, requests } = await behindFront((request) =>
      request.includes('/RolePermissions') ? 404 : undefined,
    );
    const notDeployed = /^API_ERROR 404: .*\nThe API does not answer at this address/;
    expect(await client.refusal('list_role_permissions', { RoleId: lawyer })).toMatch(notDeployed);
    expect(requests).toEqual([`GET ${first}/GetRolePermissions`, `GET ${second}/GetRolePermissions`]);
    const other = await behindFront((request) => (request === `POST ${first}` ? 404 : undefined));
    const set = { RoleId: lawyer, Permissions: [grant('Cases', 'View')], drop: ['all'] };
    expect(await other.client.refusal('set_role_permissions', set)).toMatch(notDeployed);
    expect(other.requests.filter((request) => request.startsWith('POST'))).toEqual([`POST ${first}`]);
  });
});
