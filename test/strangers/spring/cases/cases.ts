/** Cases, which are the only objects of this firm. */
import type { LegalCase } from '../../world.ts';
import {
  assign,
  byId,
  byName,
  dictionary,
  entity,
  entityFields,
  extra,
  type Memory,
  more,
  type ObjectType,
  refer,
  reference,
  referResponsible,
  responsible,
} from '../memory.ts';
import { bool, type Infer, int, list, note, oneOf, opt, record, tagged, text, uuid } from '../schema.ts';
import { Fault, missing, type Reply, refuse } from '../server.ts';
import { checkDuplicates, checkVersion, editCard, removeRow, showCard, touchCase } from './cards.ts';

export const STATUS = ['IN_WORK', 'ARCHIVED'] as const;
const party = record('CaseParticipantDto', {
  participant: record('ParticipantReference', {
    type: oneOf('INDIVIDUAL', 'COMPANY'),
    id: uuid,
    name: text(),
  }),
  role: opt(reference),
});
const summary = {
  ...entityFields,
  name: text(),
  number: opt(text()),
  description: opt(text()),
  objectType: reference,
  objectClass: reference,
  responsible: opt(responsible),
  status: oneOf(...STATUS),
  stage: opt(reference),
  project: opt(reference),
  folder: opt(reference),
  documentFolderId: uuid,
  version: int({ format: 'int64' }),
};
/** Case in lists. */
export const summaryDto = record('CaseDto', summary);
/** Case by id. */
export const detailsDto = record('CaseDetailsDto', {
  ...summary,
  participants: list(party),
  customFields: tagged,
});
/** Case found by its fields. */
export const listedDto = record('CaseWithFieldsDto', { ...summary, customFields: tagged });
/** Row of a table block. */
export const rowDto = record('TableObjectDto', { id: uuid, customFields: tagged });

const editable = {
  number: opt(text({ max: 100 })),
  description: opt(text({ max: 4000 })),
  projectId: opt(uuid),
  folderId: opt(uuid),
  responsibleId: opt(uuid),
  stageId: opt(uuid),
  customFields: opt(tagged),
  checkForDuplicates: opt(bool),
};
const version = { version: opt(int({ format: 'int64' })), isVersionEnabled: opt(bool) };
/** Request body of POST. */
export const createRequest = record('CaseRequest', {
  objectTypeId: uuid,
  name: text({ notBlank: true, max: 500 }),
  ...editable,
});
/** Request body of PUT. */
export const updateRequest = record('CaseUpdateRequest', {
  objectTypeId: uuid,
  name: text({ notBlank: true, max: 500 }),
  ...editable,
  ...version,
});
/** Request body of PATCH. */
export const patchRequest = record('CasePatchRequest', {
  name: opt(text({ notBlank: true, max: 500 })),
  ...editable,
  removedRows: opt(
    list(record('RemovedRow', { blockId: uuid, rowNumber: note(int({ min: 1 }), 'Counted from 1') })),
  ),
  ...version,
});
type Given = Partial<Infer<typeof updateRequest>> & Pick<Partial<Infer<typeof patchRequest>>, 'removedRows'>;

function typeOf(memory: Memory, at: LegalCase): ObjectType {
  const type = byName(memory.catalogue.objectTypes, at.type);
  if (!type) throw new Error(`No object type ${at.type}`);
  return type;
}

/** Converts a case to a list item. */
export function viewSummary(memory: Memory, at: LegalCase) {
  const { catalogue } = memory;
  const own = more.case(at);
  const type = typeOf(memory, at);
  return {
    ...entity(memory, 'v2/cases', at.id, at.createdAt, at.changedAt),
    name: at.name,
    number: at.number ?? null,
    description: own.description ?? null,
    objectType: refer(type),
    objectClass: refer(byId(catalogue.objectClasses, type.classId)),
    responsible: referResponsible(memory, at.responsible),
    status: at.isArchived ? 'ARCHIVED' : 'IN_WORK',
    stage: refer(byId(dictionary(catalogue, 'CASE_STAGE').values, own.stageId)),
    project: refer(byId(catalogue.projects, own.projectId)),
    folder: refer(byId(catalogue.folders, own.folderId)),
    documentFolderId: own.documentFolderId,
    version: own.version,
  };
}

/** Converts a case with its card and participants to a response. */
export function viewDetails(memory: Memory, at: LegalCase) {
  const participants = at.parties.flatMap(({ participant, role }) => {
    const one = byId(memory.world.participants, participant);
    if (!one) return [];
    const type = one.kind === 'company' ? 'COMPANY' : 'INDIVIDUAL';
    const shown = { type, id: one.id, name: one.name };
    return [{ participant: shown, role: refer(byName(memory.catalogue.roles, role)) }];
  });
  return { ...viewSummary(memory, at), participants, customFields: showCard(memory, at) };
}

/** Returns the case with this id. Throws 404 if there is none. */
export function caseOf(memory: Memory, id: string): LegalCase {
  const found = byId(memory.world.cases, id);
  if (!found) throw missing('Case', id);
  return found;
}

