import type { OperationClient } from '../../contract/operations/operation-client.ts';
import type { NameResolver } from '../../contract/records/name-resolver.ts';
import { type Note, worded } from '../../contract/worded.ts';
import { filterItems, isSameId } from '../../domain/filter-list.ts';
import { readId } from '../../domain/links.ts';
import { type Listed, listAll } from '../../domain/list-records.ts';
import { searchMessages } from '../../domain/messages.ts';
import { notGivenNotes } from '../../domain/partial.ts';
import {
  describeParticipant,
  findParticipants,
  notGivenCases,
  readCasesOf,
} from '../../domain/people/participants.ts';
import { type CaseRecord, caseRecord, isGiven, participantRecord, read } from '../../domain/records.ts';
import { readNames } from '../../domain/reference-names.ts';
import {
  type Conditions,
  describeCase,
  type FoundCases,
  maxRead,
  meets,
  ownChecks,
  readCases,
  searchByWords,
  searchCasesByName,
  withReferenceNames,
} from '../../domain/search/cases-by-words.ts';
import { onlySimilar, searchedText, searchNotes } from '../../domain/search/search-notes.ts';
import { closest, rank } from '../../names/rank.ts';
import { lookupMessages } from '../messages.ts';

export interface CaseQuestion {
  readonly query?: string | undefined;
  readonly party?: string | undefined;
  readonly responsible?: string | undefined;
  readonly status?: Conditions['Status'] | undefined;
  readonly stage?: string | undefined;
  /** Date-time in the service's format. */
  readonly changedBefore?: string | undefined;
}

/**
 * Finds cases that meet all conditions.
 * @throws InvalidArgumentsError for meaningless words; errors of `OperationClient.call`
 */
export async function searchCases(
  operations: OperationClient,
  names: NameResolver,
  asked: CaseQuestion,
): Promise<FoundCases> {
  const id = asked.query === undefined ? undefined : readId(asked.query, 'object');
  const [{ conditions, looked }, party] = await Promise.all([
    conditionsOf(operations, names, asked),
    asked.party === undefined ? undefined : readParty(operations, asked.party),
  ]);
  const found = await (id !== undefined
    ? readCase(operations, id, party, conditions)
    : party !== undefined
      ? searchOfParty(operations, names, party, conditions, asked.query)
      : asked.query === undefined
        ? listCases(operations, conditions)
        : searchByWords(operations, names, asked.query, conditions));
  const ofAsked = ofPeople(
    changedBy({ ...found, looked: [...found.looked, ...looked] }, conditions),
    conditions,
  );
  return asked.stage === undefined ? ofAsked : onlyAtStage(operations, names, ofAsked, asked.stage);
}

/** Returns the case with this id if it meets the other conditions. */
async function readCase(
  operations: OperationClient,
  id: string,
  party: Party | undefined,
  conditions: Conditions,
): Promise<FoundCases> {
  const record = read(caseRecord, await operations.call('get_object', { id }));
  const isOfParty =
    party === undefined ||
    party.caseIds.has(record.Id) ||
    record.Participants.some(({ Participant }) => party.ids.has(Participant?.Id ?? ''));
  const { ResponsibleIds: _, ...others } = conditions;
  return {
    cases: isOfParty && meets(others)(record) ? [record] : [],
    partyIds: party?.ids ?? new Set(),
    ...(party && { partyNames: party.partyNames }),
    notes: party?.notes ?? [],
    looked: ['the case itself', ...(party?.looked ?? [])],
  };
}

/**
 * Keeps only cases that were last changed in the period, because lists may also contain cases that were changed later.
 */
const changedBy = (found: FoundCases, { LastChangeDateTo }: Conditions): FoundCases =>
  LastChangeDateTo === undefined
    ? found
    : { ...found, cases: found.cases.filter(meets({ LastChangeDateTo })) };

/** Keeps only cases of the requested responsible users. This cannot be checked for a group. */
function ofPeople(found: FoundCases, { ResponsibleIds }: Conditions): FoundCases {
  if (ResponsibleIds === undefined) return found;
  const list: Listed<CaseRecord> = { items: found.cases, isCut: false, hasMoved: false };
  const { items, notes = [] } = filterItems(list, 'ResponsibleIds', ({ Responsible }) => {
    const ids = ResponsibleIds.map((id) => isSameId(Responsible?.Id, id));
    return ids.includes(true) || ids[0];
  });
  return { ...found, cases: items, notes: [...found.notes, ...notes] };
}

