import type { AccessLevel } from './access.ts';
import type { Entity, FieldValues } from './entity.ts';

/** Cases and other objects, and their folders. */

export interface Folder extends Entity {
  name: string;
  parentId?: string;
  objectClassId: string;
  /** Users who cannot see the folder and its content. */
  hiddenFrom?: string[];
}

export interface Project extends Entity {
  name: string;
  folderId: string;
  objectClassId: string;
}

export interface CaseParticipant {
  participantId: string;
  /** A participant has one entry per role. */
  roleId?: string;
}

/** An object of any class; a case is an object whose class has the system name `Case`. */
export interface CaseObject extends Entity {
  name: string;
  number: string;
  description: string;
  typeId: string;
  projectId?: string;
  folderId?: string;
  responsibleId?: string;
  clientId?: string;
  /** Name of the stage. */
  stage?: string;
  isArchived: boolean;
  documentFolderId: string;
  /** Incremented with every change. */
  version: number;
  /** Values of the custom fields, by field id. */
  fields: FieldValues;
  /** Ids of the objects in each table, by the id of its block. */
  tables: Record<string, string[]>;
  participants: CaseParticipant[];
  relatedIds: string[];
  /** Access levels on this object that differ from the user's level on the section, by user id. */
  access: Record<string, AccessLevel>;
  /** Access levels on blocks that differ from the user's level on the object, by user id and block id. */
  blockAccess: Record<string, Record<string, AccessLevel>>;
}
