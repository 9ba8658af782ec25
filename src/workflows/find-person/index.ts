import { z } from 'zod';
import { ApiError } from '../../contract/errors.ts';
import { type WorkflowContext, workflow } from '../../contract/features/workflow.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import type { NameResolver } from '../../contract/records/name-resolver.ts';
import { objectStatus } from '../../contract/records/vocabulary.ts';
import { worded } from '../../contract/worded.ts';
import { filterItems, isSameId } from '../../domain/filter-list.ts';
import { readId } from '../../domain/links.ts';
import { type Listed, listAll } from '../../domain/list-records.ts';
import { notesOf, notesOfList, notGivenNotes, notGivenOf, type Part, part } from '../../domain/partial.ts';
import { findAbsences, uncheckedNotes } from '../../domain/people/absences.ts';
import { findParticipants, readCasesOf } from '../../domain/people/participants.ts';
import { findUser, isMe, withPhones } from '../../domain/people/people.ts';
import { type PersonCase, withCaseNames } from '../../domain/people/person-cases.ts';
import {
  caseRecord,
  type ParticipantRecord,
  participantRecord,
  read,
  type UserRecord,
  userRecord,
} from '../../domain/records.ts';
import { isPartial, searchedText, searchNotes } from '../../domain/search/search-notes.ts';
import type { SearchResult } from '../../domain/search/search-records.ts';
import { localTime } from '../../domain/time/local-time.ts';
import { rank } from '../../names/rank.ts';
import { normalise } from '../../names/spelling/normalise.ts';
import { eachInTurns } from '../../util/give-way.ts';
import { personWords } from '../arguments.ts';
import { lookupMessages } from '../messages.ts';
import {
  type FoundPerson,
  lineOf,
  type PersonShown,
  personShown,
  showParticipant,
  showUser,
} from './person.ts';

const shownPeople = 10;
const shownCases = 5;
/** Maximum number of users whose absence is looked up, because each one costs a request. */
const checkedUsers = 3;

/** Workflow `find_person`: finds the service's users and parties to cases. */
export const findPerson = workflow({
  name: 'find_person',
  title: 'Find people',
  titleRu: 'Найти людей',
  search: {
    words:
      'vacation, check, find a person, conflict of interest, tax number, phone number, client, user, company, who is, duplicate, in the database, opponent',
  },
  access: 'read',
  description: 'Finds users and participants (parties of cases), with their cases.',
  input: z.strictObject({
    person: personWords.describe('Name, INN, e-mail, phone, link or me'),
    contacts: z.boolean().optional().describe('Show them'),
  }),
  output: z.object({
    people: z.array(personShown),
    /** Sentences about users who are away now or soon. */
    absences: z.array(z.string()).optional(),
    has_more: z.boolean(),
  }),
  run: async (operations, { person: asked, contacts = false }, workflowContext) => {
    const { names: known } = workflowContext;
    const wanted = asked.trim();
    const id = readId(wanted, 'user', 'participant');
    const [usersRead, participants] = await Promise.all([
      part('users', findUsers(operations, known, wanted, id)),
      part('participants', findParticipantsOr(operations, wanted, id)),
    ]);
    // `me` can only be a user. If the users cannot be read, there is nothing to show.
    if (usersRead.value === undefined && (participants.value === undefined || isMe(wanted)))
      throw usersRead.error;
    const found = onlyBest(usersRead.value, participants.value);
    const parties = found.participants?.items ?? [];
    const ofParties = [
      ...(await readCasesOf(operations, parties.slice(0, shownPeople))),
      ...parties.slice(shownPeople),
    ];
    const records = [...(found.users?.items ?? []), ...ofParties];
    const namesakes = new Map<string, number>();
    await eachInTurns(records, ({ Name = '' }) => {
      const name = normalise(Name);
      namesakes.set(name, (namesakes.get(name) ?? 0) + 1);
    });
    // Always show contacts of people with the same name, because the contacts distinguish them.
    const hasContacts = ({ Name = '' }: { Name?: string | undefined }) =>
      contacts || (namesakes.get(normalise(Name)) ?? 0) > 1;
    const users = await withPhones(operations, found.users?.items ?? [], hasContacts, shownPeople);
    const all = [
      ...users.map((user) => () => showUser(user, hasContacts(user))),
      ...ofParties.map((one) => () => showParticipant(one, hasContacts(one))),
    ];
    const [withCases, absences] = await Promise.all([
      Promise.all(all.slice(0, shownPeople).map((show) => addCases(operations, show()))),
      absencesOf(operations, users.slice(0, shownPeople), workflowContext),
    ]);
    const unnamed = withCases.map(({ shown }) => shown);
    const { people, notes: unnamedNotes } = await withCaseNames(
      operations,
      known,
      unnamed,
      unnamed.length > 1 ? partiesToDistinguish(unnamed, namesakes) : [],
    );
    return {
      data: {
        people,
        ...(absences.sentences.length > 0 ? { absences: absences.sentences } : {}),
        has_more: all.length > people.length,
      },
      isEmpty: people.length === 0,
      text:
        people.length === 0
          ? nobody(usersRead.value, participants.value)
          : [...people.map(lineOf), ...absences.sentences].join('\n'),
      notes: [
        ...notesOf(usersRead, participants, ...withCases.map(({ cases }) => cases)),
        ...unnamedNotes,
        ...withCases.flatMap(({ cases }) => notesOfList('cases', cases.value)),
        ...notGivenNotes(
          notGivenOf(usersRead.value?.read, { Name: 'names of users (so users cannot be searched by name)' }),
        ),
        ...searchNotes('users', found.users),
        ...searchNotes('participants', found.participants),
        ...absences.notes,
        ...(all.length > people.length
          ? [worded(lookupMessages.peopleMatch, { all: all.length, some: people.length })]
          : []),
      ],
    };
  },
});

