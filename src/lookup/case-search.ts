import type { Desk } from '../contract/desk.ts';
import type { Names } from '../contract/names.ts';
import { readId } from './links.ts';
import { listAll } from './pages.ts';
import { whyMissing } from './parts.ts';
import { findUser } from './people.ts';
import { questionOf } from './question.ts';
import { type CaseRecord, caseRecord, participantRecord, stageOf } from './records.ts';

/** Cases of a party are read one by one. */
const maxOfParty = 25;

export interface CaseQuestion {
  readonly query?: string | undefined;
  readonly party?: string | undefined;
  readonly responsible?: string | undefined;
  readonly status?: string | undefined;
  readonly stage?: string | undefined;
  /** A moment of the service. */
  readonly changedBefore?: string | undefined;
}

export interface FoundCases {
  readonly cases: readonly CaseRecord[];
  /** Ids of the participants that the party means; none where no party was asked for. */
  readonly partyIds: ReadonlySet<string>;
  /** What could not be looked at. */
  readonly notes: readonly string[];
}

/**
 * Cases that meet every condition.
 * @throws what `Desk.call` throws, and InvalidArgumentsError for words that mean nothing
 */
export async function searchCases(desk: Desk, names: Names, asked: CaseQuestion): Promise<FoundCases> {
  const id = asked.query === undefined ? undefined : readId(asked.query, 'object');
  const none = { partyIds: new Set<string>(), notes: [] };
  if (id !== undefined) return { ...none, cases: [caseRecord.parse(await desk.call('get_object', { id }))] };
  const [conditions, party] = await Promise.all([
    conditionsOf(desk, names, asked),
    asked.party === undefined ? undefined : readParty(desk, asked.party),
  ]);
  const isAtStage = (record: CaseRecord) =>
    asked.stage === undefined ||
    (stageOf(record) ?? '').toLowerCase().includes(asked.stage.trim().toLowerCase());
  if (party === undefined) {
    const { items, isCut } = await listAll(desk, ['search_cases', conditions], caseRecord);
    return { ...none, cases: items.filter(isAtStage), notes: isCut ? [tooMany] : [] };
  }
  const ids = await narrow(desk, party.caseIds, conditions);
  const { cases, notes } = await readCases(desk, ids);
  return { cases: cases.filter(isAtStage), partyIds: party.ids, notes };
}

const tooMany = 'There are more cases than were looked through: ask more narrowly.';

async function conditionsOf(
  desk: Desk,
  names: Names,
  { query, responsible, status, changedBefore }: CaseQuestion,
) {
  const ResponsibleIds = responsible === undefined ? undefined : [await findUser(desk, names, responsible)];
  return {
    ...(query === undefined ? {} : { Name: query }),
    ...(ResponsibleIds ? { ResponsibleIds } : {}),
    ...(status === undefined ? {} : { Status: status }),
    ...(changedBefore === undefined ? {} : { LastChangeDateTo: changedBefore }),
  };
}

async function readParty(desk: Desk, party: string) {
  const id = readId(party, 'participant');
  const people = id
    ? [participantRecord.parse(await desk.call('get_participant', { id }))]
    : (await listAll(desk, ['list_participants', questionOf(party)], participantRecord)).items;
  return {
    ids: new Set(people.map(({ Id }) => Id)),
    caseIds: new Set(people.flatMap(({ Cases }) => Cases.flatMap(({ Id }) => Id ?? []))),
  };
}

/** A party has contracts and claims beside cases, so all objects are searched. */
async function narrow(
  desk: Desk,
  ids: ReadonlySet<string>,
  conditions: Readonly<Record<string, unknown>>,
): Promise<readonly string[]> {
  if (Object.keys(conditions).length === 0 || ids.size === 0) return [...ids];
  const { items } = await listAll(desk, ['search_objects', conditions], caseRecord);
  return items.map(({ Id }) => Id).filter((id) => ids.has(id));
}

/** Whole, since lists do not show the parties. */
async function readCases(desk: Desk, ids: readonly string[]): Promise<Omit<FoundCases, 'partyIds'>> {
  const read = await Promise.allSettled(
    ids.slice(0, maxOfParty).map(async (id) => caseRecord.parse(await desk.call('get_object', { id }))),
  );
  return {
    cases: read.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
    notes: [
      ...(ids.length > maxOfParty
        ? [`The party has ${ids.length} cases, and ${maxOfParty} were read: ask more narrowly.`]
        : []),
      ...read.flatMap((one) =>
        one.status === 'rejected' ? [whyMissing('one of the cases', one.reason)] : [],
      ),
    ],
  };
}
