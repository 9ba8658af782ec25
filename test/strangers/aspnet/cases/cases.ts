import type { LegalCase } from '../../world.ts';
import type { Call, Route } from '../contract.ts';
import {
  created,
  DuplicateConflict,
  invalid,
  invalidField,
  noContent,
  notFound,
  ok,
  Problem,
  ProblemDetails,
  type Reply,
  route,
} from '../contract.ts';
import type { Of } from '../schema.ts';
import { model, opt, req, uuid } from '../schema.ts';
import { openCaseFolder } from '../seed/seed-documents.ts';
import { byId, mentioned, put } from '../store.ts';
import { change, changeCard, duplicates, place, touch } from './case-changes.ts';
import {
  AddParticipantRequest,
  CaseDto,
  CaseParticipant,
  CreateCaseRequest,
  EditCaseRequest,
  StateRequest,
  show,
  showParty,
  typeOf,
  UpdateCaseRequest,
} from './case-models.ts';

function create({ store, body, version }: Call<unknown, Of<typeof CreateCaseRequest>>): Reply {
  const type = mentioned(store.settings.objectTypes, body.ObjectType.Id, 'ObjectType');
  if (type?.status !== 'Active') throw invalidField('ObjectType', 'The object type is deleted.');
  const now = store.clock();
  const record: LegalCase = {
    ...{
      id: store.newId(),
      name: body.Name,
      type: type.name,
      isArchived: false,
      createdAt: now,
      changedAt: now,
    },
    ...{ parties: [], related: [], card: {}, extra: { typeId: type.id, version: 1 } },
  };
  const full = { ...body, Deleted: null, Version: null, IsVersionEnabled: null };
  const apply = place(store, record, full, () => true);
  const { card } = changeCard(store, type, {}, full, true);
  const found = body.CheckForDuplicates ? duplicates(store, type, card) : null;
  if (found !== null) return found;
  apply();
  record.card = card;
  openCaseFolder(store, record);
  store.world.cases.push(record);
  return created(`${store.baseUrl}/api/v${version}/cases/${record.id}`, show(store, record));
}

function setArchived(isArchived: boolean) {
  return ({ store, id, body }: Call<unknown, Of<typeof StateRequest>>): Reply => {
    const record = byId(store.world.cases, id, 'Case');
    if (record.isArchived === isArchived) {
      throw new Problem(409, isArchived ? 'The case is archived already.' : 'The case is not archived.');
    }
    const found = body.CheckForDuplicates ? duplicates(store, typeOf(store, record), record.card, id) : null;
    if (found !== null) return found;
    record.isArchived = isArchived;
    touch(store, record);
    return ok(show(store, record));
  };
}

function remove({ store, id }: Call<unknown, unknown>): Reply {
  const { world } = store;
  const record = byId(world.cases, id, 'Case');
  if (!record.isArchived) throw new Problem(409, 'Only archived cases can be deleted.');
  world.cases.splice(world.cases.indexOf(record), 1);
  for (const one of world.cases) one.related = one.related.filter((other) => other !== id);
  for (const one of [...world.tasks, ...world.events]) if (one.case === id) put(one, 'case', null);
  const gone = new Set(world.documents.filter((one) => one.case === id).map((one) => one.id));
  for (const one of world.tasks) one.documents = one.documents.filter((other) => !gone.has(other));
  for (const one of gone) store.files.delete(one);
  world.documents.splice(0, world.documents.length, ...world.documents.filter((one) => !gone.has(one.id)));
  const folders = store.documentFolders.filter((one) => one.case !== id);
  store.documentFolders.splice(0, store.documentFolders.length, ...folders);
  return noContent;
}

function addParticipant({
  store,
  id,
  body,
  version,
}: Call<unknown, Of<typeof AddParticipantRequest>>): Reply {
  const record = byId(store.world.cases, id, 'Case');
  const participant = mentioned(store.world.participants, body.ParticipantId, 'ParticipantId');
  const role = mentioned(store.settings.roles, body.RoleId, 'RoleId');
  const party: LegalCase['parties'][number] = { participant: participant?.id ?? '' };
  put(party, 'role', role?.name);
  if (record.parties.some((one) => one.participant === party.participant && one.role === party.role)) {
    throw new Problem(409, 'The participant has this role in the case already.');
  }
  record.parties.push(party);
  touch(store, record);
  return created(`${store.baseUrl}/api/v${version}/cases/${id}`, showParty(store, party)[0]);
}

