import type { z } from 'zod';
import type { Suggest, Suggested, Suggestions } from '../contract/features/completion.ts';
import type { OperationArguments, OperationClient } from '../contract/operations/operation-client.ts';
import { isArchived } from '../contract/records/finality.ts';
import type { RecordSource, RecordSources } from '../contract/records/record-source.ts';
import { type Listed, listAll, listWhole } from '../domain/list-records.ts';
import { caseRecord, namedRecord, participantRecord, readPage, userRecord } from '../domain/records.ts';
import { objectQuestions, refusesFilter } from '../names/object-filters.ts';
import { searchPartsOf } from '../names/search-parts.ts';
import { askList, dictionariesOf, entryOf, hasUsableId } from '../names/sources.ts';
import { normalise } from '../names/spelling/normalise.ts';

/** Number of requested records. It is higher than the number of suggestions, so that the best ones can be chosen. */
const asked = 40;

/** Creates the sources of completions. @param sources lists of names for each kind of record */
export function createSuggestions(sources: RecordSources): Readonly<Record<Suggested, Suggest>> {
  const namesOf = (kind: Suggested) => suggestNames(sources[kind], sources.dictionary);
  return {
    case: suggestCases,
    user: suggestUsers,
    participant: suggestParticipants,
    'role in case': namesOf('role in case'),
    'object type': namesOf('object type'),
    dictionary: namesOf('dictionary'),
    'document type': namesOf('document type'),
    'task name': namesOf('task name'),
    stage: namesOf('stage'),
  };
}

/** Completes case numbers if a number is typed, otherwise names. Open cases come first. */
async function suggestCases(operations: OperationClient, typed: string): Promise<Suggestions> {
  const { items, isCut } = await search(operations, 'search_cases', typed, caseRecord);
  const inOrder = [...items.filter((one) => !isArchived(one)), ...items.filter((one) => isArchived(one))];
  const values = inOrder.flatMap(({ Number: number, Name }) =>
    number !== undefined && (holds(number, typed) || !holds(Name, typed)) ? number : (Name ?? []),
  );
  return { values, hasMore: isCut };
}

async function suggestUsers(operations: OperationClient, typed: string): Promise<Suggestions> {
  const { items, isCut } = await recent(operations, 'list_users', () =>
    listAll(operations, ['list_users', { IsLocked: false }], userRecord),
  );
  const found = items.filter(({ Name, Email }) => holds(Name, typed) || holds(Email, typed));
  return { values: best(found, typed), hasMore: isCut };
}

async function suggestParticipants(operations: OperationClient, typed: string): Promise<Suggestions> {
  const { items, isCut } = await search(operations, 'list_participants', typed, participantRecord);
  return { values: best(items, typed), hasMore: isCut };
}

/**
 * Searches for the typed text. If the service finds nothing, searches for the most distinctive parts of the text,
 * because the service does not ignore differences in look-alike letters, quotation marks and legal forms.
 */
async function search<Item extends z.ZodType<{ Id: string; Name?: string | undefined }>>(
  operations: OperationClient,
  operation: 'search_cases' | 'list_participants',
  typed: string,
  item: Item,
): Promise<Listed<z.output<Item>>> {
  const list = (args: OperationArguments['search_cases' | 'list_participants']) =>
    listAll(operations, [operation, { ...args, PageSize: asked }], item, {
      maxPages: 1,
      replaceable: Object.keys(args),
    });
  const read = async (words: string) => {
    if (words === '') return list({});
    const [question = {}] = operation === 'search_cases' ? objectQuestions(words) : [{ Name: words }];
    const found = await list(question).catch((error: unknown) => {
      if (!refusesFilter(error)) throw error;
      return undefined;
    });
    // If the service refuses or ignores the filter, read one unfiltered page. More pages would take too long while the
    // user is typing.
    return found === undefined || found.isIgnored ? list({}) : found;
  };
  const ask = (words: string) => recent(operations, `${operation} ${words.toLowerCase()}`, () => read(words));
  const found = await ask(typed);
  if (found.items.length > 0) return found;
  const { strongest } = searchPartsOf(typed);
  const lists = await Promise.all(strongest.filter((part) => part !== typed).map(ask));
  return {
    items: lists.flatMap(({ items }) => items),
    isCut: lists.some(({ isCut }) => isCut),
    hasMoved: false,
  };
}

/** Caches lists for only a minute, so that new cases are found soon. */
const recent = <T extends object>(operations: OperationClient, key: string, read: () => Promise<T>) =>
  operations.cache.remember(`suggest ${key}`, read, 60_000);

/** Completes names from a short list. */
function suggestNames(source: RecordSource | undefined, dictionaries: RecordSource | undefined): Suggest {
  return async (operations, typed) => {
    if (source === undefined || dictionaries === undefined) return { values: [] };
    const dictionaryId = source.dictionary && (await idOfDictionary(operations, source, dictionaries));
    if (source.dictionary && dictionaryId === undefined) return { values: [] };
    const items = await recent(operations, `${source.list} ${dictionaryId}`, async () => {
      const args = dictionaryId === undefined ? {} : { id: dictionaryId };
      return (await readPage(namedRecord, (await askList(operations, source, args)).body)).items;
    });
    return {
      values: best(
        items.filter(({ Name }) => holds(Name, typed)),
        typed,
      ),
    };
  };
}

/** Returns the id of the dictionary of a source. Returns undefined if no dictionary or more than one matches. */
async function idOfDictionary(
  operations: OperationClient,
  source: RecordSource,
  dictionaries: RecordSource,
): Promise<string | undefined> {
  const items = await recent(operations, 'dictionaries', () =>
    listWhole(operations, ['list_dictionaries', {}], namedRecord),
  );
  const entries = items
    .flatMap((row) => entryOf(dictionaries, row) ?? [])
    .filter((entry) => hasUsableId(dictionaries, entry));
  const [only, second] = dictionariesOf(source, entries);
  return second === undefined ? only?.id : undefined;
}

const holds = (text: string | undefined, typed: string) =>
  text !== undefined && normalise(text).includes(normalise(typed));

/** Returns the names that begin with the typed text first. */
function best(records: readonly { Name?: string | undefined }[], typed: string): string[] {
  const names = records.flatMap(({ Name }) => Name ?? []);
  const begins = (name: string) => normalise(name).startsWith(normalise(typed));
  return [...names.filter(begins), ...names.filter((name) => !begins(name))];
}
