import type { AccessLevel } from './access.ts';
import type { ResolvedRecord } from './entity.ts';

/** What objects look like: their classes, types, blocks and fields. */

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
  /** Absent: the field id serves as the tag (CON-4). */
  tag?: string;
  /** Other systems may fill the field under this key (OBJ-4). */
  externalId?: string;
  name: string;
  format: FieldFormat;
  isRequired?: boolean;
  /** A multi-row field: its value is an array. */
  isMulti?: boolean;
  /** For the format Dictionary. */
  dictionaryId?: string;
  /** v1 of the type reports the current date as the default value. */
  defaultsToToday?: boolean;
}

export interface Block {
  id: string;
  name: string;
  tag?: string;
  /** Multi: every field holds an array, one entry a block instance. Table: lists other objects. */
  kind: 'Single' | 'Multi' | 'Table';
  /** For a Table block: the fields of the listed objects that the table shows. */
  fields: Field[];
}

export interface ObjectType extends ResolvedRecord {
  objectClassId: string;
  status: 'Active' | 'Deleted';
  blocks: Block[];
  /** Field ids (or `Name`, `Number`) that together must be unique; a rule naming a deleted field is invalid and not run. */
  duplicateRule?: string[];
  /** Block access that a new object of the type starts with: user id to block id to level. */
  blockAccess?: Record<string, Record<string, AccessLevel>>;
}