const ExcludeRequest = model('ExcludeParticipantRequest', {
  ParticipantId: req(uuid),
  ProjectId: req(uuid, 'Object or case'),
  RoleId: opt(uuid, 'All roles by default'),
});

function exclude({ store, body }: Call<unknown, Of<typeof ExcludeRequest>>): Reply {
  const record = mentioned(store.world.cases, body.ProjectId, 'ProjectId');
  mentioned(store.world.participants, body.ParticipantId, 'ParticipantId');
  const role = mentioned(store.settings.roles, body.RoleId, 'RoleId');
  const kept = record?.parties.filter(
    (one) => one.participant !== body.ParticipantId || (role !== undefined && one.role !== role.name),
  );
  if (record === undefined || kept?.length === record.parties.length) {
    throw notFound('Participant of the case', body.ParticipantId);
  }
  record.parties = kept ?? [];
  touch(store, record);
  return noContent;
}

/** Controllers of cases and of objects of any type. v1 has only cases. */
export const CONTROLLERS = [
  { path: '/api/v{version}/cases', tag: 'Cases', versions: [1, 2] },
  { path: '/api/v{version}/objects', tag: 'Objects', versions: [2] },
] as const;

/** Actions on a single object. */
export function caseRoutes(): Route[] {
  const duplicate = { 409: DuplicateConflict };
  const actions = CONTROLLERS.flatMap((all) => {
    const path = `${all.path}/{id}`;
    const one = { ...all, path };
    return [
      route({
        ...{ ...all, method: 'POST', summary: 'Creates an object', body: CreateCaseRequest, handle: create },
        replies: { 201: CaseDto, ...duplicate },
      }),
      route({
        ...{ ...one, method: 'PUT', summary: 'Replaces an object', body: UpdateCaseRequest },
        replies: { 200: CaseDto, 201: CaseDto, ...duplicate },
        handle({ store, id, body }) {
          return change(store, byId(store.world.cases, id, 'Case'), { ...body, Deleted: null });
        },
      }),
      route({
        ...{ ...one, method: 'PATCH', summary: 'Edits an object', body: EditCaseRequest },
        replies: { 200: CaseDto, 201: CaseDto, ...duplicate },
        handle({ store, id, body, sent }) {
          const record = byId(store.world.cases, id, 'Case');
          if (sent.has('name') && !body.Name) throw invalid({ Name: ['The Name field is required.'] });
          return change(store, record, body, sent);
        },
      }),
      route({
        ...{ ...one, method: 'GET', summary: 'Gets an object', replies: { 200: CaseDto } },
        handle: ({ store, id }) => ok(show(store, byId(store.world.cases, id, 'Case'))),
      }),
      route({
        ...{
          ...one,
          path: `${path}/archive`,
          method: 'POST',
          summary: 'Archives an object',
          body: StateRequest,
        },
        ...{
          isBodyOptional: true,
          replies: { 200: CaseDto, ...duplicate },
          handle: setArchived(true),
        },
      }),
      route({
        ...{
          ...one,
          path: `${path}/restore`,
          method: 'POST',
          summary: 'Restores an object',
          body: StateRequest,
        },
        ...{
          isBodyOptional: true,
          replies: { 200: CaseDto, ...duplicate },
          handle: setArchived(false),
        },
      }),
      route({
        ...{ ...one, method: 'DELETE', summary: 'Deletes an archived object', handle: remove },
        replies: { 204: null, 409: ProblemDetails },
      }),
      route({
        ...{ ...one, path: `${path}/participants`, method: 'POST', summary: 'Adds a participant' },
        ...{ body: AddParticipantRequest, replies: { 201: CaseParticipant, 409: ProblemDetails } },
        handle: addParticipant,
      }),
    ];
  });
  return [
    ...actions,
    route({
      ...{ path: '/api/v{version}/participants/ExcludeParticipantFromProject', versions: [3] },
      ...{ method: 'PUT', tag: 'Participants', summary: 'Excludes a participant from a case' },
      ...{ body: ExcludeRequest, replies: { 204: null }, handle: exclude },
    }),
  ];
}
