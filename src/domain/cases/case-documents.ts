import type { OperationClient } from '../../contract/operations/operation-client.ts';
import { entityKind } from '../../contract/records/vocabulary.ts';
import { holdItems, isSameId } from '../held-list.ts';
import { type Listed, listAll } from '../list-records.ts';
import { eachOnce } from '../partial.ts';
import { type DocumentRecord, documentRecord } from '../records.ts';

const maxPages = 5;
/** Folders of a case that are looked into one by one. */
const maxFolders = 25;

type Documents = Listed<DocumentRecord>;

/**
 * All files of a case: those below its folder. A filter by date leaves folders out (the API description, Documents), and
 * services then look into them; one that does not is asked for what each folder holds.
 * @param folderId of the case; undefined: it is not known
 */
export async function listCaseDocuments(
  operations: OperationClient,
  caseId: string,
  folderId: string | undefined,
): Promise<Documents | undefined> {
  if (folderId === undefined) return undefined;
  /** A document lies deeper than the folder that was asked for, but in the same case. */
  const list = async (FolderId: string, kind: keyof typeof entityKind, deep: object = {}) => {
    const asked = { FolderId, EntityKind: entityKind[kind], ...deep };
    const compares = { compares: ['FolderId'] };
    const found = await listAll(operations, ['list_documents', asked], documentRecord, {
      maxPages,
      ...compares,
    });
    return holdItems(found, 'FolderId of list_documents', ({ Case, Folder }) =>
      isSameId(Folder?.Id, FolderId) === true ? true : isSameId(Case?.Id, caseId),
    );
  };
  const files = await list(folderId, 'file', { CreationDateFrom: '2000-01-01T00:00:00Z' });
  if (files.items.some(({ Folder }) => isSameId(Folder?.Id, folderId) === false)) return files;
  return lookInto(files, folderId, list);
}

/** What folders below one hold, whether it was among the files or not. */
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
  };
}