/** Keeps only cases at the requested stage and cases whose stage is unknown. */
async function onlyAtStage(
  operations: OperationClient,
  names: NameResolver,
  found: FoundCases,
  stage: string,
): Promise<FoundCases> {
  const naming = { shape: 'case', rows: found.cases, fields: ['Stage'] } as const;
  const { fill, notes } = await readNames(operations, names, [naming], { isCheap: true });
  const cases = found.cases.map(fill);
  const stages = [...new Set(cases.flatMap(({ Stage }) => Stage?.Name ?? []))];
  const meant = await rank(stage, stages, (name) => ({ names: [name] }));
  const isUnknown = ({ Stage }: CaseRecord) => Stage?.Name === undefined && Stage?.Id !== undefined;
  const unknown = new Set(isGiven(cases, 'Stage') ? cases.filter(isUnknown) : cases);
  return {
    ...found,
    cases: cases.filter((record) => unknown.has(record) || meant.items.includes(record.Stage?.Name ?? '')),
    looked: [
      ...found.looked,
      ...(stages.length > 0 ? [`cases at ${stages.slice(0, shownStages).map(quoted).join(', ')}`] : []),
    ],
    notes: [
      ...found.notes,
      ...notes,
      ...(meant.fit === 'similar' ? [lookupMessages.similarStage] : []),
      ...(unknown.size > 0 ? [worded(lookupMessages.stageUnchecked, { count: unknown.size })] : []),
    ],
  };
}

const shownStages = 12;
const quoted = (name: string) => JSON.stringify(name);

const nothing: FoundCases = { cases: [], partyIds: new Set<string>(), notes: [], looked: [] };

async function listCases(operations: OperationClient, conditions: Conditions): Promise<FoundCases> {
  const { items, isCut } = await listAll(operations, ['search_cases', conditions], caseRecord, ownChecks);
  return { ...nothing, cases: items, notes: isCut ? [searchMessages.moreCases] : [] };
}

async function conditionsOf(
  operations: OperationClient,
  names: NameResolver,
  { responsible, status, changedBefore }: CaseQuestion,
): Promise<{ readonly conditions: Conditions; readonly looked: readonly string[] }> {
  const user =
    responsible === undefined
      ? undefined
      : await names.find(operations, 'user', responsible, { guess: true });
  return {
    conditions: {
      ...(user ? { ResponsibleIds: [user.id] } : {}),
      ...(status === undefined ? {} : { Status: status }),
      ...(changedBefore === undefined ? {} : { LastChangeDateTo: changedBefore }),
    },
    looked: user?.name === undefined ? [] : [`cases of ${quoted(user.name)}`],
  };
}

interface Party {
  readonly ids: ReadonlySet<string>;
  readonly partyNames: ReadonlyMap<string, string>;
  readonly caseIds: ReadonlySet<string>;
  readonly notes: readonly Note[];
  readonly looked: readonly string[];
}

async function readParty(operations: OperationClient, party: string): Promise<Party> {
  const id = readId(party, 'participant');
  const found = id === undefined ? await findParticipants(operations, party) : undefined;
  const people =
    id === undefined
      ? await readCasesOf(operations, await closest(party, found?.items ?? [], describeParticipant))
      : [read(participantRecord, await operations.call('get_participant', { id }))];
  return {
    ids: new Set(people.map(({ Id }) => Id)),
    partyNames: new Map(people.flatMap(({ Id, Name }) => (Name === undefined ? [] : [[Id, Name.trim()]]))),
    caseIds: new Set(people.flatMap(({ Cases }) => Cases.flatMap(({ Id }) => Id ?? []))),
    notes: [...searchNotes('participants', found), ...notGivenNotes(notGivenCases(people, true))],
    looked: found === undefined ? [] : [searchedText('participants', found)],
  };
}

async function searchOfParty(
  operations: OperationClient,
  names: NameResolver,
  party: Party,
  conditions: Conditions,
  query: string | undefined,
): Promise<FoundCases> {
  const narrowed = await narrow(operations, party.caseIds, conditions, query);
  const read = await readCases(operations, narrowed.ids);
  const ranked =
    query === undefined
      ? { items: read.cases, fit: undefined }
      : await rank(query, await withReferenceNames(operations, names, read.cases), (record) =>
          describeCase(record),
        );
  return {
    cases: ranked.items,
    partyIds: party.ids,
    partyNames: party.partyNames,
    notes: [
      ...party.notes,
      ...(ranked.fit === 'similar' ? [onlySimilar('cases')] : []),
      ...narrowed.notes,
      ...read.notes,
    ],
    looked: [...party.looked, `${party.caseIds.size} cases of the party`],
  };
}

/**
 * Returns the ids of a party's cases that meet the conditions. Includes objects of all types, because the party may
 * have contracts and claims.
 */
async function narrow(
  operations: OperationClient,
  ids: ReadonlySet<string>,
  conditions: Conditions,
  query: string | undefined,
): Promise<{ ids: readonly string[]; notes: readonly Note[] }> {
  // If there are few cases, do not search by words here. All of them are then read completely, so the words can be
  // compared with data that lists do not contain.
  const words = ids.size > maxRead ? query : undefined;
  if (ids.size === 0 || (words === undefined && Object.keys(conditions).length === 0))
    return { ids: [...ids], notes: [] };
  const { items, isCut } =
    words === undefined
      ? await listAll(operations, ['search_objects', conditions], caseRecord, ownChecks)
      : await searchCasesByName(operations, 'search_objects', words, conditions);
  return {
    ids: items.map(({ Id }) => Id).filter((id) => ids.has(id)),
    notes: isCut ? [searchMessages.moreCases] : [],
  };
}