/** Writes the values of a request to a case. With `replace`, removes values that the request lacks. */
function fill(memory: Memory, at: LegalCase, given: Given, replace: boolean, isNew: boolean): boolean {
  const { catalogue, world } = memory;
  const own = more.case(at);
  const set = (key: keyof Given) => replace || given[key] !== undefined;
  const known = {
    projectId: catalogue.projects,
    folderId: catalogue.folders,
    responsibleId: world.users,
    stageId: dictionary(catalogue, 'CASE_STAGE').values,
  };
  for (const [key, rows] of Object.entries(known) as [keyof typeof known, { id: string }[]][])
    if (given[key] && !byId(rows, given[key])) throw refuse(key, given[key], 'not found', 'NotFound');
  const type = typeOf(memory, at);
  const touches = set('customFields') || given.removedRows;
  const edited = touches
    ? editCard(memory, type, at.card, given.customFields ?? {}, replace)
    : { card: { ...at.card }, ignored: false };
  const bottomUp = [...(given.removedRows ?? [])].sort((a, b) => b.rowNumber - a.rowNumber);
  for (const row of bottomUp) removeRow(type, edited.card, row.blockId, row.rowNumber);
  if (given.checkForDuplicates) checkDuplicates(memory, type, edited.card, at);
  at.card = edited.card;
  if (given.name) at.name = given.name;
  if (set('number') && !isNew) assign(at, 'number', given.number);
  if (set('description')) assign(own, 'description', given.description);
  if (set('responsibleId')) assign(at, 'responsible', given.responsibleId);
  if (set('stageId')) assign(own, 'stageId', given.stageId);
  if (set('projectId')) {
    assign(own, 'projectId', given.projectId);
    assign(at, 'project', byId(catalogue.projects, given.projectId ?? undefined)?.name);
  }
  if (set('folderId')) {
    assign(own, 'folderId', given.folderId);
    assign(at, 'folder', byId(catalogue.folders, given.folderId ?? undefined)?.name);
  }
  return edited.ignored;
}

/** Creates a case with its document folder. */
export function createCase(memory: Memory, given: Infer<typeof createRequest>): LegalCase {
  const type = byId(memory.catalogue.objectTypes, given.objectTypeId);
  if (type?.status !== 'ACTIVE')
    throw refuse('objectTypeId', given.objectTypeId, 'object type not found', 'NotFound');
  const now = memory.now();
  const id = memory.newId();
  const folder = { id: memory.newId(), name: given.name, caseId: id, createdAt: now };
  const made: LegalCase = {
    id,
    number: given.number ?? `${now.getUTCFullYear()}/${memory.world.cases.length + 1001}`,
    name: given.name,
    type: type.name,
    isArchived: false,
    createdAt: now,
    changedAt: now,
    parties: [],
    related: [],
    card: {},
    extra: extra.case({
      version: 0,
      documentFolderId: folder.id,
      tableBlockIds: type.blocks.flatMap((block) => (block.kind === 'TABLE' ? [block.id] : [])),
    }),
  };
  fill(memory, made, given, true, true);
  memory.world.cases.push(made);
  memory.docFolders.push(folder);
  return made;
}

/** Changes a case. Status 201 means that values of a read-only block were ignored. */
export function changeCase(memory: Memory, at: LegalCase, given: Given, replace: boolean): Reply {
  checkVersion(more.case(at).version, given.version, given.isVersionEnabled);
  if (given.objectTypeId && given.objectTypeId !== typeOf(memory, at).id)
    throw refuse('objectTypeId', given.objectTypeId, 'object type cannot be changed');
  const ignored = fill(memory, at, given, replace, false);
  touchCase(memory, at);
  const folder = byId(memory.docFolders, more.case(at).documentFolderId);
  if (folder && folder.name !== at.name) {
    for (const one of memory.world.documents)
      if (one.case === at.id && one.folders[0] === folder.name) one.folders[0] = at.name;
    folder.name = at.name;
  }
  return { status: ignored ? 201 : 200, body: viewDetails(memory, at) };
}

/** Deletes an archived case with its documents. */
export function removeCase(memory: Memory, at: LegalCase) {
  if (!at.isArchived) throw new Fault(409, 'Only archived objects can be deleted');
  const { world, docFolders } = memory;
  world.cases.splice(world.cases.indexOf(at), 1);
  for (const other of world.cases) other.related = other.related.filter((id) => id !== at.id);
  for (const one of [...world.tasks, ...world.events]) if (one.case === at.id) delete one.case;
  const gone = world.documents.filter((one) => one.case === at.id);
  for (const one of gone) world.documents.splice(world.documents.indexOf(one), 1);
  for (const task of world.tasks)
    task.documents = task.documents.filter((id) => !gone.some((one) => one.id === id));
  for (const folder of docFolders.filter((one) => one.caseId === at.id))
    docFolders.splice(docFolders.indexOf(folder), 1);
}
