/**
 * Users. The list returns full names and the record returns parts of names. In the first generation it is the other way
 * round.
 */
import type { User } from '../../world.ts';
import {
  choice,
  first,
  flag,
  guid,
  int,
  list,
  missing,
  moment,
  must,
  note,
  type Route,
  record,
  reference,
  refuse,
  route,
  second,
  tags,
  text,
} from '../contract.ts';
import { byId, type Memory } from '../memory.ts';
import { paged } from './case-selection.ts';

const whole = { Name: text };
const parts = { LastName: text, FirstName: text, MiddleName: text };
const rowFields = { Email: text, Type: choice(['User', 'Client']), Status: choice(['Active', 'Blocked']) };
const cardFields = {
  Login: text,
  ...rowFields,
  Phone: text,
  Position: text,
  Department: text,
  Organization: text,
  Site: text,
  TimeZone: text,
  Groups: list(reference),
  Roles: list(text),
  LastLoginDate: moment,
  CreationDate: moment,
  Attributes: tags,
};

const userRecord = (memory: Memory, user: User) => {
  const { extra } = user;
  return {
    Id: user.id,
    Name: user.name,
    LastName: extra.last,
    FirstName: extra.first,
    MiddleName: extra.middle,
    Login: user.login,
    Email: user.email,
    Type: user.isClient ? 'Client' : 'User',
    Status: user.isActive ? 'Active' : 'Blocked',
    Phone: extra.phone,
    Position: extra.position,
    Department: extra.department,
    Organization: user.isClient ? undefined : 'Бюро «Заречье»',
    TimeZone: 'Europe/Moscow',
    Groups: memory.world.groups
      .filter((group) => group.members.includes(user.id))
      .map(({ id, name }) => ({ Id: id, Name: name })),
    Roles: extra.roles,
    LastLoginDate: extra.lastLogin,
    CreationDate: extra.createdAt,
    Attributes: extra.attributes,
  };
};

const query = {
  Type: choice(['All', 'Users', 'Clients']),
  OnlyActive: flag,
  Page: int,
  PageSize: { ...int, fallback: 100, maximum: 100 },
};
const buttons = list(
  record('NotifyButton', { Text: must(text), Link: text, InNewWindow: flag, CloseOnClick: flag }),
);
const notifyBody = record('NotifyRequest', { Text: note('Текст или HTML', must(text)), Buttons: buttons });
const dialogBody = record('OpenDialogRequest', {
  ObjectId: guid,
  Title: must(text),
  Text: must(text),
  Buttons: buttons,
  OnlyInObjectCard: { ...flag, fallback: true },
});

interface Wanted {
  Type?: string | null;
  OnlyActive?: boolean | null;
  Page?: number | null;
  PageSize?: number | null;
}

/** Users of both generations. */
export const userRoutes = (memory: Memory): Route[] => {
  const { world } = memory;
  const found = (id: string): User => byId(world.users, id) ?? missing('Пользователь');
  const select = (sent: Wanted) => {
    const rows = world.users
      .filter((user) => !sent.Type || sent.Type === 'All' || user.isClient === (sent.Type === 'Clients'))
      .filter((user) => !sent.OnlyActive || user.isActive)
      .sort((a, b) => a.name.localeCompare(b.name, 'ru'));
    return paged(rows, sent.Page, sent.PageSize, 100).map((user) => userRecord(memory, user));
  };
  const keep = (user: User, key: 'notifications' | 'dialogs', what: unknown): void => {
    user.extra[key] = [...((user.extra[key] as unknown[] | undefined) ?? []), what];
  };
  const about = { tag: 'Users' };
  return [
    route({
      ...about,
      method: 'GET',
      path: '/api/v2/users',
      voice: second,
      says: 'Список пользователей',
      query,
      reply: [200, list(record('UserListItem', { Id: guid, ...whole, ...rowFields }))],
      run: ({ query: sent }) => select(sent),
    }),
    route({
      ...about,
      method: 'GET',
      path: '/api/v1/users',
      voice: first,
      says: 'Список пользователей',
      query,
      reply: [
        200,
        record('UserPageV1', { Items: list(record('UserListItemV1', { Id: guid, ...parts, ...rowFields })) }),
      ],
      run: ({ query: sent }) => ({ Items: select(sent) }),
    }),
    route({
      ...about,
      method: 'GET',
      path: '/api/v2/users/{id}',
      voice: second,
      says: 'Карточка пользователя',
      reply: [200, record('UserModel', { Id: guid, ...parts, ...cardFields })],
      run: ({ id }) => userRecord(memory, found(id)),
    }),
    route({
      ...about,
      method: 'GET',
      path: '/api/v1/users/{id}',
      voice: first,
      says: 'Карточка пользователя',
      reply: [200, record('UserModelV1', { Id: guid, ...whole, ...cardFields })],
      run: ({ id }) => userRecord(memory, found(id)),
    }),
    route({
      ...about,
      method: 'POST',
      path: '/api/v2/users/{id}/notify',
      voice: second,
      says: 'Всплывающее уведомление',
      unlisted: true,
      body: must(notifyBody),
      reply: [204],
      run: ({ id, body }) => keep(found(id), 'notifications', body),
    }),
    route({
      ...about,
      method: 'POST',
      path: '/api/v1/users/{id}/openDialog',
      voice: first,
      says: 'Модальное окно',
      body: must(dialogBody),
      reply: [204],
      unlisted: true,
      run: ({ id, body }) => {
        const user = found(id);
        const own = body.ObjectId ? byId(world.cases, body.ObjectId) : undefined;
        const isHidden = user.isClient && own?.responsible !== user.id;
        if (body.ObjectId && (!own || isHidden)) refuse('Дело не найдено или недостаточно прав.', 'ObjectId');
        keep(user, 'dialogs', body);
      },
    }),
  ];
};
