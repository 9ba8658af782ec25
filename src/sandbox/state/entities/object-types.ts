import type { AccessLevel } from './access.ts';
import type { ResolvedRecord } from './entity.ts';

/** Classes, types, blocks and fields of objects. */

export interface ObjectClass extends ResolvedRecord {
  section: string;
  icon: string;
}

export type FieldFormat =
  | 'Text'
  | 'Number'
  | 'Date'
  | 'DateTime'
  | 'Boolean'
  | 'Hyperlink'
  | 'Dictionary'
  | 'User'
  | 'Participant'
  | 'Document'
  | 'Object';

export interface Field {
  id: string;
  /** Tag of the field. Default: the field id is used instead (CON-4). */
  tag?: string;
  /** Key under which other systems may fill the field (OBJ-4). */
  externalId?: string;
  name: string;
  format: FieldFormat;
  isRequired?: boolean;
  /** True for a multi-row field, whose value is an array. */
  isMulti?: boolean;
  /** Dictionary of a field with the format Dictionary. */
  dictionaryId?: string;
  /** True if v1 returns the current date as the default value of the field. */
  defaultsToToday?: boolean;
}

export interface Block {
  id: string;
  name: string;
  tag?: string;
  /**
   * A `Multi` block has several instances, and each of its fields has an array with one entry per instance. A `Table`
   * block lists other objects.
   */
  kind: 'Single' | 'Multi' | 'Table';
  /** Fields of the block. For a Table block, the shown fields of the listed objects. */
  fields: Field[];
}

export interface ObjectType extends ResolvedRecord {
  objectClassId: string;
  status: 'Active' | 'Deleted';
  blocks: Block[];
  /** Field ids (or `Name`, `Number`) that must be unique together. A rule with a deleted field is not applied. */
  duplicateRule?: string[];
  /** Access levels on the blocks of new objects, by user id and block id. */
  blockAccess?: Record<string, Record<string, AccessLevel>>;
}
