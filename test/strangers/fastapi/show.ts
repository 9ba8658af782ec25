/** Converts records to responses. */
import type { CalendarEvent, LegalCase, Participant, StoredDocument, Task, User } from '../world.ts';
import type { Call } from './app.ts';
import type { Item } from './memory.ts';

export const idOf = ({ setting }: Call, id: string | undefined) =>
  id === undefined ? null : setting.isSequential ? Number(id) : id;
export const dateTime = (moment: unknown) =>
  moment instanceof Date ? moment.toISOString().replace('.000Z', 'Z') : null;
export const dateOnly = (moment: unknown) =>
  moment instanceof Date ? moment.toISOString().slice(0, 10) : null;

export const refTo = (call: Call, list: readonly { id: string; name: string }[], id: unknown) => {
  const found = list.find((one) => one.id === id);
  return found === undefined ? null : { id: idOf(call, found.id), name: found.name };
};
export const refNamed = (call: Call, list: readonly Item[], name: unknown) =>
  refTo(call, list, list.find((one) => one.name === name)?.id);
const userRef = (call: Call, id: unknown) => {
  const found = call.memory.world.users.find((one) => one.id === id);
  return found === undefined ? null : { id: idOf(call, found.id), full_name: found.name };
};
const stamps = ({ extra }: { extra: Record<string, unknown> }) => ({
  created_at: dateTime(extra.createdAt),
  updated_at: dateTime(extra.updatedAt),
});

export const showUser = (call: Call, { id, name, login, email, isActive, isClient, extra }: User) => ({
  ...{ id: idOf(call, id), full_name: name, username: login, email: email ?? null },
  ...{ kind: isClient ? 'client' : 'user', is_active: isActive, position: extra.position ?? null },
  ...{ phone: extra.phone ?? null, last_login_date: dateTime(extra.lastLogin) },
  groups: call.memory.world.groups
    .filter(({ members }) => members.includes(id))
    .map((group) => ({ id: idOf(call, group.id), name: group.name })),
});

export const showCaseRow = (call: Call, one: LegalCase) => ({
  ...{ id: idOf(call, one.id), name: one.name, number: one.number ?? null },
  ...{ type: refNamed(call, call.memory.types, one.type), status: one.isArchived ? 'archived' : 'in_work' },
  ...{
    responsible: userRef(call, one.responsible),
    project: refNamed(call, call.memory.projects, one.project),
  },
  folder: refNamed(call, call.memory.folders, one.folder),
  document_folder_id: idOf(call, one.extra.documentFolder as string),
  ...{ version: one.extra.version, created_at: dateTime(one.createdAt), updated_at: dateTime(one.changedAt) },
});

const cardValue = (value: unknown) => (value instanceof Date ? dateTime(value) : (value ?? null));
export const showCase = (call: Call, one: LegalCase) => ({
  ...showCaseRow(call, one),
  description: one.extra.description ?? null,
  parties: one.parties.map(({ participant, role }) => ({
    participant: refTo(call, call.memory.world.participants, participant),
    role: refNamed(call, call.memory.roles, role),
  })),
  custom_fields: Object.fromEntries(Object.entries(one.card).map(([tag, value]) => [tag, cardValue(value)])),
});

export const showTask = (call: Call, one: Task) => {
  const { taskTypes, taskStatuses, taskPriorities, world } = call.memory;
  const status = taskStatuses.find(({ name }) => name === one.status);
  return {
    ...{ id: idOf(call, one.id), name: one.name, description: one.description ?? null },
    type: refNamed(call, taskTypes, one.type),
    status: { id: idOf(call, status?.id), name: one.status, is_final: status?.isFinal === true },
    priority: refNamed(call, taskPriorities, one.priority),
    case: refTo(call, world.cases, one.case),
    ...{ start_date: dateTime(one.startsAt), execution_date: dateTime(one.deadline) },
    responsibles: one.responsibles.map((id) => ({
      ...refTo(call, [...world.users, ...world.groups], id),
      kind: world.groups.some((group) => group.id === id) ? 'group' : 'user',
    })),
    documents: one.documents.map((id) => refTo(call, world.documents, id)),
    ...{ estimate_hours: one.extra.estimate ?? null, attributes: one.extra.attributes ?? {}, ...stamps(one) },
  };
};

