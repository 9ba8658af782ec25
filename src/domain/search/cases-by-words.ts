import type { OperationClient } from '../../contract/operations/operation-client.ts';
import { isArchived } from '../../contract/records/finality.ts';
import type { NameResolver } from '../../contract/records/name-resolver.ts';
import { objectStatus } from '../../contract/records/vocabulary.ts';
import { type Note, worded } from '../../contract/worded.ts';
import { objectQuestions } from '../../names/object-filters.ts';
import { type Description, distinctiveWords, rank } from '../../names/rank.ts';
import { caseReferences } from '../cases/case-row.ts';
import { listAll, listWhole } from '../list-records.ts';
import { searchMessages } from '../messages.ts';
import { notesOf, notGivenNotes, notGivenOf, type Part, part, whyMissing } from '../partial.ts';
import { findParticipants, knownCases } from '../people/participants.ts';
import { type CaseRecord, caseRecord, namedRecord, type ParticipantRecord, read } from '../records.ts';
import { readNames } from '../reference-names.ts';
import { onlySimilar, searchedText, searchNotes, someOf } from './search-notes.ts';
import { type SearchResult, searchRecords } from './search-records.ts';

/** Maximum number of cases read one by one. If there are more, a note gives the total. */
export const maxRead = 25;

/** Limits for words that are searched as a party or a case type, because each word costs several requests. */
const maxWords = 3;
const maxAsked = 4;
const maxAskedOfWord = 2;
const maxTypes = 2;

/** Further conditions that a case must meet, as arguments of a list operation. */
export interface Conditions {
  readonly Status?: 'InWork' | 'Archived';
  readonly ResponsibleIds?: readonly string[];
  readonly LastChangeDateTo?: string;
}

/**
 * Filters whose results the calling code checks itself. The general check of filters would compare each id with the
 * responsible user, although the id may be that of a group.
 */
export const ownChecks = { compares: ['ResponsibleIds'] } as const;

export interface FoundCases {
  readonly cases: readonly CaseRecord[];
  /** Set if the cases are only similar to the query. */
  readonly isSimilar?: true;
  /** Ids of the participants that match the requested party. Empty if the call requested no party. */
  readonly partyIds: ReadonlySet<string>;
  /** Names of these participants. Default: unknown. */
  readonly partyNames?: ReadonlyMap<string, string>;
  /** Notes about data that could not be read. */
  readonly notes: readonly Note[];
  /** Descriptions of the searches that were made. An answer shows them if nothing was found. */
  readonly looked: readonly string[];
}

/** Fields that are compared with the words. The value is the phrase for a note that the field is missing. */
const neededOfWords = {
  Name: 'names of cases (so cases cannot be searched by name)',
  Number: 'numbers of cases (so cases cannot be searched by number)',
} as const;

/** Describes a case for the ranking. @param parties names of its parties from other records */
export const describeCase = (record: CaseRecord, parties: readonly string[] = []): Description => ({
  names: [record.Name, record.Number],
  about: [
    record.Type?.Name,
    record.Stage?.Name,
    record.Responsible?.Name,
    record.Client?.Name,
    record.Description,
    ...record.Participants.map(({ Participant }) => Participant?.Name),
    ...parties,
  ],
});

/** Adds the names of references that can be read from lists, so that the ranking can compare them with the words. */
export async function withReferenceNames(
  operations: OperationClient,
  names: NameResolver,
  cases: readonly CaseRecord[],
): Promise<readonly CaseRecord[]> {
  const naming = { shape: 'case', rows: cases, fields: caseReferences } as const;
  return cases.map((await readNames(operations, names, [naming], { isCheap: true })).fill);
}

export const searchCasesByName = (
  operations: OperationClient,
  list: 'search_cases' | 'search_objects',
  text: string,
  args: Conditions,
  most?: number,
): Promise<SearchResult<CaseRecord>> =>
  searchRecords(operations, {
    list,
    questions: objectQuestions,
    isUncertain: true,
    reading: ownChecks,
    text,
    item: caseRecord,
    describe: (record) => describeCase(record),
    args,
    ...(most === undefined ? {} : { most }),
  });

