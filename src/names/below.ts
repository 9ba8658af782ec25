import type { OperationClient } from '../contract/operations/operation-client.ts';
import type { RecordSource, Tree } from '../contract/records/record-source.ts';
import type { Row } from '../contract/records/row.ts';

/** Maximum number of folders that are listed to look up one name. With more, the result is incomplete. */
const maxFolders = 25;

/** Rows of one or several folders. `isCut` is true if the service has more rows than were read. */
export interface Level {
  readonly rows: readonly Row[];
  readonly isCut: boolean;
}

/** Checks whether a list that was requested without a folder argument also contains records in folders. */
export const goesDeep = (
  { tree }: RecordSource,
  args: Readonly<Record<string, unknown>>,
  rows: readonly Row[],
) =>
  tree !== undefined &&
  args[tree.folder] === undefined &&
  rows.some((row) => typeof (row[tree.parent] as Row | null | undefined)?.Id === 'string');

/**
 * Reads all records of a kind that are in folders. First sends one request with the arguments `tree.all`, if there are
 * any. If the response contains a record in a folder, it is complete. Otherwise each folder is listed separately, up to
 * `maxFolders`.
 * @param list reads all pages of a list
 */
export async function readBelow(
  operations: OperationClient,
  source: RecordSource & { readonly tree: Tree },
  list: (source: RecordSource, args: Readonly<Record<string, unknown>>) => Promise<Level>,
): Promise<Level> {
  const { tree } = source;
  const all = tree.all === undefined ? undefined : await list(source, tree.all);
  if (all !== undefined && goesDeep(source, {}, all.rows)) return all;
  const folders = { ...source, args: tree.folders } as RecordSource;
  const areFolders = tree.all === undefined;
  const rows = [...(all?.rows ?? [])];
  const seen = new Set<string>();
  let isCut = all?.isCut ?? false;
  const take = async (args: Readonly<Record<string, unknown>>): Promise<readonly Row[]> => {
    const level = await list(folders, args);
    isCut ||= level.isCut;
    if (areFolders) rows.push(...level.rows);
    return level.rows;
  };
  if (!areFolders) rows.push(...(await list(source, {})).rows);
  let open = [...(await take({}))];
  while (open.length > 0 && !operations.signal?.aborted) {
    const ids = open.flatMap(({ Id }) => (typeof Id === 'string' && !seen.has(Id) ? [Id] : []));
    const fresh = [...new Set(ids)].slice(0, maxFolders - seen.size);
    isCut ||= fresh.length < new Set(ids).size;
    open = [];
    for (const id of fresh) {
      seen.add(id);
      const within = { [tree.folder]: id };
      if (!areFolders) {
        const files = await list(source, within);
        isCut ||= files.isCut;
        rows.push(...files.rows);
      }
      open.push(...(await take(within)));
    }
  }
  return { rows, isCut };
}