export const showEvent = (call: Call, one: CalendarEvent) => ({
  ...{ id: idOf(call, one.id), name: one.name, description: one.description ?? null },
  ...{ start_date: dateTime(one.startsAt), end_date: dateTime(one.endsAt), all_day: one.isAllDay },
  type: refNamed(call, call.memory.eventTypes, one.type),
  case: refTo(call, call.memory.world.cases, one.case),
  ...{ location: one.extra.location ?? null, reminder_minutes: one.extra.reminder ?? null },
  attendees: one.attendees.map(({ kind, id, email }) => ({
    ...{ type: kind, entity_id: idOf(call, id), email: email ?? null },
    name: refTo(call, [...call.memory.world.users, ...call.memory.world.participants], id)?.name ?? null,
  })),
  ...{ attributes: one.extra.attributes ?? {}, ...stamps(one) },
});

export const showParticipantRow = (call: Call, one: Participant) => ({
  ...{ id: idOf(call, one.id), type: one.kind, name: one.name },
  ...{ last_name: one.extra.last ?? null, first_name: one.extra.first ?? null },
  ...{ inn: one.inn ?? null, kpp: one.extra.kpp ?? null, phone: one.phone ?? null, email: one.email ?? null },
  cases: call.memory.world.cases
    .filter(({ parties }) => parties.some(({ participant }) => participant === one.id))
    .map(({ id, name }) => ({ id: idOf(call, id), name })),
});

export const showParticipant = (call: Call, one: Participant) => ({
  ...{ id: idOf(call, one.id), type: one.kind, name: one.name, last_name: one.extra.last ?? null },
  ...{ first_name: one.extra.first ?? null, middle_name: one.extra.middle ?? null, inn: one.inn ?? null },
  ...{ kpp: one.extra.kpp ?? null, phone_main: one.phone ?? null, email_main: one.email ?? null },
  ...{
    address: one.extra.address ?? null,
    legal_form: refTo(call, call.memory.legalForms, one.extra.legalForm),
  },
  ...{ attributes: one.extra.attributes ?? {}, ...stamps(one) },
});

export const showDocument = (call: Call, one: StoredDocument) => ({
  ...{ doc_id: idOf(call, one.id), name: one.name, type: refNamed(call, call.memory.values, one.type) },
  ...{ date: dateOnly(one.date), author: userRef(call, one.author) },
  case: refTo(call, call.memory.world.cases, one.case),
  folder: refTo(call, call.memory.documentFolders, one.extra.folder),
  ...{ file_name: one.fileName, size: Buffer.byteLength(one.text ?? '') },
  signatures: one.isSigned
    ? [{ user: userRef(call, one.extra.signer), signed_at: dateTime(one.createdAt) }]
    : [],
  ...{ attributes: one.extra.attributes ?? {}, created_at: dateTime(one.createdAt) },
  updated_at: dateTime(one.extra.updatedAt),
});

export const showDocumentRow = (call: Call, one: StoredDocument) => {
  const { doc_id, name, type, date, author, case: owner, folder, created_at } = showDocument(call, one);
  return {
    id: doc_id,
    kind: 'file',
    name,
    type,
    date,
    author,
    case: owner,
    parent_folder: folder,
    created_at,
  };
};
export const showFolderRow = (call: Call, one: Item) => ({
  ...{ id: idOf(call, one.id), kind: 'folder', name: one.name, type: null, date: null, author: null },
  case: refTo(call, call.memory.world.cases, one.case),
  parent_folder: refTo(call, call.memory.documentFolders, one.parent),
  created_at: null,
});