/** Finds cases by name and number, otherwise by party and type. @throws the errors of `OperationClient.call` */
export async function searchByWords(
  operations: OperationClient,
  names: NameResolver,
  query: string,
  conditions: Conditions,
): Promise<FoundCases> {
  const byName = await searchCasesByName(operations, 'search_cases', query, conditions);
  const answer = { partyIds: new Set<string>(), looked: [searchedText('cases', byName)] };
  if (byName.fit !== undefined && byName.fit !== 'similar')
    return { ...answer, cases: byName.items, notes: searchNotes('cases', byName) };
  const words = distinctiveWords(query).slice(0, maxWords);
  const [objects, ofTypes, ...parties] = await Promise.all([
    part('other objects', searchCasesByName(operations, 'search_objects', query, conditions, maxAsked)),
    part('case types', casesOfTypes(operations, words, conditions)),
    ...words.map((word) => part('participants', findParticipants(operations, word, maxAskedOfWord))),
  ]);
  const partiesOf = namesByCase(parties);
  const listed = unique([...byName.read, ...(ofTypes.value?.items ?? []), ...(objects.value?.read ?? [])]);
  const isListed = new Set(listed.map(({ Id }) => Id));
  const others = await readCases(
    operations,
    [...partiesOf.keys()].filter((id) => !isListed.has(id)),
  );
  const all = await withReferenceNames(operations, names, [
    ...listed,
    ...others.cases.filter(meets(conditions)),
  ]);
  const ranked = await rank(query, all, (record) => describeCase(record, partiesOf.get(record.Id)));
  return {
    ...answer,
    cases: ranked.items,
    ...(ranked.fit === 'similar' ? { isSimilar: true } : {}),
    looked: [
      ...answer.looked,
      'other objects by the same words; types of cases and participants by each word separately',
    ],
    notes: [
      ...(ranked.fit === 'similar' ? [onlySimilar('cases')] : []),
      ...(byName.failure === undefined ? [] : [whyMissing(someOf('cases'), byName.failure)]),
      ...notesOf(objects, ofTypes, ...parties),
      ...notGivenNotes(notGivenOf(all, neededOfWords)),
      ...(knownCases(parties.flatMap(({ value }) => value?.items ?? [])) === 'all'
        ? []
        : notGivenNotes(['cases of participants (so cases cannot be searched by party)'])),
      ...others.notes,
      ...(byName.notes ?? []),
      ...(byName.isCut ? [searchMessages.moreCases] : []),
    ],
  };
}

/** Lists the cases whose type matches a word, because a word such as "bankruptcy" may occur only in the type. */
async function casesOfTypes(operations: OperationClient, words: readonly string[], conditions: Conditions) {
  if (words.length === 0) return { items: [] };
  const types = await operations.cache.remember('case types', () =>
    listWhole(operations, ['list_case_types', {}], namedRecord),
  );
  const meant = await Promise.all(
    words.map(async (word) => {
      const { items, fit } = await rank(word, types, ({ Name, SysName }) => ({ names: [Name, SysName] }));
      return fit === 'names' ? items : [];
    }),
  );
  const lists = await Promise.all(
    unique(meant.flat())
      .slice(0, maxTypes)
      .map(({ Id }) =>
        listAll(operations, ['search_cases', { ...conditions, ObjectTypeId: Id }], caseRecord, {
          ...ownChecks,
          maxPages: 3,
          // Add no note about unverified filters, because cases are also searched by name and by party.
          asksAgain: true,
        }),
      ),
  );
  return { items: lists.flatMap(({ items }) => items) };
}

/** Returns the names of the found participants, grouped by the ids of their cases. */
function namesByCase(parts: readonly Part<SearchResult<ParticipantRecord>>[]): ReadonlyMap<string, string[]> {
  const found = unique(parts.flatMap(({ value }) => (value?.fit === 'similar' ? [] : (value?.items ?? []))));
  const names = new Map<string, string[]>();
  for (const { Name = '', Cases } of found)
    for (const { Id } of Cases) if (Id !== undefined) names.set(Id, [...(names.get(Id) ?? []), Name]);
  return names;
}

const unique = <Item extends { Id: string }>(items: readonly Item[]): readonly Item[] => [
  ...new Map(items.map((item) => [item.Id, item])).values(),
];

const wantsArchived = (status: unknown) => status === objectStatus.archived;

/**
 * Creates a check whether a case meets the conditions, for cases that the service did not filter. An unknown status or
 * change date passes.
 */
export const meets =
  ({ Status, ResponsibleIds, LastChangeDateTo }: Conditions) =>
  (record: CaseRecord): boolean =>
    (Status === undefined || (isArchived(record) ?? wantsArchived(Status)) === wantsArchived(Status)) &&
    (ResponsibleIds === undefined || ResponsibleIds.includes(record.Responsible?.Id ?? '')) &&
    (LastChangeDateTo === undefined ||
      Date.parse(record.LastChangeDate ?? '') > Date.parse(LastChangeDateTo) === false);

/** Reads the full records of cases, because lists lack the parties. Reads at most `maxRead` cases. */
export async function readCases(
  operations: OperationClient,
  ids: readonly string[],
): Promise<Pick<FoundCases, 'cases' | 'notes'>> {
  const cases = await Promise.allSettled(
    ids.slice(0, maxRead).map(async (id) => read(caseRecord, await operations.call('get_object', { id }))),
  );
  return {
    cases: cases.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
    notes: [
      ...(ids.length > maxRead
        ? [worded(searchMessages.moreToRead, { all: ids.length, some: maxRead })]
        : []),
      ...cases.flatMap((one) =>
        one.status === 'rejected' ? [whyMissing('one of the cases', one.reason)] : [],
      ),
    ],
  };
}
