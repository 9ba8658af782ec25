import type { OperationClient } from '../../contract/operations/operation-client.ts';
import { entityKind } from '../../contract/records/vocabulary.ts';
import { filterItems, isSameId } from '../filter-list.ts';
import { type Listed, listAll } from '../list-records.ts';
import { eachOnce } from '../partial.ts';
import { type DocumentRecord, documentRecord } from '../records.ts';

const maxPages = 5;
/** Maximum number of folders listed for a case. Beyond it, the result is incomplete (`isCut`). */
const maxFolders = 25;

type Documents = Listed<DocumentRecord>;

/**
 * Lists the files of a case in all folders. The request has a date filter, because services then also return files in
 * subfolders (API description, Documents). If the service returns no file from a subfolder, every folder is listed
 * separately.
 * @param folderId root folder of the case. If undefined, returns undefined
 */
export async function listCaseDocuments(
  operations: OperationClient,
  caseId: string,
  folderId: string | undefined,
): Promise<Documents | undefined> {
  if (folderId === undefined) return undefined;
  /** Lists one folder. Also keeps rows of the case that are in another folder, because they may be in a subfolder. */
  const list = async (FolderId: string, kind: keyof typeof entityKind, deep: object = {}) => {
    const asked = { FolderId, EntityKind: entityKind[kind], ...deep };
    const found = await listAll(operations, ['list_documents', asked], documentRecord, {
      ...{ maxPages, isPart: true },
      compares: ['FolderId'],
    });
    return filterItems(found, 'FolderId of list_documents', ({ Case, Folder }) =>
      isSameId(Folder?.Id, FolderId) === true ? true : isSameId(Case?.Id, caseId),
    );
  };
  const deep = await list(folderId, 'file', { CreationDateFrom: '2000-01-01T00:00:00Z' });
  // A service might ignore the date filter, so an empty list does not prove that the folder is empty.
  const files = deep.isUnproven ? await list(folderId, 'file') : deep;
  if (files.items.some(({ Folder }) => isSameId(Folder?.Id, folderId) === false)) return files;
  return lookInto(files, folderId, list);
}

/** Lists the files in all subfolders and adds them to the files found so far. */
async function lookInto(
  files: Documents,
  folderId: string,
  list: (folderId: string, kind: keyof typeof entityKind) => Promise<Documents>,
): Promise<Documents> {
  const seen = new Set([folderId]);
  const read = [files];
  let level = (await list(folderId, 'folder')).items;
  while (level.length > 0) {
    const fresh = level.filter(({ Id }) => !seen.has(Id)).slice(0, maxFolders + 1 - seen.size);
    for (const { Id } of fresh) seen.add(Id);
    const below = await Promise.all(
      fresh.map(async ({ Id }) => ({ files: await list(Id, 'file'), folders: await list(Id, 'folder') })),
    );
    read.push(...below.map((one) => one.files));
    level = below.flatMap(({ folders }) => folders.items);
  }
  const items = new Map(read.flatMap((one) => one.items).map((item) => [item.Id, item]));
  return {
    items: [...items.values()],
    isCut: read.some(({ isCut }) => isCut) || seen.size > maxFolders,
    hasMoved: read.some(({ hasMoved }) => hasMoved),
    notes: eachOnce(read.flatMap(({ notes = [] }) => notes)),
    ...(files.isUnproven && items.size === 0 ? { isUnproven: true } : {}),
  };
}
