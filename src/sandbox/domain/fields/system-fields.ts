import type { FieldFormat } from '../../state/entities/object-types.ts';
import type { CaseObject } from '../../state/entities/objects.ts';
import type { World } from '../../state/state.ts';

interface SystemField {
  /** Name of the field in lists. */
  readonly tag: string;
  readonly format: FieldFormat;
  /** Returns the value, or the id of a record if values of this format refer to records. */
  readonly value: (object: CaseObject, world: World) => unknown;
}

/** System fields of a row (OBJ-8). */
export const systemFields: readonly SystemField[] = [
  { tag: 'Project_Name', format: 'Text', value: ({ name }) => name },
  { tag: 'Project_FullNumber', format: 'Text', value: ({ number }) => number },
  { tag: 'Project_CreationDate_Time', format: 'DateTime', value: ({ createdAt }) => createdAt },
  {
    tag: 'Project_CreationDate',
    format: 'Date',
    value: ({ createdAt }) => `${createdAt.slice(0, 10)}T00:00:00.000Z`,
  },
  { tag: 'Project_Client_Name', format: 'Participant', value: ({ clientId }) => clientId },
  { tag: 'Project_Description', format: 'Text', value: ({ description }) => description },
  { tag: 'Project_Responsible', format: 'User', value: ({ responsibleId }) => responsibleId },
  { tag: 'Project_Stage_Name', format: 'Text', value: ({ stage }) => stage },
  { tag: 'Project_IsArchive', format: 'Boolean', value: ({ isArchived }) => isArchived },
  {
    tag: 'Project_ProjectType_Name',
    format: 'Text',
    value: ({ typeId }, world) => world.objectTypes.get(typeId)?.name,
  },
];

/** Returns the system field with this name in lists. */
export const findSystemField = (tag: string) =>
  systemFields.find((field) => field.tag.toLowerCase() === tag.toLowerCase());

const properties = [
  ...['id', 'name', 'number', 'description', 'type', 'class', 'status', 'stage', 'responsible', 'project'],
  ...['folder', 'client', 'documentfolderid', 'version', 'participants', 'creationdate', 'lastchangedate'],
];

/** Checks whether a key of Fields names a system field, which cannot be set as a custom field (CON-10). */
export const isSystemField = (key: string) =>
  findSystemField(key) !== undefined || properties.includes(key.toLowerCase());
