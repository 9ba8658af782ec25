import type { NameResolver } from '../../contract/name-resolver.ts';
import type { OperationClient } from '../../contract/operation-client.ts';
import { readId } from '../../domain/links.ts';
import { listAll } from '../../domain/list-records.ts';
import { describeParticipant, findParticipants } from '../../domain/people/participants.ts';
import { findUser } from '../../domain/people/people.ts';
import { type CaseRecord, caseRecord, participantRecord, read, stageOf } from '../../domain/records.ts';
import { huntNotes, triedText } from '../../domain/search-notes.ts';
import { closest, rank } from '../../names/rank.ts';
import {
  type Conditions,
  describeCase,
  type FoundCases,
  huntCases,
  maxRead,
  onlySimilar,
  readCases,
  searchByWords,
} from './by-words.ts';

export interface CaseQuestion {
  readonly query?: string | undefined;
  readonly party?: string | undefined;
  readonly responsible?: string | undefined;
  readonly status?: string | undefined;
  readonly stage?: string | undefined;
  /** A moment of the service. */
  readonly changedBefore?: string | undefined;
}

/**
 * Cases that meet every condition.
 * @throws what `OperationClient.call` throws, and InvalidArgumentsError for words that mean nothing
 */
export async function searchCases(
  operations: OperationClient,
  names: NameResolver,
  asked: CaseQuestion,
): Promise<FoundCases> {
  const id = asked.query === undefined ? undefined : readId(asked.query, 'object');
  if (id !== undefined)
    return { ...nothing, cases: [read(caseRecord, await operations.call('get_object', { id }))] };
  const [conditions, party] = await Promise.all([
    conditionsOf(operations, names, asked),
    asked.party === undefined ? undefined : readParty(operations, asked.party),
  ]);
  const found = await (party !== undefined
    ? searchOfParty(operations, party, conditions, asked.query)
    : asked.query === undefined
      ? listCases(operations, conditions)
      : searchByWords(operations, asked.query, conditions));
  const { stage } = asked;
  if (stage === undefined) return found;
  const atStage = await rank(stage, found.cases, (record) => ({ names: [stageOf(record)] }));
  const isAtStage = (record: CaseRecord) => atStage.fit === 'names' && atStage.items.includes(record);
  return { ...found, cases: found.cases.filter(isAtStage) };
}

const nothing: FoundCases = { cases: [], partyIds: new Set<string>(), notes: [], looked: [] };

async function listCases(operations: OperationClient, conditions: Conditions): Promise<FoundCases> {
  const { items, isCut } = await listAll(operations, ['search_cases', conditions], caseRecord);
  return { ...nothing, cases: items, notes: isCut ? [tooMany] : [] };
}

const tooMany = 'There are more cases than were looked through: ask more narrowly.';

async function conditionsOf(
  operations: OperationClient,
  names: NameResolver,
  { responsible, status, changedBefore }: CaseQuestion,
): Promise<Conditions> {
  const ResponsibleIds =
    responsible === undefined ? undefined : [await findUser(operations, names, responsible)];
  return {
    ...(ResponsibleIds ? { ResponsibleIds } : {}),
    ...(status === undefined ? {} : { Status: status }),
    ...(changedBefore === undefined ? {} : { LastChangeDateTo: changedBefore }),
  };
}

interface Party {
  readonly ids: ReadonlySet<string>;
  readonly caseIds: ReadonlySet<string>;
  readonly notes: readonly string[];
  readonly looked: readonly string[];
}

async function readParty(operations: OperationClient, party: string): Promise<Party> {
  const id = readId(party, 'participant');
  const found = id === undefined ? await findParticipants(operations, party) : undefined;
  const people =
    id === undefined
      ? await closest(party, found?.items ?? [], describeParticipant)
      : [read(participantRecord, await operations.call('get_participant', { id }))];
  return {
    ids: new Set(people.map(({ Id }) => Id)),
    caseIds: new Set(people.flatMap(({ Cases }) => Cases.flatMap(({ Id }) => Id ?? []))),
    notes: huntNotes('participants', found),
    looked: found === undefined ? [] : [triedText('participants', found)],
  };
}

async function searchOfParty(
  operations: OperationClient,
  party: Party,
  conditions: Conditions,
  query: string | undefined,
): Promise<FoundCases> {
  const narrowed = await narrow(operations, party.caseIds, conditions, query);
  const read = await readCases(operations, narrowed.ids);
  const ranked =
    query === undefined ? { items: read.cases, fit: undefined } : await rank(query, read.cases, describeCase);
  return {
    cases: ranked.items,
    partyIds: party.ids,
    notes: [
      ...party.notes,
      ...(ranked.fit === 'similar' ? [onlySimilar] : []),
      ...narrowed.notes,
      ...read.notes,
    ],
    looked: [...party.looked, `${party.caseIds.size} cases of the party`],
  };
}

/** A party has contracts and claims beside cases, so all objects are searched. */
async function narrow(
  operations: OperationClient,
  ids: ReadonlySet<string>,
  conditions: Conditions,
  query: string | undefined,
): Promise<{ ids: readonly string[]; notes: readonly string[] }> {
  // So few are read and compared whole, with what lists do not show.
  const words = ids.size > maxRead ? query : undefined;
  if (ids.size === 0 || (words === undefined && Object.keys(conditions).length === 0))
    return { ids: [...ids], notes: [] };
  const { items, isCut } =
    words === undefined
      ? await listAll(operations, ['search_objects', conditions], caseRecord)
      : await huntCases(operations, 'search_objects', words, conditions);
  return {
    ids: items.map(({ Id }) => Id).filter((id) => ids.has(id)),
    notes: isCut ? [tooMany] : [],
  };
}
