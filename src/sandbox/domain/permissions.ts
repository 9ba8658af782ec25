import { forbidden, notFound } from '../http/errors.ts';
import { type AccessLevel, accessLevels, type Permission, type Section } from '../state/entities/access.ts';
import type { CaseObject } from '../state/entities/objects.ts';
import type { User } from '../state/entities/users.ts';
import type { World } from '../state/state.ts';

const rank = Object.fromEntries(accessLevels.map((level, index) => [level, index])) as Record<
  AccessLevel,
  number
>;

/** Checks whether `level` is at least `needed`. */
export const reaches = (level: AccessLevel, needed: AccessLevel) => rank[level] >= rank[needed];

/**
 * Returns a user's level on a section. Administrators always have Administration. A user's own entry takes precedence
 * over roles. Default: None for clients, Edit for others.
 */
export function sectionAccess(user: User, section: Section): AccessLevel {
  if (user.isAdministrator) return 'Administration';
  return user.sections[section] ?? user.roleSections[section] ?? (user.isClient ? 'None' : 'Edit');
}

/**
 * Updates the access levels that users have through their roles. The highest level wins. Must be called after each
 * change of a role.
 */
export function applyRoles(world: World): void {
  for (const user of world.users.all()) {
    const permissions = user.roleIds.flatMap((id) => world.systemRoles.get(id)?.permissions ?? []);
    const levels: User['roleSections'] = {};
    for (const { section, accessLevel } of permissions) {
      const level = levelOf(accessLevel);
      if (reaches(level, levels[section] ?? 'None')) levels[section] = level;
    }
    user.roleSections = levels;
  }
}

/** Converts the level of a role. Creator counts as Edit, because cases and blocks have no separate level for it. */
const levelOf = (level: Permission['accessLevel']): AccessLevel => (level === 'Creator' ? 'Edit' : level);

/** Returns a user's level on a case: the case's own entry for the user, or the level on the section Cases. */
export function caseAccess(user: User, object: CaseObject): AccessLevel {
  if (user.isAdministrator) return 'Administration';
  return object.access[user.id] ?? sectionAccess(user, 'Cases');
}

/** Returns a user's level on a block of a card, which never exceeds the level on the case. */
export function blockAccess(user: User, object: CaseObject, blockId: string): AccessLevel {
  const onCase = caseAccess(user, object);
  const own = object.blockAccess[user.id]?.[blockId];
  if (own === undefined || user.isAdministrator) return onCase;
  return reaches(onCase, own) ? own : onCase;
}

export function requireSection(user: User, section: Section, needed: AccessLevel): void {
  const level = sectionAccess(user, section);
  if (!reaches(level, needed))
    throw forbidden(`Permission ${needed} on the section ${section} is needed; the user has ${level}.`);
}

/** Refuses callers without the system role Administrator. */
export function requireAdministrator(user: User): void {
  if (!user.isAdministrator) throw forbidden('Only an administrator may do this.');
}

/** Returns the case. Throws 404 if it is unknown or invisible, 403 if the user's level is below `needed`. */
export function requireCase(world: World, user: User, id: string, needed: AccessLevel): CaseObject {
  const object = world.objects.get(id);
  if (!object) throw notFound('Object', id);
  const level = caseAccess(user, object);
  if (!reaches(level, 'View')) throw notFound('Object', id);
  if (!reaches(level, needed))
    throw forbidden(`Permission ${needed} on the object ${id} is needed; the user has ${level}.`);
  return object;
}
