import type { LegalCase } from '../../world.ts';
import { cardFields, type ObjectType, showValues } from '../cards.ts';
import { EntityId, EntityReference, entityShape } from '../contract.ts';
import type { Of } from '../schema.ts';
import { byTag, def, enumOf, flag, int, listOf, model, opt, req, text, uuid } from '../schema.ts';
import { byId, reference, type Store, url } from '../store.ts';
export const CaseStatus = enumOf('CaseStatus', ['InWork', 'Archived']);

const check = { CheckForDuplicates: def(flag, false, 'Refuses to save a duplicate') };

/** Object in lists. */
export const CaseListItem = model('CaseListItem', {
  ...entityShape,
  Name: req(text()),
  Number: opt(text()),
  ObjectType: req(EntityReference),
  Responsible: opt(EntityReference),
  Status: req(CaseStatus),
  Project: opt(EntityReference),
  Folder: opt(EntityReference),
  DocumentFolderId: req(uuid, 'Root document folder of the object'),
});

/** Participant of a case. */
export const CaseParticipant = model('CaseParticipant', {
  Id: req(uuid, 'Participant'),
  Name: req(text()),
  Type: req(enumOf('ParticipantType', ['Individual', 'Company'])),
  Role: opt(EntityReference),
});

/** Case with its card. */
export const CaseDto = model('Case', {
  ...CaseListItem.shape,
  Version: req(int(undefined, undefined, 'int64'), 'Grows with each change'),
  CustomFields: req(byTag, 'Values by tag; null where a field has no value'),
  Participants: req(listOf(CaseParticipant)),
  TableBlocks: req(listOf(EntityReference), 'Table blocks, for GetTableObjects'),
});

const members = {
  Name: req(text({ max: 500 })),
  Number: opt(text({ max: 50 })),
  Responsible: opt(EntityId),
  Project: opt(EntityId),
  Folder: opt(EntityId),
  CustomFields: opt(byTag, 'Values by tag, or by field id where there is no tag'),
  CustomFieldsByExternalId: opt(byTag, 'Values by External ID: only these fields change'),
};

const versioned = {
  Version: opt(int(undefined, undefined, 'int64')),
  IsVersionEnabled: opt(flag, 'Version is checked when true'),
  ...check,
};

/** Request body of POST. */
export const CreateCaseRequest = model('CreateCaseRequest', {
  ObjectType: req(EntityId),
  ...members,
  ...check,
});
/** Request body of PUT. */
export const UpdateCaseRequest = model('UpdateCaseRequest', { ...members, ...versioned });
const DeletedPart = model('DeletedPart', {
  BlockId: opt(uuid, 'A multi-block'),
  FieldId: opt(uuid, 'A multi-row field'),
  OrdinalNumber: opt(int(1, 1000), 'From 1; without it the whole block or field is emptied'),
});
/** Request body of PATCH. */
export const EditCaseRequest = model('EditCaseRequest', {
  ...members,
  Name: opt(text({ max: 500 }), 'Members that are not sent stay as they are'),
  Deleted: opt(listOf(DeletedPart), 'Blocks and rows to delete'),
  ...versioned,
});
/** Request body of archive and restore. */
export const StateRequest = model('CaseStateRequest', check);
/** Request body for adding a participant. */
export const AddParticipantRequest = model('AddParticipantRequest', {
  ParticipantId: req(uuid),
  RoleId: opt(uuid),
});

export function typeOf(store: Store, record: LegalCase): ObjectType {
  return byId(store.settings.objectTypes, String(record.extra.typeId), 'Object type');
}

/** Converts an object to a list item. */
export function showListed(store: Store, record: LegalCase): Record<string, unknown> {
  const { settings, world } = store;
  const { extra } = record;
  const user = world.users.find(({ id }) => id === record.responsible);
  return {
    Id: record.id,
    CreationDate: record.createdAt,
    LastChangeDate: record.changedAt,
    Url: url(store, 'cases', record.id),
    Name: record.name,
    Number: record.number ?? null,
    ObjectType: reference(store, 'types', typeOf(store, record)),
    Responsible: reference(store, 'users', user),
    Status: record.isArchived ? 'Archived' : 'InWork',
    Project: reference(
      store,
      'projects',
      settings.projects.find(({ id }) => id === extra.projectId),
    ),
    Folder: reference(
      store,
      'folders',
      settings.objectFolders.find(({ id }) => id === extra.folderId),
    ),
    DocumentFolderId: extra.documentFolderId,
  };
}

/** Converts a case with its card to a DTO. */
export function show(store: Store, record: LegalCase): Record<string, unknown> {
  const type = typeOf(store, record);
  return {
    ...showListed(store, record),
    Version: record.extra.version,
    CustomFields: showValues(store, cardFields(type), record.card),
    Participants: record.parties.flatMap((party) => showParty(store, party)),
    TableBlocks: type.blocks
      .filter(({ kind }) => kind === 'Table')
      .map((one) => reference(store, 'blocks', one)),
  };
}

/** Converts a participant and its role in a case to a DTO. */
export function showParty(store: Store, party: LegalCase['parties'][number]): Of<typeof CaseParticipant>[] {
  const found = store.world.participants.find(({ id }) => id === party.participant);
  if (found === undefined) return [];
  const role = store.settings.roles.find(({ name }) => name === party.role);
  const Type = found.kind === 'company' ? 'Company' : 'Individual';
  return [{ Id: found.id, Name: found.name, Type, Role: reference(store, 'roles', role) }];
}
