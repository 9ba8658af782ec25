import { z } from 'zod';
import { deleteParticipant, excludeParticipant } from '../domain/participants/participant-cases.ts';
import {
  createParticipant,
  innOf,
  newParticipant,
  participantChange,
  requireParticipant,
  updateParticipant,
} from '../domain/participants/participants.ts';
import { requireSection } from '../domain/permissions.ts';
import { notFound } from '../http/errors.ts';
import { guid, paging } from '../http/model-binding.ts';
import { byName, contains, page, where } from '../http/pagination.ts';
import { created, inVersions, noContent, type RouteRequest, route } from '../http/route.ts';
import type { Participant } from '../state/entities/participants.ts';
import { presentParticipant } from './participant-record.ts';

const listQuery = z.object({
  Type: z.enum(['Individual', 'Company']).optional(),
  Name: z.string().optional(),
  Phone: z.string().optional(),
  Email: z.string().optional(),
  INN: z.string().optional(),
  LastName: z.string().optional(),
  FirstName: z.string().optional(),
  KPP: z.string().optional(),
  ...paging,
});

/** Companies and individuals, v1 to v4 (PTO). */
export const participantRoutes = [
  route(['POST /api/v4/participants{id}', ...inVersions([4, 3, 2, 1], 'POST', 'participants')], {
    summary: 'Create a participant',
    body: newParticipant,
    handle: ({ world, user, params, body, version }) => {
      const id = idOfNew(params.id);
      const participant = createParticipant(world, user, { body, version, mode: 'merge' }, id);
      return created(presentParticipant(world, user, participant, version));
    },
  }),
  route(inVersions([2, 1], 'PATCH', 'participants/{id}'), {
    summary: 'Edit a participant: only the sent fields change',
    body: participantChange,
    handle: (request) => update(request, 'merge'),
  }),
  route(inVersions([4, 3], 'PUT', 'participants/{id}'), {
    summary: 'Change a participant: each sent group of fields is replaced as a whole',
    body: participantChange,
    handle: (request) => update(request, 'replace'),
  }),
  route(inVersions([4, 3, 2, 1], 'GET', 'participants/{id}'), {
    summary: 'One participant',
    handle: ({ world, user, params, version }) => {
      const participant = requireParticipant(world, user, params.id ?? '', 'View');
      return presentParticipant(world, user, participant, version);
    },
  }),
  route(inVersions([2, 1], 'GET', 'participants'), {
    summary: 'Participants by name, number or contact',
    isKept: true,
    query: listQuery,
    handle: (request) => {
      const { world, user, query, version } = request;
      requireSection(user, 'Participants', 'View');
      const items = where(world.participants.sorted(byName), conditions(query));
      return page(request, query, items, (item) => presentParticipant(world, user, item, version, true));
    },
  }),
  route('DELETE /api/v3/participants/{id}', {
    summary: 'Delete a participant',
    handle: ({ world, user, params }) => {
      deleteParticipant(world, user, params.id ?? '');
      return noContent();
    },
  }),
  route('PUT /api/v3/participants/ExcludeParticipantFromProject', {
    summary: 'Remove a participant from a case',
    body: z.object({ ProjectId: guid, ParticipantId: guid, RoleId: guid.nullish() }),
    handle: ({ world, user, body, version }) => {
      const participant = excludeParticipant(world, user, {
        caseId: body.ProjectId,
        participantId: body.ParticipantId,
        roleId: body.RoleId ?? undefined,
      });
      return created(presentParticipant(world, user, participant, version));
    },
  }),
];

function update(
  {
    world,
    user,
    params,
    body,
    version,
  }: RouteRequest<Record<string, never>, z.output<typeof participantChange>>,
  mode: 'merge' | 'replace',
) {
  const participant = updateParticipant(world, user, params.id ?? '', { body, version, mode });
  return created(presentParticipant(world, user, participant, version));
}

/**
 * Returns the id that the path of a new participant contains, if any. `/api/v4/participants{id}` is the literal path,
 * so clients may send the placeholder `{id}` unchanged or replace it with the new id.
 */
function idOfNew(id: string | undefined): string | undefined {
  if (id === undefined || id === '{id}') return undefined;
  const given = guid.safeParse(id);
  if (!given.success) throw notFound('Participant', id);
  return given.data;
}

type Condition = (item: Participant) => boolean;

/** Creates only the requested filters, because there are thousands of participants. */
function conditions(query: z.output<typeof listQuery>): Condition[] {
  const has = (part: string | undefined, texts: (item: Participant) => readonly (string | undefined)[]) =>
    part === undefined ? [] : [(item: Participant) => texts(item).some((text) => contains(text, part))];
  const is = (wanted: string | undefined, value: (item: Participant) => string | undefined) =>
    wanted === undefined ? [] : [(item: Participant) => value(item) === wanted.trim()];
  return [
    ...is(query.Type, ({ type }) => type),
    ...is(query.INN, innOf),
    ...is(query.KPP, ({ company }) => company?.kpp),
    ...has(query.Name, ({ name }) => [name]),
    ...has(query.LastName, ({ individual }) => [individual?.lastName]),
    ...has(query.FirstName, ({ individual }) => [individual?.firstName]),
    ...has(query.Email, ({ contact }) => [contact.email, contact.emailMain]),
    ...(query.Phone === undefined ? [] : [hasPhone(query.Phone)]),
  ];
}

/** Compares phones by digits, because their format varies. */
function hasPhone(wanted: string): Condition {
  const digits = wanted.replace(/\D/g, '');
  return ({ contact }) =>
    digits !== '' &&
    [contact.phone, contact.phoneMain].some((phone) => contains(phone?.replace(/\D/g, ''), digits));
}
