import { z } from 'zod';
import { presumed } from '../../src/contract/operations/field-marks.ts';
import type { Area } from '../../src/contract/operations/operation.ts';
import { operation } from '../../src/contract/operations/operation.ts';
import { id, more, named, text } from './fields.ts';
import { equalsId, ofMore } from './row-checks.ts';

const roleId = presumed(named('system role', 'System role'));
const granted = {
  Permissions: presumed(
    z
      .array(
        z.strictObject({
          Section: text(100, 'System section'),
          AccessLevel: text(50, 'None, View, Commenting, Edit, Administration or Creator'),
        }),
      )
      .min(1)
      .max(100)
      .describe('Permissions on sections'),
  ),
  ...more,
};
const adminOnly = { 403: 'Only an administrator may do this.' };

export const permissions = {
  id: 'permissions',
  title: 'Role permissions',
  search: 'permission access',
  operations: [
    operation({
      name: 'set_role_permissions',
      title: 'Set role permissions',
      titleRu: 'Задать права роли',
      search: { words: 'grant' },
      route: 'POST /api/UserManagment/RolePermissions',
      access: 'update',
      risk: 'admin',
      body: { RoleId: roleId, ...granted },
      target: { tool: 'list_role_permissions', args: { RoleId: 'RoleId' } },
      replaces: { Permissions: { by: ['Section'], missing: 'refused' } },
      loses: {},
      stores: {},
      verifiedBy: 'list_role_permissions',
      description:
        'Replaces all permissions of a system role, for everybody who has it; refused while sections would be lost. Show the user the change first.',
      errors: adminOnly,
    }),
    operation({
      name: 'create_role_permission',
      title: 'Create role with permissions',
      titleRu: 'Создать роль с правами',
      search: { words: 'role, new role' },
      route: 'POST /api/UserManagment/RolePermissions/CreateRolePermission',
      aliases: ['POST /api/RolePermissions/CreateRolePermission'],
      access: 'create',
      risk: 'admin',
      body: { RoleName: presumed(text(250, 'Name of the new role')), ...granted },
      stores: {},
      description:
        'Creates a system role with permissions on sections. Not a role in a case: those are read only.',
      errors: adminOnly,
    }),
    operation({
      name: 'update_role_permission',
      title: 'Update role permissions',
      titleRu: 'Изменить права роли',
      search: { words: 'grant forbid' },
      route: 'PUT /api/UserManagment/RolePermissions/UpdateRolePermission',
      aliases: ['PUT /api/RolePermissions/UpdateRolePermission'],
      access: 'update',
      risk: 'admin',
      body: { RoleId: roleId, RoleName: presumed(text(250, 'New name').optional()), ...granted },
      target: { tool: 'list_role_permissions', args: { RoleId: 'RoleId' } },
      keeps: { RoleName: 'RoleName' },
      replaces: { Permissions: { by: ['Section'], missing: 'kept' } },
      stores: {},
      verifiedBy: 'list_role_permissions',
      description:
        'Changes a system role in the sections that are sent, for everybody who has it; the others stay. Show the user the change against list_role_permissions first.',
      errors: adminOnly,
    }),
    operation({
      name: 'list_role_permissions',
      title: 'List role permissions',
      titleRu: 'Права ролей',
      search: { words: 'access, who' },
      route: 'GET /api/UserManagment/RolePermissions/GetRolePermissions',
      aliases: ['GET /api/RolePermissions/GetRolePermissions'],
      access: 'read',
      query: { RoleId: roleId, ...more },
      rows: { ...ofMore, RoleId: equalsId('RoleId', 'Role') },
      description:
        'Permissions of one system role on sections of the service. An unknown role is refused with those that users have.',
      errors: adminOnly,
    }),
    operation({
      name: 'delete_role_permission',
      title: 'Delete role permissions',
      titleRu: 'Удалить права роли',
      search: { words: 'revoke' },
      route: 'DELETE /api/RolePermissions/DeleteRolePermission/{id}',
      access: 'delete',
      risk: 'admin',
      params: { id: id('Id of the role permissions') },
      // The API description does not say to which record this id belongs. It is probably the role's id.
      target: { tool: 'list_role_permissions', args: { RoleId: 'id' }, isPresumed: true },
      verifiedBy: 'list_role_permissions',
      description: 'Deletes the permissions of a system role: its users lose them at once.',
      errors: adminOnly,
    }),
  ],
} satisfies Area;
