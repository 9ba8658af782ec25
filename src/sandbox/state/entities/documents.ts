import type { Entity, FieldValues } from './entity.ts';

/** Documents, their folders, and files. */

export interface Signature {
  userId: string;
  signedAt: string;
  status: 'Valid' | 'Revoked';
  /** Id of the stored file that holds the signature. */
  fileId: string;
}

/** A document, or a folder of the Documents section. */
export interface DocumentItem extends Entity {
  kind: 'File' | 'Folder';
  name: string;
  parentId?: string;
  caseId?: string;
  typeId?: string;
  date?: string;
  authorId: string;
  fileId?: string;
  isTemplate?: boolean;
  /** Document version, from 1. */
  version: number;
  signatures: Signature[];
  attributes: FieldValues;
}

export interface StoredFile extends Entity {
  name: string;
  mediaType: string;
  bytes: Uint8Array;
  /** Archive from which it was extracted. A user who may not read the archive may not read this file. */
  archiveId?: string;
  /** Extracted files expire after `ExtractedFileLifetime`. */
  expiresAt?: string;
}
