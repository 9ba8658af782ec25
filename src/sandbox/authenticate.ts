import type { User } from './entities.ts';
import { problem } from './errors.ts';
import type { World } from './world.ts';

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
  seesWorkBlock: false,
  language: 'en',
});

/** The user whose token the request carries: 401 for an unknown or expired one, 403 for a user blocked since. */
export function authenticate(world: World, header: string | null): User {
  const token = /^Bearer ([^\s]+)$/i.exec(header ?? '')?.[1];
  const session = world.sessions.get(token);
  if (!session || session.expiresAt <= world.now().getTime()) throw problem(401, 'Unauthorized');
  const user = world.users.get(session.userId);
  if (!user) throw problem(401, 'Unauthorized');
  if (user.isLocked) throw problem(403, 'The user is blocked.');
  return user;
}
