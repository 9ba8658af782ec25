import type { OperationClient } from '../../contract/operations/operation-client.ts';
import type { NameResolver } from '../../contract/records/name-resolver.ts';
import type { CaseFiles } from '../../domain/cases/locate-document.ts';
import { isSameId } from '../../domain/filter-list.ts';
import { changed, type DocumentRecord } from '../../domain/records.ts';
import { findNames, readNames } from '../../domain/reference-names.ts';

/** Maximum number of folders whose names are read. Documents in further folders are shown without their folder. */
const maxFolders = 10;

/**
 * Adds the names of authors and folders, because references may lack them. Removes the reference to the root folder of
 * the case, because its name says nothing about a document.
 */
export async function withAuthorsAndFolders(
  operations: OperationClient,
  names: NameResolver,
  files: CaseFiles,
): Promise<CaseFiles> {
  const { documents, folderId } = files;
  const isBelow = ({ Folder }: DocumentRecord) =>
    Folder?.Id !== undefined && !(folderId !== undefined && isSameId(Folder.Id, folderId));
  const unnamed = documents.flatMap((one) =>
    isBelow(one) && one.Folder?.Name === undefined ? [one.Folder?.Id ?? []].flat() : [],
  );
  const wanted = [...new Set(unnamed)].map((id) => ({ kind: 'document', id }) as const);
  const [authors, folders] = await Promise.all([
    readNames(operations, names, [{ shape: 'document', rows: documents, fields: ['Author'] }]),
    findNames(operations, names, wanted, new Map(), { maxRead: maxFolders }),
  ]);
  const placed = (one: DocumentRecord): DocumentRecord => {
    const { Folder } = one;
    const Name = Folder?.Name ?? folders.names.get(Folder?.Id ?? '');
    return changed(authors.fill(one), { Folder: isBelow(one) ? { ...Folder, Name } : undefined });
  };
  return {
    ...files,
    documents: documents.map(placed),
    notes: [...files.notes, ...authors.notes, ...folders.notes],
  };
}
