/** Routes of cases, which are also available as objects. */
import type { LegalCase } from '../../world.ts';
import { byId, byName, type Memory } from '../memory.ts';
import { bool, list, opt, record, uuid } from '../schema.ts';
import { created, Fault, none, ok, type Route, refuse, route } from '../server.ts';
import { checkDuplicates, touchCase } from './cards.ts';
import { caseSearchRoutes } from './case-search.ts';
import * as cases from './cases.ts';

const both = (version: number, rest = '') => [
  `/api/v${version}/objects${rest}`,
  `/api/v${version}/cases${rest}`,
];
/** v1 has only cases. */
const all = (rest = '') => [`/api/v1/cases${rest}`, ...both(2, rest)];
const tag = 'case-controller';

/** Creates the route that archives or restores a case. */
function moveRoute(name: 'archive' | 'restore'): Route {
  const archived = name === 'archive';
  return route({
    method: 'POST',
    paths: all(`/{id}/${name}`),
    tag,
    name: `${name}Case`,
    summary: archived ? 'Moves a case to the archive' : 'Takes a case back from the archive',
    query: { checkForDuplicates: opt(bool) },
    answers: { 204: null },
    handle({ memory, variable, query }) {
      const at = cases.caseOf(memory, variable());
      if (at.isArchived === archived)
        throw new Fault(409, `Case ${at.id} is ${archived ? 'archived already' : 'not archived'}`);
      const type = byName(memory.catalogue.objectTypes, at.type);
      if (query.checkForDuplicates && type) checkDuplicates(memory, type, at.card, at);
      at.isArchived = archived;
      touchCase(memory, at);
      return none();
    },
  });
}

function relate(memory: Memory, at: LegalCase, ids: readonly string[], add: boolean) {
  for (const id of ids)
    if (id === at.id || !byId(memory.world.cases, id))
      throw refuse('relatedObjectIds', id, 'object not found', 'NotFound');
  for (const other of memory.world.cases.filter((one) => ids.includes(one.id)))
    for (const [one, id] of [
      [at, other.id],
      [other, at.id],
    ] as const) {
      one.related = one.related.filter((known) => known !== id);
      if (add) one.related.push(id);
    }
  touchCase(memory, at);
}

const relatedPath = ['/api/v2/objects/{objectId}/relatedObjects'];
const related = [
  route({
    method: 'GET',
    paths: relatedPath,
    tag,
    name: 'findRelatedObjects',
    summary: 'Related objects',
    answers: { 200: list(cases.summaryDto) },
    handle({ memory, variable }) {
      const ids = cases.caseOf(memory, variable('objectId')).related;
      const found = ids.flatMap((id) => byId(memory.world.cases, id) ?? []);
      return ok(found.map((at) => cases.viewSummary(memory, at)));
    },
  }),
  route({
    method: 'POST',
    paths: relatedPath,
    tag,
    name: 'addRelatedObjects',
    summary: 'Relates objects to one another',
    body: record('RelatedObjectsRequest', { relatedObjectIds: list(uuid) }),
    answers: { 204: null },
    handle({ memory, variable, body }) {
      relate(memory, cases.caseOf(memory, variable('objectId')), body.relatedObjectIds, true);
      return none();
    },
  }),
  route({
    method: 'DELETE',
    paths: relatedPath,
    tag,
    name: 'deleteRelatedObjects',
    summary: 'Ends relations',
    query: { relatedObjectIds: list(uuid) },
    answers: { 204: null },
    handle({ memory, variable, query }) {
      relate(memory, cases.caseOf(memory, variable('objectId')), query.relatedObjectIds, false);
      return none();
    },
  }),
];

const addParticipant = route({
  method: 'POST',
  paths: all('/{id}/participants'),
  tag,
  name: 'addCaseParticipant',
  summary: 'Adds a participant to a case',
  body: record('CaseParticipantRequest', { participantId: uuid, roleId: opt(uuid) }),
  answers: { 201: cases.detailsDto },
  handle({ memory, variable, body }) {
    const at = cases.caseOf(memory, variable());
    const { participantId, roleId } = body;
    if (!byId(memory.world.participants, participantId))
      throw refuse('participantId', participantId, 'participant not found', 'NotFound');
    const role = byId(memory.catalogue.roles, roleId ?? undefined);
    if (roleId && !role) throw refuse('roleId', roleId, 'role not found', 'NotFound');
    if (at.parties.some((one) => one.participant === participantId && one.role === role?.name))
      throw new Fault(409, 'Participant is in this case already');
    at.parties.push({ participant: participantId, ...(role ? { role: role.name } : {}) });
    touchCase(memory, at);
    return created(cases.viewDetails(memory, at));
  },
});

const changed = { 200: cases.detailsDto, 201: cases.detailsDto };

export const caseRoutes: Route[] = [
  route({
    method: 'POST',
    paths: all(),
    tag,
    name: 'createCase',
    summary: 'Creates a case with its card',
    body: cases.createRequest,
    answers: { 201: cases.detailsDto },
    handle: ({ memory, body }) => created(cases.viewDetails(memory, cases.createCase(memory, body))),
  }),
  route({
    method: 'PUT',
    paths: all('/{id}'),
    tag,
    name: 'updateCase',
    summary: 'Replaces a case; 201 when values of blocks closed to the caller were ignored',
    body: cases.updateRequest,
    answers: changed,
    handle: ({ memory, variable, body }) =>
      cases.changeCase(memory, cases.caseOf(memory, variable()), body, true),
  }),
  route({
    method: 'PATCH',
    paths: all('/{id}'),
    tag,
    name: 'patchCase',
    summary: 'Changes what is sent; null takes a value away',
    body: cases.patchRequest,
    answers: changed,
    handle({ memory, variable, body }) {
      const { name, ...rest } = body;
      const given = name ? { ...rest, name } : rest;
      return cases.changeCase(memory, cases.caseOf(memory, variable()), given, false);
    },
  }),
  route({
    method: 'GET',
    paths: all('/{id}'),
    tag,
    name: 'getCase',
    summary: 'Case by id with its card and participants',
    answers: { 200: cases.detailsDto },
    handle: ({ memory, variable }) => ok(cases.viewDetails(memory, cases.caseOf(memory, variable()))),
  }),
  route({
    method: 'DELETE',
    paths: all('/{id}'),
    tag,
    name: 'deleteCase',
    summary: 'Deletes an archived case',
    answers: { 204: null },
    handle({ memory, variable }) {
      cases.removeCase(memory, cases.caseOf(memory, variable()));
      return none();
    },
  }),
  moveRoute('archive'),
  moveRoute('restore'),
  addParticipant,
  ...related,
  ...caseSearchRoutes(all()),
];
