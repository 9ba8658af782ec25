/** Staff of the firm and its clients. */
import type { User } from '../../world.ts';
import { byId, entity, entityFields, iso, type Memory, more, refer, reference } from '../memory.ts';
import { bool, instant, list, note, oneOf, opt, record, tagged, text, uuid } from '../schema.ts';
import {
  Fault,
  missing,
  none,
  ok,
  page,
  pageAsk,
  type Route,
  route,
  type Sorts,
  versions,
} from '../server.ts';

const userFields = {
  ...entityFields,
  login: text(),
  lastName: opt(text()),
  firstName: opt(text()),
  middleName: opt(text()),
  fullName: text(),
  email: opt(text()),
  type: oneOf('USER', 'CLIENT'),
  status: oneOf('ACTIVE', 'BLOCKED'),
  lastLoginDate: opt(instant),
};
const userDto = record('UserDto', userFields);
const userDetailsDto = record('UserDetailsDto', {
  ...userFields,
  groups: list(reference),
  roles: list(reference),
  phone: opt(text()),
  timeZone: opt(text()),
  position: opt(text()),
  department: opt(text()),
  organization: opt(text()),
  site: opt(text()),
  additionalAttributes: tagged,
});
const button = record('ButtonRequest', {
  text: text({ notBlank: true, max: 100 }),
  link: opt(text()),
  openInNewWindow: opt(bool),
  closeOnClick: note(opt(bool), 'Whether a click closes the message', { default: false }),
});
const notification = record('NotificationRequest', {
  text: note(text({ notBlank: true, max: 4000 }), 'Plain text or HTML'),
  buttons: opt(list(button)),
});
const dialog = record('DialogRequest', {
  objectId: opt(uuid),
  title: text({ notBlank: true, max: 255 }),
  text: note(text({ notBlank: true, max: 4000 }), 'HTML is allowed'),
  buttons: opt(list(button)),
  displayCondition: note(opt(bool), 'true: only in the card of the object; false: in any section', {
    default: true,
  }),
});

function viewUser(memory: Memory, user: User) {
  const own = more.user(user);
  return {
    ...entity(memory, 'v2/users', user.id, own.createdAt, own.changedAt),
    login: user.login,
    lastName: own.lastName ?? null,
    firstName: own.firstName ?? null,
    middleName: own.middleName ?? null,
    fullName: user.name,
    email: user.email ?? null,
    type: user.isClient ? 'CLIENT' : 'USER',
    status: user.isActive ? 'ACTIVE' : 'BLOCKED',
    lastLoginDate: iso(own.lastLoginAt),
  };
}

function viewUserDetails(memory: Memory, user: User) {
  const own = more.user(user);
  return {
    ...viewUser(memory, user),
    groups: memory.world.groups.filter((one) => one.members.includes(user.id)).map(refer),
    roles: own.roles.map(refer),
    phone: own.phone ?? null,
    timeZone: own.timeZone,
    position: own.position ?? null,
    department: own.department ?? null,
    organization: own.organization ?? null,
    site: own.site ?? null,
    additionalAttributes: own.additional,
  };
}

function userOf(memory: Memory, id: string): User {
  const user = byId(memory.world.users, id);
  if (!user) throw missing('User', id);
  return user;
}

const USER_PAGES = { size: 100, sort: ['fullName'] };
const USER_SORTS: Sorts<User> = {
  fullName: (user) => user.name,
  lastName: (user) => more.user(user).lastName,
  login: (user) => user.login,
  email: (user) => user.email,
  lastLoginDate: (user) => more.user(user).lastLoginAt,
};

export const userRoutes: Route[] = [
  route({
    method: 'GET',
    paths: versions([1, 2], '/users/{id}'),
    tag: 'user-controller',
    name: 'getUser',
    summary: 'User by id',
    answers: { 200: userDetailsDto },
    handle: (call) => ok(viewUserDetails(call.memory, userOf(call.memory, call.variable()))),
  }),
  route({
    method: 'GET',
    paths: versions([1, 2], '/users'),
    tag: 'user-controller',
    name: 'findUsers',
    summary: 'Users and clients, by full name',
    query: {
      type: note(opt(oneOf('ALL', 'USER', 'CLIENT')), 'Kind of users', { default: 'ALL' }),
      activeOnly: note(opt(bool), 'Leaves out who is blocked', { default: false }),
    },
    paging: { ...USER_PAGES, sort: Object.keys(USER_SORTS) },
    answers: { 200: userDto },
    handle({ memory, query: { type, activeOnly }, search }) {
      const kind = type ?? 'ALL';
      const rows = memory.world.users.filter(
        (user) =>
          (kind === 'ALL' || user.isClient === (kind === 'CLIENT')) && (activeOnly !== true || user.isActive),
      );
      return page(pageAsk(search), USER_PAGES, rows, USER_SORTS, (user) => viewUser(memory, user));
    },
  }),
  route({
    method: 'POST',
    paths: versions([2], '/users/{id}/notify'),
    tag: 'user-controller',
    name: 'notifyUser',
    summary: 'Pop-up notification',
    body: notification,
    answers: { 204: null },
    handle({ memory, body, user, variable }) {
      const own = more.user(userOf(memory, variable()));
      own.notifications.push({ ...body, at: memory.now(), from: user.id });
      return none();
    },
  }),
  route({
    method: 'POST',
    paths: versions([1], '/users/{id}/openDialog'),
    tag: 'user-controller',
    name: 'openDialog',
    summary: 'Modal dialog',
    body: dialog,
    answers: { 204: null },
    handle({ memory, body, user, variable }) {
      const recipient = userOf(memory, variable());
      const own = more.user(recipient);
      const object = byId(memory.world.cases, body.objectId ?? undefined);
      const isParty = object?.parties.some((one) => one.participant === own.participantId);
      const sees = object && recipient.isActive && (!recipient.isClient || isParty);
      if (body.objectId && !sees) throw new Fault(403, 'Дело не найдено или недостаточно прав');
      own.dialogs.push({
        ...body,
        displayCondition: body.displayCondition ?? true,
        at: memory.now(),
        from: user.id,
      });
      return none();
    },
  }),
];
