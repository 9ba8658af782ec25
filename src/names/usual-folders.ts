import { isCallError, NameError } from '../contract/errors.ts';
import type { OperationClient } from '../contract/operations/operation-client.ts';
import type { NameQuery, ResolvedRecord } from '../contract/records/name-resolver.ts';
import type { RecordKind } from '../contract/records/record-ref.ts';
import type { RecordSource, RecordSources } from '../contract/records/record-source.ts';
import type { CandidateList, ListQuestion } from './candidates.ts';
import { matchWords, type NamedRecord } from './match.ts';
import { distinctCandidates } from './refusals/distinct.ts';
import { normalise } from './spelling/normalise.ts';

/** Maximum number of folders that are read, and of records that the error message lists. */
const most = { folders: 3, listed: 25 };

interface UsualSearch {
  readonly operations: OperationClient;
  readonly kind: RecordKind;
  readonly text: string;
  readonly question: NameQuery;
  readonly sources: RecordSources;
  readonly list: (operations: OperationClient, question: ListQuestion) => Promise<CandidateList>;
}

/**
 * Finds a record of a kind whose source has `usuallyIn`: first in the usual folders, then with `findAnywhere`, because
 * a firm may keep such records in other folders.
 * @throws NameError with up to `most.listed` records of the usual folders
 */
export async function findInUsualFolders(
  search: UsualSearch,
  source: RecordSource,
  findAnywhere: () => Promise<ResolvedRecord>,
): Promise<ResolvedRecord> {
  const entries = await entriesIn(search, source);
  const [first, second] = await matchWords(search.text.trim(), entries);
  const isExact = first?.fit === 'exact';
  if (first && !second && (isExact || search.question.guess))
    return { id: first.entry.id, name: first.entry.name, isExact };
  return findAnywhere().catch((error: unknown) => {
    if (!(error instanceof NameError) || entries.length === 0) throw error;
    throw new NameError(
      'NAME_UNKNOWN',
      `no ${search.kind} has exactly that name. The folders of ${source.many} contain these: repeat the call with the name or id of one.`,
      distinctCandidates(entries.slice(0, most.listed)),
      Math.max(0, entries.length - most.listed),
    );
  });
}

/** Returns the records in the usual folders. Returns none if a folder cannot be read. */
async function entriesIn({ operations, kind, sources, list }: UsualSearch, source: RecordSource) {
  const { usuallyIn, tree } = source;
  const folders = usuallyIn && sources[usuallyIn.kind];
  const search = folders?.search;
  if (!usuallyIn || !tree || !folders || !search) return [];
  try {
    const found = await Promise.all(
      usuallyIn.words.map((word) =>
        list(operations, { kind: usuallyIn.kind, source: folders, args: { [search]: word } }),
      ),
    );
    const isUsual = ({ names, aliases }: NamedRecord) =>
      [...names, ...aliases].some((name) => usuallyIn.words.some((word) => name.includes(normalise(word))));
    const ids = new Set(found.flatMap(({ entries }) => entries.filter(isUsual).map(({ id }) => id)));
    const inside = await Promise.all(
      [...ids]
        .slice(0, most.folders)
        .map((id) => list(operations, { kind, source, args: { [tree.folder]: id } })),
    );
    return [...new Map(inside.flatMap(({ entries }) => entries.map((entry) => [entry.id, entry]))).values()];
  } catch (error) {
    if (!isCallError(error)) throw error;
    return [];
  }
}
