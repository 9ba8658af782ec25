import { z } from 'zod';
import { applyRoles, requireAdministrator } from '../domain/permissions.ts';
import { notFound } from '../http/errors.ts';
import { guid } from '../http/model-binding.ts';
import { created, noContent, route } from '../http/route.ts';
import { accessLevels, type Permission, type SystemRole, sections } from '../state/entities/access.ts';
import type { World } from '../state/state.ts';

/** Returns the two paths of an operation, with and without `UserManagment`, as the API description spells it. */
const aliases = (method: string, rest: string) => [
  `${method} /api/UserManagment/RolePermissions${rest}`,
  `${method} /api/RolePermissions${rest}`,
];

const permissions = z.array(
  z.object({ Section: z.enum(sections), AccessLevel: z.enum([...accessLevels, 'Creator']) }),
);

/** Permissions of system roles in the sections, for administrators only (PRM). */
export const permissionRoutes = [
  route('POST /api/UserManagment/RolePermissions', {
    answers: 'RolePermissions',
    summary: 'Set the permissions of a role: permissions that are not sent are removed',
    body: z.object({ RoleId: guid, Permissions: permissions }),
    handle: ({ world, user, body }) => {
      requireAdministrator(user);
      return created(keep(world, { ...requireRole(world, body.RoleId), permissions: asKept(body) }));
    },
  }),
  route(aliases('POST', '/CreateRolePermission'), {
    answers: 'RolePermissions',
    summary: 'Create a role with permissions',
    body: z.object({ RoleName: z.string().trim().min(1), Permissions: permissions }),
    handle: ({ world, user, body }) => {
      requireAdministrator(user);
      const id = world.newId();
      return created(
        keep(world, { id, createdAt: world.stamp(), name: body.RoleName, permissions: asKept(body) }),
      );
    },
  }),
  route(aliases('PUT', '/UpdateRolePermission'), {
    answers: 'RolePermissions',
    summary: 'Change a role: sections that are not sent keep their permissions',
    body: z.object({
      RoleId: guid,
      RoleName: z.string().trim().min(1).nullish(),
      Permissions: permissions,
    }),
    handle: ({ world, user, body }) => {
      requireAdministrator(user);
      const role = requireRole(world, body.RoleId);
      const merged = [...role.permissions, ...asKept(body)].map((item) => [item.section, item] as const);
      return created(
        keep(world, {
          ...role,
          name: body.RoleName ?? role.name,
          permissions: [...new Map(merged).values()],
        }),
      );
    },
  }),
  route(aliases('GET', '/GetRolePermissions'), {
    answers: 'RolePermissions',
    summary: 'Permissions of one role',
    query: z.object({ RoleId: guid }),
    handle: ({ world, user, query }) => {
      requireAdministrator(user);
      return presentRole(requireRole(world, query.RoleId));
    },
  }),
  route('DELETE /api/RolePermissions/DeleteRolePermission/{id}', {
    summary: 'Delete all permissions of a role; its users keep the role',
    handle: ({ world, user, params }) => {
      requireAdministrator(user);
      keep(world, { ...requireRole(world, params.id ?? ''), permissions: [] });
      return noContent();
    },
  }),
];

function requireRole(world: World, id: string): SystemRole {
  const role = world.systemRoles.get(id);
  if (!role) throw notFound('Role', id);
  return role;
}

function keep(world: World, role: Omit<SystemRole, 'changedAt'>) {
  const kept = world.systemRoles.insert({ ...role, changedAt: world.stamp() });
  applyRoles(world);
  return presentRole(kept);
}

/** Returns the permissions to store. If a section is repeated, its last level is used. */
function asKept({ Permissions }: { Permissions: z.output<typeof permissions> }): Permission[] {
  return [...new Map(Permissions.map((item) => [item.Section, item.AccessLevel]))].map(
    ([section, accessLevel]) => ({ section, accessLevel }),
  );
}

function presentRole(role: SystemRole) {
  return {
    RoleId: role.id,
    RoleName: role.name,
    Permissions: role.permissions.map(({ section, accessLevel }) => ({
      Section: section,
      AccessLevel: accessLevel,
    })),
  };
}
