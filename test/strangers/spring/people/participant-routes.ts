import type { Participant, User } from '../../world.ts';
import { checkVersion, touchCase } from '../cases/cards.ts';
import { byId, extra, type Memory, more } from '../memory.ts';
import { type Infer, oneOf, opt, record, text, uuid } from '../schema.ts';
import {
  created,
  Fault,
  missing,
  none,
  ok,
  page,
  pageAsk,
  type Route,
  refuse,
  route,
  type Sorts,
  versions,
} from '../server.ts';
import * as dto from './participants.ts';
import {
  fill,
  type Given,
  participantOf,
  rolesOf,
  viewParticipant,
  viewParticipantDetails,
} from './participants.ts';

const PAGES = { size: 20, sort: ['name'] };
const SORTS: Sorts<Participant> = {
  name: (one) => one.name,
  lastName: (one) => more.participant(one).lastName,
  inn: (one) => one.inn,
  creationDate: (one) => more.participant(one).createdAt,
};
const FILTERS = ['name', 'lastName', 'firstName', 'email', 'phone', 'inn', 'kpp'] as const;
const digits = (value: string) => value.replace(/\D/g, '');

function attribute(one: Participant, key: (typeof FILTERS)[number]): string {
  const own = more.participant(one);
  return (key === 'kpp' || key === 'lastName' || key === 'firstName' ? own[key] : one[key]) ?? '';
}

function passes(one: Participant, key: (typeof FILTERS)[number], wanted: string): boolean {
  const has = attribute(one, key);
  if (key === 'inn' || key === 'kpp') return has === wanted;
  if (key === 'phone') return digits(wanted) !== '' && digits(has).includes(digits(wanted));
  return has.toLowerCase().includes(wanted.toLowerCase());
}

function create(memory: Memory, given: Infer<typeof dto.participantRequest>): Participant {
  const now = memory.now();
  const own = extra.participant({ createdAt: now, changedAt: now, version: 0, additional: {} });
  const kind = given.type === 'COMPANY' ? 'company' : 'individual';
  const made: Participant = { id: memory.newId(), kind, name: given.name ?? '', extra: own };
  fill(memory, made, given, true);
  memory.world.participants.push(made);
  return made;
}

function change(memory: Memory, id: string, given: Given, replace: boolean) {
  const one = participantOf(memory, id);
  checkVersion(more.participant(one).version, given.version);
  const kind = given.type === 'COMPANY' ? 'company' : 'individual';
  if (given.type && kind !== one.kind) throw refuse('type', given.type, 'type cannot be changed');
  fill(memory, one, given, replace);
  more.participant(one).version += 1;
  return ok(viewParticipantDetails(memory, one));
}

function remove(memory: Memory, user: User, id: string) {
  const one = participantOf(memory, id);
  const isAdmin = more.user(user).roles.some((role) => role.name === 'ADMINISTRATOR');
  const cases = rolesOf(memory, one).map(({ at }) => at);
  if (!isAdmin && cases.some((at) => at.responsible !== user.id)) throw new Fault(403, 'Access is denied');
  for (const at of cases) at.parties = at.parties.filter((party) => party.participant !== id);
  memory.world.participants.splice(memory.world.participants.indexOf(one), 1);
}

const tag = 'participant-controller';

export const participantRoutes: Route[] = [
  route({
    method: 'POST',
    paths: [
      '/api/v1/participants',
      '/api/v2/participants',
      '/api/v3/participants',
      '/api/v4/participants',
      '/api/v4/participants{id}',
    ],
    tag,
    name: 'createParticipant',
    summary: 'Creates a person or a company; an id at the end of the path is ignored',
    body: dto.participantRequest,
    answers: { 201: dto.participantDetailsDto },
    handle: ({ memory, body }) => created(viewParticipantDetails(memory, create(memory, body))),
  }),
  route({
    method: 'PATCH',
    paths: versions([1, 2], '/participants/{id}'),
    tag,
    name: 'patchParticipant',
    summary: 'Changes the fields that are sent; null takes a value away',
    body: dto.participantPatch,
    answers: { 200: dto.participantDetailsDto },
    handle: ({ memory, body, variable }) => change(memory, variable(), body, false),
  }),
  route({
    method: 'PUT',
    paths: versions([3, 4], '/participants/{id}'),
    tag,
    name: 'updateParticipant',
    summary: 'Replaces a person or a company',
    body: dto.participantUpdate,
    answers: { 200: dto.participantDetailsDto },
    handle: ({ memory, body, variable }) => change(memory, variable(), body, true),
  }),
  route({
    method: 'GET',
    paths: versions([1, 2, 3, 4], '/participants/{id}'),
    tag,
    name: 'getParticipant',
    summary: 'Person or company by id',
    answers: { 200: dto.participantDetailsDto },
    handle: ({ memory, variable }) => ok(viewParticipantDetails(memory, participantOf(memory, variable()))),
  }),
  route({
    method: 'GET',
    paths: versions([1, 2], '/participants'),
    tag,
    name: 'findParticipants',
    summary: 'Persons and companies; names, e-mail and phone by substring, the rest exactly',
    query: {
      type: opt(oneOf(...dto.KINDS)),
      name: opt(text()),
      lastName: opt(text()),
      firstName: opt(text()),
      email: opt(text()),
      phone: opt(text()),
      inn: opt(text()),
      kpp: opt(text()),
    },
    paging: { ...PAGES, sort: Object.keys(SORTS) },
    answers: { 200: dto.participantDto },
    handle({ memory, query, search }) {
      const kind = query.type === 'COMPANY' ? 'company' : 'individual';
      const rows = memory.world.participants.filter((one) => {
        if (query.type && one.kind !== kind) return false;
        return FILTERS.every((key) => !query[key] || passes(one, key, query[key]));
      });
      return page(pageAsk(search), PAGES, rows, SORTS, (one) => viewParticipant(memory, one));
    },
  }),
  route({
    method: 'DELETE',
    paths: ['/api/v3/participants/{id}'],
    tag,
    name: 'deleteParticipant',
    summary: 'Deletes a person or a company and takes it out of all cases',
    answers: { 204: null },
    handle({ memory, user, variable }) {
      remove(memory, user, variable());
      return none();
    },
  }),
  route({
    method: 'PUT',
    paths: ['/api/v3/participants/ExcludeParticipantFromProject'],
    tag,
    name: 'excludeParticipantFromProject',
    summary: 'Takes a participant out of a case, with one role or with all',
    body: record('ExcludeParticipantRequest', { caseId: uuid, participantId: uuid, roleId: opt(uuid) }),
    answers: { 204: null },
    handle({ memory, body }) {
      const at = byId(memory.world.cases, body.caseId);
      if (!at) throw missing('Case', body.caseId);
      const role = byId(memory.catalogue.roles, body.roleId ?? undefined);
      if (body.roleId && !role) throw missing('RoleInCase', body.roleId);
      const kept = at.parties.filter(
        (party) => party.participant !== body.participantId || (role && party.role !== role.name),
      );
      if (kept.length === at.parties.length) throw new Fault(404, 'Participant is not in this case');
      at.parties = kept;
      touchCase(memory, at);
      return none();
    },
  }),
];
