import { z } from 'zod';
import { dialog, notification, notify, openDialog } from '../domain/notices.ts';
import { requireSection } from '../domain/permissions.ts';
import { notFound } from '../http/errors.ts';
import { paging, queryFlag } from '../http/model-binding.ts';
import { byName, page } from '../http/pagination.ts';
import { created, inVersions, route } from '../http/route.ts';
import { baseFields, namedValue, reference } from '../http/serializers.ts';
import type { Notice, User } from '../state/entities/users.ts';
import type { World } from '../state/state.ts';

/** Routes for users, and for messages on the screen of a user (USO). */
export const userRoutes = [
  route(inVersions([2, 1], 'GET', 'users/{id}'), {
    summary: 'One user',
    handle: ({ world, user: caller, params }) => {
      const user = world.users.get(params.id);
      if (user !== caller) requireSection(caller, 'Users', 'View');
      if (!user) throw notFound('User', params.id ?? '');
      return { ...presentUser(world, user), ...presentDetails(world, user, caller) };
    },
  }),
  route(inVersions([2, 1], 'GET', 'users'), {
    summary: 'Users and clients by full name; system users are never listed',
    query: z.object({ IsClient: queryFlag.optional(), IsLocked: queryFlag.optional(), ...paging }),
    handle: (request) => {
      const { world, user: caller, query } = request;
      requireSection(caller, 'Users', 'View');
      const items = world.users
        .filter((user) => !user.isSystem)
        .filter((user) => query.IsClient === undefined || user.isClient === query.IsClient)
        .filter((user) => query.IsLocked === undefined || user.isLocked === query.IsLocked)
        .sort(byName);
      return page(request, query, items, (user) => presentUser(world, user));
    },
  }),
  route(inVersions([2, 1], 'POST', 'users/{id}/notify'), {
    answers: 'Notice',
    summary: 'Show a pop-up notification to a user',
    body: notification,
    handle: ({ world, user, params, body }) =>
      created(presentNotice(world, notify(world, user, params.id ?? '', body))),
  }),
  route('POST /api/v1/users/{id}/openDialog', {
    answers: 'Notice',
    summary: 'Open a dialog on the screen of a user',
    body: dialog,
    handle: ({ world, user, params, body }) =>
      created(presentNotice(world, openDialog(world, user, params.id ?? '', body))),
  }),
];

function presentUser(world: World, user: User) {
  const status = world.workingStatuses.get(user.workingStatusId);
  return {
    ...baseFields(world, user, '/api/v2/users'),
    Name: user.name,
    Email: user.email,
    Type: user.isClient ? 'Client' : 'User',
    Status: user.isLocked ? 'Blocked' : 'Active',
    ExternalId: user.login,
    FirstName: user.firstName,
    LastName: user.lastName,
    MiddleName: user.middleName,
    Initials: user.initials,
    IsClient: user.isClient,
    IsLocked: user.isLocked,
    WorkingStatus: status ? { Id: status.id, Name: status.name, SysName: status.sysName } : null,
    LastLoginDate: user.lastLoginAt ?? null,
  };
}

/** Returns the details of a user. Omits the work block if the caller may not view it (USR-5). */
function presentDetails(world: World, user: User, caller: User) {
  const { timeZone, phone, position, department, organization, site } = user.work;
  return {
    Groups: world.groups
      .filter((group) => group.memberIds.includes(user.id))
      .map((item) => namedValue(world, item)),
    Roles: user.roleIds
      .flatMap((id) => world.systemRoles.get(id) ?? [])
      .map((item) => namedValue(world, item)),
    TimeZone: timeZone,
    ...(caller.seesWorkBlock || caller.isAdministrator
      ? {
          WorkInfo: {
            Phone: phone,
            Position: position,
            Department: department,
            Organization: organization,
            Site: site,
          },
        }
      : {}),
    Attributes: user.attributes,
  };
}

/** Returns a notice in wire form, as the response to sending it. No operation reads a notice later. */
function presentNotice(world: World, notice: Notice) {
  return {
    Id: notice.id,
    CreationDate: notice.createdAt,
    User: reference(world, world.users.get(notice.userId), '/api/v2/users'),
    Text: notice.text,
    Buttons: notice.buttons.map(({ text, link, openInNewWindow }) => ({
      Text: text,
      Link: link,
      OpenInNewWindow: openInNewWindow ?? null,
    })),
    CloseOnClick: notice.closeOnClick,
    ...(notice.kind === 'Dialog'
      ? {
          Title: notice.title,
          Object: reference(world, world.objects.get(notice.objectId), '/api/v2/objects'),
          OnlyInObjectCard: notice.onlyInObjectCard,
        }
      : {}),
  };
}
