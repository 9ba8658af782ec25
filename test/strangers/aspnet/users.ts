import type { User } from '../world.ts';
import { attributesOf, showValues } from './cards.ts';
import type { Call, Reply, Route } from './contract.ts';
import {
  EntityReference,
  entityShape,
  noContent,
  ok,
  Problem,
  page,
  pageOf,
  pageShape,
  route,
} from './contract.ts';
import type { Of } from './schema.ts';
import { byTag, dateTime, def, enumOf, flag, listOf, model, opt, req, text, uuid } from './schema.ts';
import { byId, collate, moment, reference, type Store, url } from './store.ts';

const UserListItem = model('UserListItem', {
  ...entityShape,
  FullName: req(text()),
  Email: opt(text()),
  Type: req(enumOf('UserType', ['User', 'Client'])),
  Status: req(enumOf('UserStatus', ['Active', 'Blocked'])),
});

const UserDto = model('User', {
  ...UserListItem.shape,
  Login: req(text()),
  LastLoginDate: opt(dateTime, 'null: the user never signed in'),
  Phone: opt(text()),
  TimeZone: opt(text()),
  Position: opt(text()),
  Department: opt(text()),
  Organization: opt(text()),
  Site: opt(text()),
  Groups: req(listOf(EntityReference)),
  Roles: req(listOf(text())),
  AdditionalAttributes: req(byTag),
});

const UserListQuery = model('UserListQuery', {
  Type: def(enumOf('UserFilter', ['All', 'Users', 'Clients']), 'All'),
  OnlyActive: def(flag, false),
  ...pageShape(100),
});

const Button = model('NotificationButton', {
  Text: req(text({ max: 100 })),
  Link: req(text()),
  OpenInNewWindow: opt(flag, 'null: by the settings of the account'),
  CloseOnClick: def(flag, false),
});

const NotifyRequest = model('NotifyRequest', {
  Text: req(text(), 'Plain or HTML'),
  Buttons: opt(listOf(Button)),
});

const DialogRequest = model('OpenDialogRequest', {
  ObjectId: opt(uuid),
  Title: req(text()),
  Text: req(text(), 'Plain or HTML'),
  Buttons: opt(listOf(Button)),
  OnlyInObjectCard: def(flag, true, 'false: the dialog is shown in any section'),
});

function word(user: User, key: string): string | null {
  const found = user.extra[key];
  return typeof found === 'string' ? found : null;
}

function showListed(store: Store, user: User): Of<typeof UserListItem> {
  return {
    ...{ Id: user.id, CreationDate: null, LastChangeDate: null, Url: url(store, 'users', user.id) },
    ...{ FullName: user.name, Email: user.email ?? null, Type: user.isClient ? 'Client' : 'User' },
    Status: user.isActive ? 'Active' : 'Blocked',
  };
}

function show(store: Store, user: User): Of<typeof UserDto> {
  const groups = store.world.groups.filter(({ members }) => members.includes(user.id));
  const isAdministrator = user.id === store.world.signsIn.userId;
  return {
    ...showListed(store, user),
    Login: user.login,
    LastLoginDate: moment(user.extra, 'lastLogin'),
    Phone: word(user, 'phone'),
    TimeZone: 'Europe/Moscow',
    Position: word(user, 'position'),
    Department: word(user, 'department'),
    Organization: user.isClient ? null : 'Юридическая фирма «Ветров и коллеги»',
    Site: null,
    Groups: groups.flatMap((group) => reference(store, 'groups', group) ?? []),
    Roles: user.isClient ? ['Клиент'] : isAdministrator ? ['Администратор', 'Юрист'] : ['Юрист'],
    AdditionalAttributes: showValues(store, store.settings.attributes.user, attributesOf(user)),
  };
}

function list({ store, query }: Call<Of<typeof UserListQuery>, unknown>): Reply {
  const found = store.world.users
    .filter((user) => query.Type === 'All' || user.isClient === (query.Type === 'Clients'))
    .filter((user) => !query.OnlyActive || user.isActive)
    .sort((one, two) => collate(one.name, two.name));
  return page(found, query, (user) => showListed(store, user));
}

function keep(user: User, key: 'notifications' | 'dialogs', message: object): Reply {
  user.extra[key] = [...((user.extra[key] as object[] | undefined) ?? []), message];
  return noContent;
}

function openDialog({ store, id, body }: Call<unknown, Of<typeof DialogRequest>>): Reply {
  const user = byId(store.world.users, id, 'User');
  const own = store.world.participants.filter(({ name }) => name === user.name).map((one) => one.id);
  const record = store.world.cases.find((one) => one.id === body.ObjectId);
  const mayView = !user.isClient || record?.parties.some(({ participant }) => own.includes(participant));
  if (body.ObjectId !== null && (record === undefined || !mayView)) {
    throw new Problem(403, 'Дело не найдено или недостаточно прав.');
  }
  return keep(user, 'dialogs', body);
}

export function userRoutes(): Route[] {
  const path = '/api/v{version}/users';
  const both = { versions: [1, 2], tag: 'Users' };
  const one = `${path}/{id}`;
  return [
    route({
      ...{ ...both, path: one, method: 'GET', summary: 'Gets a user', replies: { 200: UserDto } },
      handle: ({ store, id }) => ok(show(store, byId(store.world.users, id, 'User'))),
    }),
    route({
      ...{ ...both, path, method: 'GET', summary: 'Lists users by full name', query: UserListQuery },
      ...{ replies: { 200: pageOf(UserListItem) }, handle: list },
    }),
    route({
      ...{
        path: `${one}/notify`,
        versions: [2],
        tag: 'Users',
        method: 'POST',
        summary: 'Shows a notification',
      },
      ...{ body: NotifyRequest, replies: { 204: null } },
      handle: ({ store, id, body }) => keep(byId(store.world.users, id, 'User'), 'notifications', body),
    }),
    route({
      ...{
        path: `${one}/openDialog`,
        versions: [1],
        tag: 'Users',
        method: 'POST',
        summary: 'Opens a dialog',
      },
      ...{ body: DialogRequest, replies: { 204: null }, handle: openDialog },
    }),
  ];
}