/** Returns sentences about users who are away now or soon, and a note if not all absences could be looked up. */
async function absencesOf(
  operations: OperationClient,
  users: readonly UserRecord[],
  workflowContext: WorkflowContext,
) {
  if (users.length === 0) return { sentences: [], notes: [] };
  const { clock } = await localTime(operations, workflowContext);
  const found = await findAbsences(operations, {
    users: users.map(({ Id }) => Id),
    timeZone: clock.timeZone,
    most: checkedUsers,
  });
  return {
    sentences: found.sentences.map((one) => one[workflowContext.language]),
    notes: uncheckedNotes(found, users),
  };
}

/** Returns the ids of participants whose roles in cases distinguish them, first those with the same name. */
function partiesToDistinguish(
  people: readonly PersonShown[],
  namesakes: ReadonlyMap<string, number>,
): string[] {
  const count = ({ name = '' }: PersonShown) => namesakes.get(normalise(name)) ?? 0;
  return people
    .filter(({ kind }) => kind === 'participant')
    .toSorted((one, other) => count(other) - count(one))
    .map(({ id }) => id);
}

type Users = SearchResult<UserRecord> | undefined;
type Participants = SearchResult<ParticipantRecord> | undefined;

/** Keeps only the people with the best kind of match: by name, then by description, then by a similar name. */
function onlyBest(users: Users, participants: Participants): { users: Users; participants: Participants } {
  const order = ['names', 'description', 'similar'] as const;
  const best = order.find((fit) => [users?.fit, participants?.fit].includes(fit));
  const keep = <Item>(result: SearchResult<Item> | undefined) =>
    result?.fit !== undefined && result.fit !== best ? { ...result, items: [], fit: undefined } : result;
  return { users: keep(users), participants: keep(participants) };
}

/** Returns the text for an empty result. It describes what was searched. */
function nobody(users: Users, participants: Participants): string {
  const looked = [
    users && `${users.read.length} users`,
    participants &&
      (participants.tried.length > 0 ? searchedText('participants', participants) : 'participants'),
  ];
  const isWhole = !isPartial(users) && !isPartial(participants);
  return [
    isWhole ? 'Nobody matches.' : 'Nobody was found, but not all records were searched: see the notes.',
    `Searched: ${looked.filter(Boolean).join('; ')}.`,
  ].join(' ');
}

/** Reads all users, because the service cannot search them. */
async function findUsers(
  operations: OperationClient,
  names: NameResolver,
  wanted: string,
  id: string | undefined,
): Promise<SearchResult<UserRecord>> {
  if (id !== undefined) return readOne(operations, 'get_user', id, userRecord);
  if (isMe(wanted))
    return readOne(operations, 'get_user', await findUser(operations, names, wanted), userRecord);
  const list = await listAll(operations, ['list_users', {}], userRecord);
  const ranked = await rank(wanted, list.items, ({ Name, FirstName, LastName, Email, ExternalId }) => ({
    names: [Name, [LastName, FirstName].join(' ')],
    about: [Email, ExternalId],
  }));
  return { ...list, ...ranked, read: list.items, tried: [wanted], failure: undefined };
}

async function findParticipantsOr(
  operations: OperationClient,
  wanted: string,
  id: string | undefined,
): Promise<SearchResult<ParticipantRecord>> {
  if (id !== undefined) return readOne(operations, 'get_participant', id, participantRecord);
  return isMe(wanted) ? only<ParticipantRecord>(undefined) : findParticipants(operations, wanted);
}

/** Reads the record with an id. The id may belong to a user or a participant, so one of the two reads finds nothing. */
async function readOne<Item extends z.ZodType>(
  operations: OperationClient,
  tool: 'get_user' | 'get_participant',
  id: string,
  item: Item,
): Promise<SearchResult<z.output<Item>>> {
  try {
    return only(read(item, await operations.call(tool, { id })));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return only<z.output<Item>>(undefined);
    throw error;
  }
}

const only = <Item>(item: Item | undefined): SearchResult<Item> => ({
  items: item === undefined ? [] : [item],
  read: item === undefined ? [] : [item],
  fit: item === undefined ? undefined : 'names',
  tried: [],
  failure: undefined,
  isCut: false,
  hasMoved: false,
});

/** Adds the cases for which a user is responsible. */
async function addCases(
  operations: OperationClient,
  { shown, cases, notes = [] }: FoundPerson,
): Promise<{ shown: PersonShown; cases: Part<Listed<PersonCase>> }> {
  const read = cases?.value
    ? { value: { items: cases.value, isCut: false, hasMoved: false, notes } }
    : ((cases as Part<never> | undefined) ?? (await part('cases', casesOf(operations, shown.id))));
  const items = read.value?.items;
  return {
    shown: { ...shown, cases: items?.slice(0, shownCases), cases_in_all: items?.length },
    cases: read,
  };
}

async function casesOf(operations: OperationClient, id: string): Promise<Listed<PersonCase>> {
  const asked = { ResponsibleIds: [id], Status: objectStatus.inWork };
  const list = await listAll(operations, ['search_cases', asked], caseRecord, {
    maxPages: 2,
    compares: ['ResponsibleIds'],
  });
  const held = filterItems(list, 'ResponsibleIds of search_cases', ({ Responsible }) =>
    isSameId(Responsible?.Id, id),
  );
  return {
    ...held,
    items: held.items.map(({ Id, Name, Number: number }) => ({ id: Id, name: Name, number })),
  };
}
