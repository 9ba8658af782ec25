import { presumed } from '../../src/contract/operations/field-marks.ts';
import type { Area } from '../../src/contract/operations/operation.ts';
import { operation } from '../../src/contract/operations/operation.ts';
import type { RowChecks } from '../../src/contract/operations/row-check.ts';
import { buttons, closeOnClick, flag, more, objectId, paging, text, userId } from './fields.ts';
import { ofMore } from './row-checks.ts';

const user = { id: userId };
const listed = {
  IsClient: presumed(flag('true: clients, false: users; default both').optional()),
  IsLocked: presumed(flag('true: blocked, false: active; default both').optional()),
  ...paging,
};

const rows: RowChecks = {
  ...ofMore,
  IsClient: {
    is: 'means',
    of: ['IsClient', 'Type'],
    values: { true: ['true', 'client', 'клиент'], false: ['false', 'user', 'пользователь'] },
  },
  IsLocked: {
    is: 'means',
    of: ['IsLocked', 'Status'],
    values: { true: ['true', 'blocked', 'заблокирован'], false: ['false', 'active', 'активен'] },
  },
};

export const users = {
  id: 'users',
  title: 'Users',
  search: 'user',
  operations: [
    operation({
      name: 'get_user',
      title: 'Get user',
      titleRu: 'Пользователь',
      search: { words: 'vacation, position, last login, group, blocked, phone number, who is, card' },
      route: 'GET /api/v2/users/{id}',
      access: 'read',
      instead: { get_user_v1: 'GET /api/v1/users/{id}' },
      params: user,
      description:
        'One user of the service: groups, roles, position, time zone, LastLoginDate (UTC; empty: never). The work block is missing without permission to see it.',
    }),
    operation({
      name: 'get_user_v1',
      title: 'Get user (v1)',
      titleRu: 'Пользователь (v1)',
      route: 'GET /api/v1/users/{id}',
      access: 'read',
      params: user,
      description: 'Like get_user (preferred), by the older version.',
    }),
    operation({
      name: 'list_users',
      title: 'List users',
      titleRu: 'Пользователи',
      search: { words: 'vacation, staff, handling, active, phone number, who works, кто работает, работает' },
      route: 'GET /api/v2/users',
      access: 'read',
      instead: { list_users_v1: 'GET /api/v1/users' },
      query: listed,
      rows,
      description:
        'Users of the service (lawyers, staff, clients) by full name, with e-mail, type and status. For parties of cases: list_participants.',
    }),
    operation({
      name: 'list_users_v1',
      title: 'List users (v1)',
      titleRu: 'Пользователи (v1)',
      route: 'GET /api/v1/users',
      access: 'read',
      query: listed,
      rows,
      description: 'Like list_users (preferred), by the older version.',
    }),
    operation({
      name: 'notify_user',
      title: 'Notify user',
      titleRu: 'Уведомить пользователя',
      search: { words: 'pop-up' },
      route: 'POST /api/v2/users/{id}/notify',
      access: 'action',
      risk: 'outbound',
      params: user,
      body: {
        Text: presumed(text(10_000, 'Text; may use HTML br, a href, b, i, u, ol, ul')),
        Buttons: buttons,
        CloseOnClick: closeOnClick,
        ...more,
      },
      target: { tool: 'get_user', args: { id: 'id' } },
      html: ['Text'],
      links: ['Buttons.Link'],
      description:
        'Shows a pop-up notification to one user. Show the user the text before sending. Use it rather than open_user_dialog.',
    }),
    operation({
      name: 'open_user_dialog',
      title: 'Open dialog for user',
      titleRu: 'Открыть окно у пользователя',
      search: { words: 'dialog screen' },
      route: 'POST /api/v1/users/{id}/openDialog',
      access: 'action',
      risk: 'outbound',
      params: user,
      body: {
        ObjectId: presumed(objectId.optional()),
        Title: presumed(text(250, 'Title')),
        Text: presumed(text(10_000, 'Text; HTML as in notify_user')),
        Buttons: buttons,
        CloseOnClick: closeOnClick,
        OnlyInObjectCard: presumed(
          flag('true (default): only in the object’s card; false: in any section').optional(),
        ),
        ...more,
      },
      target: { tool: 'get_user', args: { id: 'id' } },
      html: ['Text'],
      links: ['Buttons.Link'],
      description:
        'Opens a dialog that blocks the user’s screen until closed; a newer one replaces it. Only if the user asks for a dialog; otherwise use notify_user.',
      errors: { 404: 'The case is not found, or the recipient has no permission on it.' },
    }),
  ],
} satisfies Area;
