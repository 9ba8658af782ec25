import type { DocumentItem, Signature, StoredFile } from '../state/entities/documents.ts';
import type { CaseObject } from '../state/entities/objects.ts';
import { sampleId } from '../state/ids.ts';
import type { Seeding } from './build.ts';
import { caseId, caseKeys, documentFolderId } from './cases.ts';
import { dictionaryId, valueId } from './dictionaries.ts';
import { fileBytes, mediaTypeOf } from './fixtures/files.ts';
import { kinds } from './kinds.ts';
import { type DocumentRow, documentRows } from './rows/document-rows.ts';
import { userId } from './users.ts';

const documentTypes = dictionaryId('DocumentType');

/** Returns the id of a document by key. The lowest numbers belong to the root folders of cases, which have no key. */
export function documentId(key: string): string {
  const index = documentRows.findIndex(([name]) => name === key);
  if (index < 0) throw new Error(`sample data name the document ${key}, which does not exist`);
  return sampleId(kinds.document, caseKeys.length + index + 1);
}

/** Adds the Documents section: a root folder per case, then folders, templates and files. */
export function seedDocuments(seeding: Seeding): void {
  const { documents, objects } = seeding.world;
  documents.insert(...objects.all().map(buildRootFolder));
  for (const [index, row] of documentRows.entries())
    documents.insert(buildDocument(seeding, row, caseKeys.length + index + 1));
}

/** Creates the root folder of a case. */
export function buildRootFolder({ documentFolderId, createdAt, name, id }: CaseObject): DocumentItem {
  return {
    id: documentFolderId,
    createdAt,
    changedAt: createdAt,
    kind: 'Folder',
    name,
    caseId: id,
    authorId: userId('workflow'),
    version: 1,
    signatures: [],
    attributes: {},
  };
}

function buildDocument(seeding: Seeding, row: DocumentRow, number: number): DocumentItem {
  const [key, place, fullName, type, author, age, more = {}] = row;
  const isFile = /\.\w{2,4}$/.test(fullName);
  const home = caseOf(row);
  const base = seeding.entity(kinds.document, number, age, more.changed ?? age);
  return {
    ...base,
    kind: isFile ? 'File' : 'Folder',
    name: fullName.replace(/\.\w{2,4}$/, ''),
    ...(place
      ? { parentId: place.startsWith('@') ? documentFolderId(place.slice(1)) : documentId(place) }
      : {}),
    ...(home ? { caseId: caseId(home) } : {}),
    ...(type ? { typeId: valueId(documentTypes, type) } : {}),
    ...(isFile ? { date: seeding.day(-age), fileId: storeContent(seeding, row, number) } : {}),
    authorId: userId(author),
    ...(more.isTemplate ? { isTemplate: true } : {}),
    version: more.version ?? 1,
    signatures: (more.signedBy ?? []).map((mark, index) => sign(seeding, { mark, age, number, index, key })),
    attributes: structuredClone(more.attributes ?? {}),
  };
}

/** Returns the case of a row, from its folder or from a folder above. */
function caseOf([, place]: DocumentRow): string | undefined {
  if (place === null) return undefined;
  if (place.startsWith('@')) return place.slice(1);
  const around = documentRows.find(([key]) => key === place);
  return around ? caseOf(around) : undefined;
}

function storeContent(seeding: Seeding, row: DocumentRow, number: number): string {
  const [key, , name, , , age] = row;
  return storeFile(seeding, { number, name, age, make: () => fileBytes(key, name, seeding.day) });
}

interface Content {
  readonly number: number;
  readonly name: string;
  readonly age: number;
  make(): Uint8Array;
}

/** Creates a file whose bytes are generated on first use, because most are never read. */
function storeFile(seeding: Seeding, { number, name, age, make }: Content): string {
  let made: Uint8Array | undefined;
  const file: StoredFile = {
    ...seeding.entity(kinds.file, number, age),
    name,
    mediaType: mediaTypeOf(name),
    get bytes() {
      made ??= make();
      return made;
    },
  };
  return seeding.world.files.insert(file).id;
}

interface SignatureMark {
  /** Login of the signer. A leading minus means that the signature was revoked. */
  readonly mark: string;
  readonly age: number;
  readonly number: number;
  readonly index: number;
  readonly key: string;
}

/** Creates a signature. The number of its file is the number of the document times 1000, plus `index`. */
function sign(seeding: Seeding, { mark, age, number, index, key }: SignatureMark): Signature {
  const login = mark.replace('-', '');
  const name = `${key}-${login}.sig`;
  const make = () => new TextEncoder().encode(`sample signature of ${key} by ${login}\n`);
  return {
    userId: userId(login),
    signedAt: seeding.day(-Math.max(age - 1 - index, 1), '12:00'),
    status: mark.startsWith('-') ? 'Revoked' : 'Valid',
    fileId: storeFile(seeding, { number: number * 1000 + index, name, age, make }),
  };
}
