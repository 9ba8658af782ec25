import type { OperationClient } from '../../contract/operations/operation-client.ts';
import { isArchived } from '../../contract/records/finality.ts';
import type { NameResolver } from '../../contract/records/name-resolver.ts';
import { objectStatus } from '../../contract/records/vocabulary.ts';
import { type Note, worded } from '../../contract/worded.ts';
import { objectQuestions } from '../../names/object-filters.ts';
import { type Description, rank, tellingWords } from '../../names/rank.ts';
import { caseReferences } from '../cases/case-row.ts';
import { listAll, listWhole } from '../list-records.ts';
import { searchMessages } from '../messages.ts';
import { notesOf, notGivenNotes, notGivenOf, type Part, part, whyMissing } from '../partial.ts';
import { findParticipants, knownCases } from '../people/participants.ts';
import { type CaseRecord, caseRecord, namedRecord, type ParticipantRecord, read } from '../records.ts';
import { readNames } from '../reference-names.ts';
import { huntNotes, onlySimilar, someOf, triedText } from './search-notes.ts';
import { type Hunted, hunt } from './search-records.ts';

/** Cases that a list does not show are read one by one. */
export const maxRead = 25;

/** Of the words, those that may be a party or a kind of case; each costs requests. */
const maxWords = 3;
const maxAsked = 4;
const maxAskedOfWord = 2;
const maxTypes = 2;

/** What has to hold for a case beside its words, as the arguments of a list. */
export interface Conditions {
  readonly Status?: 'InWork' | 'Archived';
  /** Of users. */
  readonly ResponsibleIds?: readonly string[];
  readonly LastChangeDateTo?: string;
}

/** Of what lists are asked by, what is compared here: others take a user for one who may be a group. */
export const ownChecks = { compares: ['ResponsibleIds'] } as const;

export interface FoundCases {
  readonly cases: readonly CaseRecord[];
  /** Whether they only resemble what was asked for. */
  readonly isSimilar?: true;
  /** Ids of the participants that the party means; none where no party was asked for. */
  readonly partyIds: ReadonlySet<string>;
  /** What could not be looked at. */
  readonly notes: readonly Note[];
  /** Where it was looked, for whoever gets nothing. */
  readonly looked: readonly string[];
}

/** By which cases are known to fit words. */
const neededOfWords = {
  Name: 'names of cases, so that none are found by them',
  Number: 'numbers of cases, so that none are found by them',
} as const;

/** @param parties of the case, as far as they are known beside its record */
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

/** Cases with the words that lists tell of what they refer to, so that these can be compared. */
export async function described(
  operations: OperationClient,
  names: NameResolver,
  cases: readonly CaseRecord[],
): Promise<readonly CaseRecord[]> {
  const naming = { shape: 'case', rows: cases, fields: caseReferences } as const;
  return cases.map((await readNames(operations, names, [naming], { isCheap: true })).fill);
}

export const huntCases = (
  operations: OperationClient,
  list: 'search_cases' | 'search_objects',
  text: string,
  args: Conditions,
  most?: number,
): Promise<Hunted<CaseRecord>> =>
  hunt(operations, {
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

/**
 * Cases that the words mean: by name and number, and where none is called so by their parties and kinds too.
 * @throws what `OperationClient.call` throws
 */
export async function searchByWords(
  operations: OperationClient,
  names: NameResolver,
  query: string,
  conditions: Conditions,
): Promise<FoundCases> {
  const byName = await huntCases(operations, 'search_cases', query, conditions);
  const answer = { partyIds: new Set<string>(), looked: [triedText('cases', byName)] };
  if (byName.fit !== undefined && byName.fit !== 'similar')
    return { ...answer, cases: byName.items, notes: huntNotes('cases', byName) };
  const words = tellingWords(query).slice(0, maxWords);
  const [objects, ofTypes, ...parties] = await Promise.all([
    part('other objects', huntCases(operations, 'search_objects', query, conditions, maxAsked)),
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
  const all = await described(operations, names, [...listed, ...others.cases.filter(meets(conditions))]);
  const ranked = await rank(query, all, (record) => describeCase(record, partiesOf.get(record.Id)));
  return {
    ...answer,
    cases: ranked.items,
    ...(ranked.fit === 'similar' ? { isSimilar: true } : {}),
    looked: [...answer.looked, 'other objects, kinds of cases, and participants by each word'],
    notes: [
      ...(ranked.fit === 'similar' ? [onlySimilar('cases')] : []),
      ...(byName.failure === undefined ? [] : [whyMissing(someOf('cases'), byName.failure)]),
      ...notesOf(objects, ofTypes, ...parties),
      ...notGivenNotes(notGivenOf(all, neededOfWords)),
      ...(knownCases(parties.flatMap(({ value }) => value?.items ?? [])) === 'all'
        ? []
        : notGivenNotes(['cases of participants, so that none are found by their parties'])),
      ...others.notes,
      ...(byName.notes ?? []),
      ...(byName.isCut ? [searchMessages.moreCases] : []),
    ],
  };
}

/** Cases of the kinds that one of the words means: of a bankruptcy it may be the kind alone that says so. */
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
        }),
      ),
  );
  return { items: lists.flatMap(({ items }) => items) };
}

/** Names of the participants found, by the ids of their cases. */
function namesByCase(parts: readonly Part<Hunted<ParticipantRecord>>[]): ReadonlyMap<string, string[]> {
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

/** Whether a case that no list was asked for meets what lists are asked by; what it does not show it may meet. */
export const meets =
  ({ Status, ResponsibleIds, LastChangeDateTo }: Conditions) =>
  (record: CaseRecord): boolean =>
    (Status === undefined || (isArchived(record) ?? wantsArchived(Status)) === wantsArchived(Status)) &&
    (ResponsibleIds === undefined || ResponsibleIds.includes(record.Responsible?.Id ?? '')) &&
    (LastChangeDateTo === undefined ||
      Date.parse(record.LastChangeDate ?? '') > Date.parse(LastChangeDateTo) === false);

/** Whole, since lists do not show the parties. */
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
