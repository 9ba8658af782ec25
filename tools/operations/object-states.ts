import { presumed } from '../../src/contract/operations/field-marks.ts';
import { operation } from '../../src/contract/operations/operation.ts';
import { caseId, checkForDuplicates, more, named, objectId } from './fields.ts';

/** Advice to the assistant if the service reports a duplicate. */
export const duplicate =
  'A duplicate exists: show the user the objects in ConflictObjects; do not retry with the check off.';
/**
 * State in which the service refuses to delete an object. Only archived objects can be deleted (API description, States
 * and transitions).
 */
const inWork = { Status: 'InWork' };
/**
 * Properties of operations that archive a record. Archiving counts as a loss, because it hides the record. The service
 * refuses to archive a record that is already archived.
 */
const archives = {
  target: { tool: 'get_object', args: { id: 'id' }, hinderedBy: { Status: 'Archived' } },
  loses: { always: ['Status'] },
} as const;
/**
 * Returns the rule for operations that accept only cases. A record is not a case if the service returns its type as an
 * object type but not as a case type. Case types are object types too (API description, Object types).
 */
const ofCases = (otherwise: string) => ({
  ofTypes: { at: 'Type', read: 'get_case_type', readAny: 'get_object_type', otherwise },
});
/** Advice to the assistant if the service finds no case. */
const noCase = (otherwise: string) =>
  `There is no such case, or the record is not a case: for a contract or another object use ${otherwise}.`;
const participant = {
  ParticipantId: presumed(named('participant')),
  RoleId: presumed(named('role in case').optional()),
};

/**
 * Operations that change the state of objects and cases (archive, restore, delete), and operations on their
 * participants.
 */
export const objectStates = [
  operation({
    name: 'archive_object',
    title: 'Archive object',
    titleRu: 'Объект в архив',
    search: { words: 'done' },
    route: 'POST /api/v2/objects/{id}/archive',
    access: 'update',
    params: { id: objectId },
    body: { CheckForDuplicates: checkForDuplicates },
    ...archives,
    stores: { becomes: 'archived' },
    undoneBy: { tool: 'restore_object', args: { id: 'id' } },
    verifiedBy: 'get_object',
    description: 'Moves an object of any type, cases too, to the archive; restore_object undoes it.',
    errors: { 409: `It is archived already, or: ${duplicate}` },
  }),
  operation({
    name: 'archive_case',
    title: 'Archive case',
    titleRu: 'Дело в архив',
    search: { words: 'done' },
    route: 'POST /api/v2/cases/{id}/archive',
    access: 'update',
    params: { id: caseId },
    body: { CheckForDuplicates: checkForDuplicates },
    ...archives,
    target: { ...archives.target, ...ofCases('archive_object') },
    stores: { becomes: 'archived' },
    undoneBy: { tool: 'restore_case', args: { id: 'id' } },
    verifiedBy: 'get_object',
    description:
      'Moves a case to the archive; restore_case undoes it. archive_object does so for objects of any type.',
    errors: { 404: noCase('archive_object'), 409: `It is archived already, or: ${duplicate}` },
  }),
  operation({
    name: 'restore_object',
    title: 'Restore object',
    titleRu: 'Вернуть объект из архива',
    route: 'POST /api/v2/objects/{id}/restore',
    access: 'update',
    params: { id: objectId },
    body: { CheckForDuplicates: checkForDuplicates },
    target: { tool: 'get_object', args: { id: 'id' } },
    stores: { becomes: 'in work' },
    undoneBy: { tool: 'archive_object', args: { id: 'id' } },
    verifiedBy: 'get_object',
    description: 'Brings an archived contract or other object back to work; for cases: restore_case.',
    errors: { 409: `It is not archived, or: ${duplicate}` },
  }),
  operation({
    name: 'restore_case',
    title: 'Restore case',
    titleRu: 'Вернуть дело из архива',
    route: 'POST /api/v2/cases/{id}/restore',
    access: 'update',
    params: { id: caseId },
    body: { CheckForDuplicates: checkForDuplicates },
    target: { tool: 'get_object', args: { id: 'id' }, ...ofCases('restore_object') },
    stores: { becomes: 'in work' },
    undoneBy: { tool: 'archive_case', args: { id: 'id' } },
    verifiedBy: 'get_object',
    description: 'Brings an archived case back to work.',
    errors: { 404: noCase('restore_object'), 409: `It is not archived, or: ${duplicate}` },
  }),
  operation({
    name: 'delete_object',
    title: 'Delete object',
    titleRu: 'Удалить объект',
    route: 'DELETE /api/v2/objects/{id}',
    access: 'delete',
    params: { id: objectId },
    target: { tool: 'get_object', args: { id: 'id' }, hinderedBy: inWork },
    removes: {},
    verifiedBy: 'get_object',
    description:
      'Deletes an archived contract or other object (for cases: delete_case) for good. To hide it use archive_object.',
    errors: { 409: 'Only archived objects can be deleted: ask the user whether to archive it first.' },
  }),
  operation({
    name: 'delete_case',
    title: 'Delete case',
    titleRu: 'Удалить дело',
    route: 'DELETE /api/v2/cases/{id}',
    access: 'delete',
    params: { id: caseId },
    target: { tool: 'get_object', args: { id: 'id' }, hinderedBy: inWork, ...ofCases('delete_object') },
    removes: {},
    verifiedBy: 'get_object',
    description:
      'Deletes an archived case (for contracts and other objects: delete_object) for good. To hide it use archive_case.',
    errors: {
      404: noCase('delete_object'),
      409: 'Only archived cases can be deleted: ask the user whether to archive it first.',
    },
  }),
  operation({
    name: 'add_object_participant',
    title: 'Add participant to object',
    titleRu: 'Добавить участника в объект',
    search: { words: 'plaintiff' },
    route: 'POST /api/v2/objects/{id}/participants',
    access: 'create',
    certain: ['ParticipantId', 'RoleId'],
    params: { id: objectId },
    body: { ...participant, ...more },
    target: { tool: 'get_object', args: { id: 'id' } },
    stores: { entryOf: 'Participants' },
    undoneBy: {
      tool: 'exclude_participant',
      args: { ProjectId: 'id', ParticipantId: 'ParticipantId', RoleId: 'RoleId' },
    },
    verifiedBy: 'get_object',
    description:
      'Adds an existing participant to a contract or another object that is no case, with a role if given. Needs Edit on the object and View on participants.',
  }),
  operation({
    name: 'add_case_participant',
    title: 'Add participant to case',
    titleRu: 'Добавить участника в дело',
    search: { words: 'plaintiff, change role' },
    route: 'POST /api/v2/cases/{id}/participants',
    access: 'create',
    certain: ['ParticipantId', 'RoleId'],
    params: { id: caseId },
    body: { ...participant, ...more },
    target: { tool: 'get_object', args: { id: 'id' }, ...ofCases('add_object_participant') },
    stores: { entryOf: 'Participants' },
    undoneBy: {
      tool: 'exclude_participant',
      args: { ProjectId: 'id', ParticipantId: 'ParticipantId', RoleId: 'RoleId' },
    },
    verifiedBy: 'get_object',
    errors: { 404: noCase('add_object_participant') },
    description:
      'Adds an existing participant to a case, with a role if given (to change a role: add the new one, then exclude the old). Needs Edit on the case and View on participants.',
  }),
];
