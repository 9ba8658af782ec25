import { ApiError, InvalidArgumentsError, isCallError, NameError } from '../../contract/errors.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import type { NameResolver } from '../../contract/records/name-resolver.ts';
import type { Note } from '../../contract/worded.ts';
import { archivedNotes, locateOne } from '../../domain/cases/locate-case.ts';
import { readId } from '../../domain/links.ts';
import { type Assignee, readGroup, readPerson } from '../../domain/people/assignee.ts';
import { findParticipants } from '../../domain/people/participants.ts';
import { isMe } from '../../domain/people/people.ts';
import { type ParticipantRecord, participantRecord, read } from '../../domain/records.ts';
import type { Day } from '../../domain/time/clock.ts';

/** First and last day of an agenda. */
export interface Period {
  readonly from: Day;
  readonly to: Day;
}

/** The user, group or case to which an agenda belongs. */
export type Subject =
  | Assignee
  | { readonly name: string | undefined; readonly caseId: string; readonly notes: readonly Note[] };

interface Asked {
  readonly person?: string | undefined;
  readonly group?: string | undefined;
  readonly case?: string | undefined;
}

/** Words that mean all people. Together with a group or case, they do not narrow the agenda. */
const everybody = /^\s*(?:all|any|anyone|everyone|everybody|все)\s*$/i;
/** Maximum number of participants that an error lists. */
const maxParticipants = 3;

/**
 * Finds the person, group or case.
 * @throws InvalidArgumentsError if more than one of them is given; NameError if nobody matches, or only participants
 */
export async function subjectOf(
  operations: OperationClient,
  names: NameResolver,
  { person: given, group, case: ofCase }: Asked,
  period: Period,
): Promise<Subject> {
  const isNarrowed = (group ?? ofCase) !== undefined;
  const person = isNarrowed && everybody.test(given ?? '') ? undefined : given;
  if ([person, group, ofCase].filter((one) => one !== undefined).length > 1)
    throw new InvalidArgumentsError('person, group, case: pass only one of them.');
  if (group !== undefined) return readGroup(operations, names, group);
  if (ofCase === undefined) return userOf(operations, names, person ?? 'me', period);
  const place = await locateOne(operations, names, ofCase);
  return { name: place.listed?.Name ?? place.name, caseId: place.id, notes: archivedNotes(place) };
}

/** Finds a user. @throws NameError that shows how to list the events of a participant if only participants match */
async function userOf(
  operations: OperationClient,
  names: NameResolver,
  text: string,
  period: Period,
): Promise<Assignee> {
  try {
    return await readPerson(operations, names, text);
  } catch (error) {
    const isUnknown =
      (error instanceof NameError && error.code === 'NAME_UNKNOWN') ||
      (error instanceof ApiError && error.status === 404);
    const all = isUnknown && !isMe(text) ? await participantsOf(operations, text) : [];
    const found = all.filter(({ Id }) => plainId.test(Id));
    if (found.length === 0) throw error;
    throw onlyUsers(found, period);
  }
}

/** Returns the participants that match, without those that are only similar. Returns none if they cannot be read. */
async function participantsOf(
  operations: OperationClient,
  text: string,
): Promise<readonly ParticipantRecord[]> {
  try {
    const id = readId(text, 'participant', 'user');
    if (id !== undefined) return [read(participantRecord, await operations.call('get_participant', { id }))];
    const { items, fit } = await findParticipants(operations, text);
    return fit === 'similar' ? [] : items;
  } catch (error) {
    if (isCallError(error)) return [];
    throw error;
  }
}

/** Matches an id that is safe in a statement and in a message. */
const plainId = /^[\w-]{1,64}$/;

/**
 * Returns the error for a name that only participants match. It contains the SQL query for their events, so that the
 * assistant needs only one further call.
 */
function onlyUsers(found: readonly ParticipantRecord[], { from, to }: Period): NameError {
  const shown = found.slice(0, maxParticipants);
  const ids = shown.map(({ Id }) => `'${Id}'`).join(', ');
  const [match, attend] =
    shown.length === 1
      ? ['A participant matches', 'it attends']
      : [`${found.length} participants match`, 'they attend'];
  const sql = `SELECT a.name, e.name AS event, e.starts, e.ends, e.location, e.case_name FROM attendees a JOIN events e ON e.id = a.event_id WHERE a.attendee_id IN (${ids}) AND date(e.starts) <= '${to}' AND date(coalesce(e.ends, e.starts)) >= '${from}' ORDER BY e.starts`;
  return new NameError(
    'NAME_UNKNOWN',
    `person: no user matches, and only users have an agenda. ${match}. For the events that ${attend}, call query_records with this sql: ${sql}`,
    shown.map(({ Id, Name, Type }) => ({ id: Id, name: Name ?? Id, ...(Type ? { detail: Type } : {}) })),
    found.length - shown.length,
  );
}
