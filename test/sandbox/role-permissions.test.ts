import { describe, expect, it } from 'vitest';
import { useSandbox } from '../support/sandbox.ts';

interface Role {
  RoleId: string;
  RoleName: string;
  Permissions: { Section: string; AccessLevel: string }[];
}

const sandbox = useSandbox({ isStill: true });
const { call } = sandbox;

describe('role permissions', () => {
  const short = '/api/RolePermissions';
  const long = '/api/UserManagment/RolePermissions';
  const grant = (Section: string, AccessLevel: string) => ({ Section, AccessLevel });
  const create = async () =>
    (
      await call<Role>('admin', `POST ${short}/CreateRolePermission`, {
        RoleName: 'Archivist',
        Permissions: [grant('Documents', 'Edit'), grant('Cases', 'View')],
      })
    ).body;
  const read = (id: string, base = long) =>
    call<Role>('admin', `GET ${base}/GetRolePermissions?RoleId=${id}`);

  it('are created with the role and read by its id, by both spellings of the paths [PRM-1]', async () => {
    const role = await create();
    expect(role.RoleName).toBe('Archivist');
    for (const base of [short, long]) {
      const { status, body } = await read(role.RoleId, base);
      expect(status).toBe(200);
      expect(body).toEqual(role);
    }
    const again = { RoleName: 'Second', Permissions: [grant('Tasks', 'Creator')] };
    expect((await call('admin', `POST ${long}/CreateRolePermission`, again)).status).toBe(201);
  });

  it('are replaced as a whole by setting them [PRM-2]', async () => {
    const { RoleId } = await create();
    const body = { RoleId, Permissions: [grant('Tasks', 'Administration')] };
    expect((await call('admin', `POST ${long}`, body)).status).toBe(201);
    expect((await read(RoleId)).body.Permissions).toEqual(body.Permissions);
  });

  it('are changed section by section by an update, which may rename the role [PRM-3]', async () => {
    const { RoleId } = await create();
    for (const base of [long, short]) {
      const body = { RoleId, RoleName: `By ${base}`, Permissions: [grant('Cases', 'Commenting')] };
      expect((await call('admin', `PUT ${base}/UpdateRolePermission`, body)).status).toBe(201);
      expect((await read(RoleId)).body).toEqual({
        RoleId,
        RoleName: `By ${base}`,
        Permissions: [grant('Documents', 'Edit'), grant('Cases', 'Commenting')],
      });
    }
  });

  it('are deleted by the id of the role, which itself stays [PRM-4]', async () => {
    const { RoleId } = await create();
    expect((await call('admin', `DELETE ${short}/DeleteRolePermission/${RoleId}`)).status).toBe(204);
    expect((await read(RoleId)).body).toEqual({ RoleId, RoleName: 'Archivist', Permissions: [] });
  });

  it('are refused for unknown roles, sections and levels', async () => {
    const unknown = '11111111-1111-4111-8111-111111111111';
    expect((await read(unknown)).status).toBe(404);
    expect((await read('not-an-id')).status).toBe(400);
    const wrong = { RoleName: 'X', Permissions: [grant('Moon', 'Edit')] };
    expect((await call('admin', `POST ${short}/CreateRolePermission`, wrong)).status).toBe(400);
    wrong.Permissions = [grant('Cases', 'Everything')];
    expect((await call('admin', `POST ${short}/CreateRolePermission`, wrong)).status).toBe(400);
  });

  it('are for administrators only', async () => {
    const { RoleId } = await create();
    const body = { RoleId, RoleName: 'Taken', Permissions: [grant('Cases', 'Administration')] };
    for (const request of [
      `POST ${long}`,
      `POST ${short}/CreateRolePermission`,
      `PUT ${short}/UpdateRolePermission`,
      `DELETE ${short}/DeleteRolePermission/${RoleId}`,
    ])
      expect((await call('head', request, body)).status).toBe(403);
    expect((await call('head', `GET ${short}/GetRolePermissions?RoleId=${RoleId}`)).status).toBe(403);
    expect((await read(RoleId)).body.RoleName).toBe('Archivist');
  });
});
