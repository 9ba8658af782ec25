import type { Candidate } from '../../contract/candidate.ts';
import { NameError } from '../../contract/errors.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import type { NameResolver } from '../../contract/records/name-resolver.ts';
import { normalise } from '../../names/normalise.ts';
import { rank } from '../../names/rank.ts';
import { readId } from '../links.ts';
import { caseRecord, type DocumentRecord, read } from '../records.ts';
import { readNames } from '../reference-names.ts';
import { listCaseDocuments } from './case-documents.ts';
import { locateOne } from './locate-case.ts';

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
  const all = await documentsOf(operations, names, within);
  if (document === undefined)
    throw new NameError(
      'NAME_AMBIGUOUS',
      `The case has ${all.length} documents: give the id of one.`,
      ...shownOf(all),
    );
  const { items, fit } = await rank(document, all, ({ Name, Type, Date: day, Author }) => ({
    names: [Name],
    about: [Type?.Name, Author?.Name, day],
  }));
  const exact = items.filter(({ Name = '' }) => normalise(Name) === normalise(document));
  const [one, second] = exact.length > 0 ? exact : items;
  const shown = shownOf(items.length > 0 ? items : all);
  if (one === undefined || fit === 'similar')
    throw new NameError(
      'NAME_UNKNOWN',
      'no document of the case has that name. If the user means one of the nearest, give its id.',
      ...shown,
    );
  if (second === undefined) return one.Id;
  throw new NameError(
    'NAME_AMBIGUOUS',
    `${items.length} documents of the case match. Give the id of the right one.`,
    ...shown,
  );
}

/** Lists the files of a case, newest first, with the names of their document types. */
async function documentsOf(
  operations: OperationClient,
  names: NameResolver,
  within: string,
): Promise<readonly DocumentRecord[]> {
  const { id, listed } = await locateOne(operations, names, within);
  const folder =
    listed?.DocumentFolderId ??
    read(caseRecord, await operations.call('get_object', { id })).DocumentFolderId;
  const found = await listCaseDocuments(operations, id, folder);
  if (found === undefined)
    throw new NameError(
      'NAME_UNKNOWN',
      'the service does not list the documents of the case. Give the id of the document, from list_documents.',
    );
  const { fill } = await readNames(operations, names, [
    { shape: 'document', rows: found.items, fields: ['Type'] },
  ]);
  return found.items.map(fill).sort((left, right) => momentOf(right).localeCompare(momentOf(left)));
}

/** Returns the first documents as candidates, and the number of the remaining ones. */
const shownOf = (documents: readonly DocumentRecord[]) =>
  [
    documents.slice(0, maxCandidates).map(candidateOf),
    Math.max(0, documents.length - maxCandidates),
  ] as const;

const momentOf = ({ CreationDate, Date: day }: DocumentRecord) => CreationDate ?? day ?? '';

function candidateOf(one: DocumentRecord): Candidate {
  const detail = [momentOf(one).slice(0, 10), one.Type?.Name].filter(Boolean).join(', ');
  return { id: one.Id, name: one.Name ?? one.Id, ...(detail === '' ? {} : { detail }) };
}
