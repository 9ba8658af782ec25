/** People and companies in cases: four generations, all still in use. */
import type { Participant } from '../../world.ts';
import {
  first,
  int,
  list,
  missing,
  must,
  onlyId,
  type Route,
  record,
  refuse,
  route,
  second,
  third,
  type Voice,
} from '../contract.ts';
import { byId, type Memory } from '../memory.ts';
import { paged } from './case-selection.ts';
import {
  createBody,
  excludeBody,
  participantRecord,
  row,
  type Sent,
  shape,
  understood,
  updateBody,
} from './participant-records.ts';

const found = (memory: Memory, id: string): Participant =>
  byId(memory.world.participants, id) ?? missing('Участник');

const create = (memory: Memory, sent: Sent & { Type: string }): Participant => {
  const made: Participant = {
    id: memory.dice.id(),
    ...understood(memory, sent.Type === 'Company' ? 'company' : 'individual', sent),
  };
  memory.world.participants.push(made);
  return made;
};

const write = (item: Participant, next: Omit<Participant, 'id'>): void => {
  for (const key of ['email', 'phone', 'inn'] as const) delete item[key];
  Object.assign(item, next);
};

/** Replaces a participant. Clears the fields that the request lacks. The type of a participant cannot change. */
const replace = (memory: Memory, item: Participant, sent: Sent & { Type?: string | null }): void => {
  const type = sent.Type === 'Company' ? 'company' : 'individual';
  if (sent.Type && type !== item.kind) refuse('Тип участника изменить нельзя.', 'Type');
  const nothing: Sent = {
    Name: null,
    LastName: null,
    FirstName: null,
    MiddleName: null,
    INN: null,
    KPP: null,
    PhoneMain: null,
    EmailMain: null,
    LegalFormId: null,
  };
  const bare: Participant = { ...item, extra: { ...item.extra, attributes: {} } };
  write(item, understood(memory, item.kind, { ...nothing, ...sent }, bare));
};

const remove = (memory: Memory, item: Participant): void => {
  const { world } = memory;
  world.participants.splice(world.participants.indexOf(item), 1);
  for (const one of world.cases) one.parties = one.parties.filter((party) => party.participant !== item.id);
  for (const event of world.events) event.attendees = event.attendees.filter((who) => who.id !== item.id);
};

const oldRoutes = (memory: Memory, version: string, voice: Voice, unlisted: boolean): Route[] => {
  const base = `/api/${version}/participants`;
  const about = { voice, tag: 'Participants', unlisted };
  return [
    route({
      ...about,
      voice: { ...third, ids: voice.ids, nulls: 'keep', errors: 'page' },
      method: 'GET',
      path: base,
      says: 'Все участники с их делами',
      delay: 700,
      query: { Page: int, PageSize: { ...int, fallback: 100, maximum: 100 } },
      reply: [200, record('ParticipantPage', { Data: list(row), Total: int })],
      run: ({ query }) => {
        const rows = [...memory.world.participants].sort((a, b) => a.name.localeCompare(b.name, 'ru'));
        return {
          Data: paged(rows, query.Page, query.PageSize, 100).map((item) => participantRecord(memory, item)),
          Total: rows.length,
        };
      },
    }),
    route({
      ...about,
      method: 'POST',
      path: base,
      says: 'Создание участника',
      body: must(createBody),
      reply: [200, onlyId],
      run: ({ body }) => ({ Id: create(memory, body).id }),
    }),
    route({
      ...about,
      method: 'GET',
      path: `${base}/{id}`,
      says: 'Участник',
      reply: [200, shape],
      run: ({ id }) => participantRecord(memory, found(memory, id)),
    }),
    route({
      ...about,
      method: 'PATCH',
      path: `${base}/{id}`,
      says: 'Изменение переданных полей; null очищает',
      body: updateBody,
      reply: [204],
      run: ({ id, body }) => {
        const item = found(memory, id);
        write(item, understood(memory, item.kind, body, item));
      },
    }),
  ];
};

const newRoutes = (memory: Memory): Route[] => {
  const about = { voice: { ...third, errors: 'code' }, tag: 'Participants' } as const;
  const latest = { ...about, unlisted: true } as const;
  return [
    route({
      ...about,
      method: 'POST',
      path: '/api/v3/participants',
      says: 'Создание участника',
      body: must(createBody),
      reply: [201, onlyId],
      run: ({ body }) => ({ Id: create(memory, body).id }),
    }),
    route({
      ...about,
      method: 'PUT',
      path: '/api/v3/participants/ExcludeParticipantFromProject',
      says: 'Исключение из дела',
      unlisted: true,
      body: must(excludeBody),
      reply: [204],
      run: ({ body }) => {
        const one = byId(memory.world.cases, body.ProjectId) ?? missing('Дело');
        const role = body.RoleId
          ? (byId(memory.roles, body.RoleId)?.name ?? refuse('Роль не найдена.', 'roleId'))
          : undefined;
        const left = one.parties.filter(
          (party) => party.participant !== body.ParticipantId || (role !== undefined && party.role !== role),
        );
        if (left.length === one.parties.length)
          refuse('Участника с такой ролью нет в деле.', 'participantId');
        one.parties = left;
        one.changedAt = memory.clock();
        one.extra.version = Number(one.extra.version) + 1;
      },
    }),
    route({
      ...about,
      method: 'PUT',
      path: '/api/v3/participants/{id}',
      says: 'Полная замена участника',
      body: must(updateBody),
      reply: [204],
      run: ({ id, body }) => replace(memory, found(memory, id), body),
    }),
    route({
      ...about,
      method: 'GET',
      path: '/api/v3/participants/{id}',
      says: 'Участник с атрибутами',
      reply: [200, shape],
      run: ({ id }) => participantRecord(memory, found(memory, id)),
    }),
    route({
      ...about,
      method: 'DELETE',
      path: '/api/v3/participants/{id}',
      says: 'Удаление участника',
      reply: [204],
      run: ({ id }) => remove(memory, found(memory, id)),
    }),
    // Published without the slash. Anything after the word is ignored.
    route({
      ...latest,
      method: 'POST',
      path: '/api/v4/participants{rest}',
      says: 'Создание участника',
      pathShapes: { rest: { kind: 'text' } },
      body: must(createBody),
      reply: [201, shape],
      run: ({ body }) => participantRecord(memory, create(memory, body)),
    }),
    route({
      ...latest,
      method: 'PUT',
      path: '/api/v4/participants/{id}',
      says: 'Полная замена участника',
      body: must(updateBody),
      reply: [200, shape],
      run: ({ id, body }) => {
        const item = found(memory, id);
        replace(memory, item, body);
        return participantRecord(memory, item);
      },
    }),
    route({
      ...latest,
      method: 'GET',
      path: '/api/v4/participants/{id}',
      says: 'Участник с атрибутами',
      reply: [200, shape],
      run: ({ id }) => participantRecord(memory, found(memory, id)),
    }),
  ];
};

export const participantRoutes = (memory: Memory): Route[] => [
  ...oldRoutes(memory, 'v2', second, false),
  ...oldRoutes(memory, 'v1', first, true),
  ...newRoutes(memory),
];
