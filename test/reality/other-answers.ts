import type { Perturbation } from '../support/servers/perturbing.ts';
import { answers, deep, isMoment, type of, page, type Row, records, renamed } from './changed-answers.ts';

const without = (kind: keyof typeof of, field: string): Perturbation =>
  records(kind, `gives no ${field} of ${kind}`, (row) => void delete row[field]);

const small = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** Modifications of fields, as some deployments have them. */
export const otherAnswers: readonly Perturbation[] = [
  renamed('objects', 'Participants', 'Parties'),
  renamed('objects', 'Responsible', 'Assignee'),
  renamed('objects', 'Status', 'State'),
  renamed('objects', 'Name', 'Title'),
  renamed('objects', 'Number', 'RegNumber'),
  records('objects', 'has IsArchive for Status', (row) => {
    if (row.Status === undefined) return;
    row.IsArchive = row.Status === 'Archived';
    delete row.Status;
  }),
  without('objects', 'Stage'),
  without('objects', 'DocumentFolderId'),
  records('objects', 'gives references of objects as ids', (row) => {
    for (const name of ['Responsible', 'Client', 'Type']) {
      if (row[name]?.Id === undefined) continue;
      row[`${name}Id`] = row[name].Id;
      delete row[name];
    }
  }),
  renamed('tasks', 'Responsibles', 'Assignees'),
  renamed('tasks', 'ExecutionDate', 'Deadline'),
  renamed('tasks', 'Status', 'State'),
  renamed('tasks', 'Case', 'Matter'),
  renamed('tasks', 'Name', 'Subject'),
  records('tasks', 'has one responsible of a task', (row) => {
    if (!Array.isArray(row.Responsibles)) return;
    row.Responsible = row.Responsibles[0] ?? null;
    delete row.Responsibles;
  }),
  records('tasks', 'gives the status of a task as its id', (row) => {
    if (row.Status?.Id === undefined) return;
    row.StatusId = row.Status.Id;
    delete row.Status;
  }),
  records('statuses', 'calls the status of what is done in its own way', (row) => {
    delete row.SysName;
    if (/Done|Выполнена/.test(row.Name ?? '')) row.Name = 'Сдано в отдел';
  }),
  renamed('events', 'Case', 'Matter'),
  renamed('events', 'Attendees', 'Guests'),
  renamed('events', 'StartDate', 'Begin'),
  records('events', 'gives attendees without EntityId', (row) => {
    for (const one of row.Attendees ?? []) delete one.EntityId;
  }),
  renamed('participants', 'Cases', 'Matters'),
  renamed('participants', 'ContactInfo', 'Contacts'),
  renamed('participants', 'Name', 'Title'),
  renamed('users', 'Groups', 'Teams'),
  renamed('users', 'Name', 'FullName'),
  without('users', 'ExternalId'),
  renamed('documents', 'Folder', 'Parent'),
  renamed('documents', 'Case', 'Matter'),
  renamed('documents', 'EntityKind', 'Sort'),
  answers('calendar', 'gives days off as a bare list', (body) =>
    body?.Dates ? [...body.Dates, ...(body.Intervals ?? [])] : body,
  ),
  answers('calendar', 'calls days off otherwise', (body) => ({
    Days: body?.Dates,
    Periods: body?.Intervals,
  })),
  answers('anything', 'calls the list of a page otherwise', (body) => {
    if (!page(body)) return body;
    const { Items, ...rest } = body;
    return { Result: Items, ...rest };
  }),
  answers('anything', 'gives lists bare', (body) => (page(body) ? body.Items : body)),
  answers('anything', 'wraps every answer', (body) => ({ Data: body })),
  answers('anything', 'writes all names small', (body) => deep(body, (key, value) => [small(key), value])),
  answers('anything', 'gives moments without a zone', (body) =>
    deep(body, (key, value) => [key, isMoment(value) ? value.replace('Z', '') : value]),
  ),
  answers('anything', 'never says where the next page is', (body) =>
    page(body) ? { ...body, NextPageUrl: null } : body,
  ),
  answers('anything', 'leaves out what is empty', (body) =>
    deep(body, (key, value) => (value === null || value === '' ? undefined : [key, value])),
  ),
  answers('anything', 'writes ids in capitals', (body) =>
    deep(body, (key, value) => [
      key,
      /Id$/.test(key) && typeof value === 'string' ? value.toUpperCase() : value,
    ]),
  ),
  answers('anything', 'gives every row twice', (body) =>
    page(body) ? { ...body, Items: body.Items.flatMap((row: Row) => [row, row]) } : body,
  ),
  answers('anything', 'adds fields that nobody knows', (body) =>
    page(body)
      ? { ...body, Total: 1, Items: body.Items.map((row: Row) => ({ Zone: 'x', Tags2: [1], ...row })) }
      : body,
  ),
];
