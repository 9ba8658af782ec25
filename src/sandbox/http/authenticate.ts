import type { User } from '../state/entities/users.ts';
import type { Session, World } from '../state/state.ts';
import { problem } from './errors.ts';

/** Caller of an anonymous route: a user without rights. */
export const nobody: User = Object.freeze({
  id: '',
  createdAt: '',
  changedAt: '',
  name: '',
  lastName: '',
  firstName: '',
  middleName: '',
  initials: '',
  email: '',
  login: '',
  password: '',
  isClient: true,
  isLocked: true,
  isSystem: true,
  isAdministrator: false,
  workingStatusId: '',
  roleIds: [],
  work: { phone: '', timeZone: '', position: '', department: '', organization: '', site: '' },
  attributes: {},
  sections: {},
  roleSections: {},
  seesWorkBlock: false,
  language: 'en',
});

/** Returns the session of the token in a header. */
export const sessionOf = (world: World, header: string | null | undefined): Session | undefined =>
  world.sessions.get(/^Bearer ([^\s]+)$/i.exec(header ?? '')?.[1]);

/** Checks whether the user's password has expired. */
export const hasExpiredPassword = (world: World, user: User): boolean =>
  user.passwordExpiresAt !== undefined && user.passwordExpiresAt <= world.stamp();

/**
 * Returns the user of a token. Throws 401 for an unknown or expired token, 403 for a user who is blocked or whose
 * password has expired (ATN-6, ERR-12). An expired password does not matter after a domain sign-in.
 */
export function authenticate(world: World, header: string | null): User {
  const session = sessionOf(world, header);
  if (!session || session.expiresAt <= world.now().getTime()) throw problem(401, 'Unauthorized');
  const user = world.users.get(session.userId);
  if (!user) throw problem(401, 'Unauthorized');
  if (user.isLocked) throw problem(403, 'The user is blocked.');
  if (!session.isByDomain && hasExpiredPassword(world, user)) throw problem(403, 'The password has expired.');
  return user;
}
