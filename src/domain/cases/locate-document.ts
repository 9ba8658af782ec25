import { NameError } from '../../contract/errors.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import type { NameResolver } from '../../contract/records/name-resolver.ts';
import type { Note } from '../../contract/worded.ts';
import { rank, sharingFirst } from '../../names/rank.ts';
import { type Distinguishable, distinctCandidates } from '../../names/refusals/distinct.ts';
import { normalise } from '../../names/spelling/normalise.ts';
import { extensionOf, fullNameOf } from '../document-names.ts';
import { readId } from '../links.ts';
import { notesOfList, unprovenNotes } from '../partial.ts';
import { type CaseRecord, caseRecord, type DocumentRecord, read } from '../records.ts';
import { readNames } from '../reference-names.ts';
import { listCaseDocuments } from './case-documents.ts';
import { archivedNotes, type CaseRef, locateCase, locateOne, severalCases } from './locate-case.ts';

/** Maximum number of candidates that an error shows if no document or more than one matches. */
const maxCandidates = 8;

/** A document as the user names it, and optionally the case that it belongs to. */
export interface CalledDocument {
  readonly document?: string | undefined;
  readonly case?: string | undefined;
}

/**
 * Finds a document's id by id, link or name. If the case is given, words from the document's type, author and date also
 * match.
 * @throws NameError with candidates if no document or more than one matches
 */
export async function locateDocument(
  operations: OperationClient,
  names: NameResolver,
  { document, case: within }: CalledDocument,
): Promise<string> {
  const id = document === undefined ? undefined : readId(document, 'document');
  if (id !== undefined) return id;
  if (within === undefined)
    return (await names.find(operations, 'document', document ?? '', { guess: true })).id;
  const place = await locateCase(operations, names, within);
  if (!('id' in place)) return locateInCases(operations, names, { document, within }, place);
  const { documents: all } = await filesAt(operations, names, place);
  if (document === undefined && all.length === 1) return (all[0] as DocumentRecord).Id;
  if (document === undefined)
    throw new NameError(
      'NAME_AMBIGUOUS',
      `The case has ${all.length} documents: pass the id of one.`,
      ...shownOf(all),
    );
  const { items, fit } = await rank(document, all, wordsOf);
  const exact = items.filter((item) =>
    [item.Name ?? '', fullNameOf(item)].some((name) => normalise(name) === normalise(document)),
  );
  const [one, second] = exact.length > 0 ? exact : items;
  const shown = shownOf(items.length > 0 ? items : await sharingFirst(document, all, wordsOf));
  if (one === undefined || fit === 'similar')
    throw new NameError(
      'NAME_UNKNOWN',
      'no document of the case has that name. If the user means one of the similarly named documents, pass its id.',
      ...shown,
    );
  if (second === undefined) return one.Id;
  throw new NameError(
    'NAME_AMBIGUOUS',
    `${items.length} documents of the case match. Pass the id of the right one.`,
    ...shown,
  );
}

/** Returns the strings of a document that are compared with the user's words. */
const wordsOf = (record: DocumentRecord) => ({
  names: [record.Name, fullNameOf(record)],
  about: [record.Type?.Name, record.Author?.Name, record.Date, extensionOf(record)],
});

/** Maximum number of equally good cases whose documents are searched for a name. */
const maxCases = 5;

/**
 * Finds the only document with a name in several cases that match.
 * @throws NameError with the documents of this name if there are several, or with the cases if there is none
 */
async function locateInCases(
  operations: OperationClient,
  names: NameResolver,
  { document, within }: { readonly document: string | undefined; readonly within: string },
  cases: readonly CaseRecord[],
): Promise<string> {
  if (document === undefined || cases.length > maxCases)
    throw await severalCases(operations, names, within, cases);
  const found = await Promise.all(
    cases.map(async (one) => {
      const { documents } = await filesAt(operations, names, { id: one.Id, listed: one });
      return documents.filter(({ Name = '' }) => normalise(Name) === normalise(document));
    }),
  );
  const all = found.flat();
  const [only, other] = all;
  if (only === undefined) throw await severalCases(operations, names, within, cases);
  if (other === undefined) return only.Id;
  throw new NameError(
    'NAME_AMBIGUOUS',
    `${all.length} documents of ${cases.length} cases have that name. Pass the number of the right case, or the id of the right document.`,
    ...shownOf(all),
  );
}

/** The files of a case, newest first, with the names of their types. */
export interface CaseFiles {
  readonly case: { readonly id: string; readonly name: string | undefined };
  /** Id of the case's root folder. */
  readonly folderId: string | undefined;
  readonly documents: readonly DocumentRecord[];
  readonly notes: readonly Note[];
}

/** Lists the files of a case. @throws NameError if there is not exactly one case with files */
export const filesOfCase = async (
  operations: OperationClient,
  names: NameResolver,
  within: string,
): Promise<CaseFiles> => filesAt(operations, names, await locateOne(operations, names, within));

async function filesAt(operations: OperationClient, names: NameResolver, place: CaseRef): Promise<CaseFiles> {
  const { id, listed, name } = place;
  const record = listed?.DocumentFolderId
    ? listed
    : read(caseRecord, await operations.call('get_object', { id }));
  const found = await listCaseDocuments(operations, id, record.DocumentFolderId);
  if (found === undefined)
    throw new NameError(
      'NAME_UNKNOWN',
      'the service does not list the documents of the case. Pass the id of the document, which list_documents returns.',
    );
  const { fill } = await readNames(operations, names, [
    { shape: 'document', rows: found.items, fields: ['Type'] },
  ]);
  return {
    case: { id, name: record.Name ?? name },
    folderId: record.DocumentFolderId,
    documents: found.items.map(fill).sort((left, right) => momentOf(right).localeCompare(momentOf(left))),
    notes: [
      ...archivedNotes(place),
      ...notesOfList('documents', found),
      ...unprovenNotes({ documents: found }),
    ],
  };
}

/** Returns the first documents as candidates, and the number of the remaining ones. */
const shownOf = (documents: readonly DocumentRecord[]) =>
  [
    distinctCandidates(documents.slice(0, maxCandidates).map(candidateOf)),
    Math.max(0, documents.length - maxCandidates),
  ] as const;

const momentOf = ({ CreationDate, Date: day }: DocumentRecord) => CreationDate ?? day ?? '';

const candidateOf = (one: DocumentRecord): Distinguishable => ({
  id: one.Id,
  name: fullNameOf(one) || one.Id,
  detail: [momentOf(one).slice(0, 10), one.Type?.Name].filter(Boolean).join(', '),
  facts: [
    one.Case?.Name && `case ${one.Case.Name}`,
    one.Date?.slice(0, 10),
    one.Author?.Name && `by ${one.Author.Name}`,
  ],
  created: one.CreationDate,
});
