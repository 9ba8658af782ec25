import type { User } from '../state/entities/users.ts';
import type { Session, World } from '../state/state.ts';
import { problem } from './errors.ts';

/** The caller of an anonymous route: a user without any right. */
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

/** The session whose token a header carries. */
export const sessionOf = (world: World, header: string | null | undefined): Session | undefined =>
  world.sessions.get(/^Bearer ([^\s]+)$/i.exec(header ?? '')?.[1]);

/** Whether the user's password was good for a limited time, which is over. */
export const hasExpiredPassword = (world: World, user: User): boolean =>
  user.passwordExpiresAt !== undefined && user.passwordExpiresAt <= world.stamp();

/**
 * The user whose token the request carries: 401 for an unknown or expired one, 403 for a user who was blocked
 * or whose password expired since (ATN-6, ERR-12). Domain sign-in goes without a password.
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
