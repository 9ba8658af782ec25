import { isCallError } from '../../contract/errors.ts';
import type { Absences, AssignedUsers, FindAbsences } from '../../contract/features/absences.ts';
import type { Worded } from '../../contract/language.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import { asIs, worded } from '../../contract/worded.ts';
import { daysOf } from '../events.ts';
import { isSameId } from '../filter-list.ts';
import { listAll } from '../list-records.ts';
import { absenceMessages } from '../messages.ts';
import { type EventRecord, eventRecord, read, type UserRecord, userRecord } from '../records.ts';
import { addDays, type Clock, createClock, type Day } from '../time/clock.ts';

/** Maximum number of users whose absence is looked up, unless the caller specifies another number. */
const maxUsers = 10;
/**
 * Events are also read from this number of days before the period, because services filter events by their start. A
 * leave that began earlier is not found.
 */
const longestDays = 60;
/** Number of days for which a leave is reported: `usual` if no last day is given, and at most `most`. */
const aheadDays = { usual: 14, most: 120 };
/** Maximum number of sentences about one user. Later leaves are omitted. */
const maxLeaves = 5;
/** Maximum number of pages of events that are read. */
const maxPages = 3;
/** Cache time of users and events, in milliseconds. The caller's changes clear it, too. */
const cachedMs = 60_000;

/** Words for a user who is away, in a working status or in the name or type of an all-day event without a case. */
const away =
  /\b(?:vacation|on leave|leave of absence|(?:annual|sick|maternity|paternity|parental|unpaid|paid|study) leave|sick|out of office|absent|absence|time off|days? off|business trip|on holiday|pto|not working)\b|^leave\b|\bleave$|отпуск|больничн|отгул|отсутств|декрет|нетрудоспособ|болеет|болен|болезн|командировк|не работает/i;
/** Start or end of the name of an event for a leave that does not take place or has ended. */
const notAway =
  /^\P{L}*(?:cancel|back from|return|отмен|выход (?:из|с) |возвращ)|(?:cancell?ed|отмен[её]н[ао]?)\P{L}*$/iu;

interface Leave {
  readonly event: string;
  readonly first: Day;
  readonly last: Day;
}

/**
 * Finds users who are away. The API has a working status without dates, so the days come from all-day events whose
 * names say that their attendee is away.
 */
export const findAbsences: FindAbsences = async (operations, assigned) => {
  const { users, timeZone } = assigned;
  const all = [...new Set(users.map((id) => id.toLowerCase()))];
  const ids = all.slice(0, assigned.most ?? maxUsers);
  if (ids.length === 0) return { sentences: [], unchecked: [] };
  const clock = createClock(new Date(), timeZone);
  const { today } = clock;
  const period = periodOf(assigned, today);
  const client = operations as OperationClient;
  const [events, ...records] = await Promise.all([
    readEvents(client, clock, period),
    ...ids.map((id) => readUser(client, id)),
  ]);
  const sentences = records.flatMap((user, index): Worded[] => {
    const leaves = inOne((events?.items ?? []).flatMap((event) => leaveIn(event, ids[index] ?? '', clock)));
    const within = leaves
      .filter(({ first, last }) => first <= period.last && last >= period.first)
      .slice(0, maxLeaves);
    const status = isOnlyNow(leaves, period, today) ? undefined : user?.WorkingStatus;
    return absenceOf(user?.Name ?? ids[index] ?? '', status, within, today);
  });
  const isWhole = events?.isWhole === true && !period.isCut;
  return { sentences, unchecked: all.filter((_, index) => !isWhole || records[index] === undefined) };
};

/** Returns a note that names the users whose absences were not looked up completely. */
export function uncheckedNotes(
  { unchecked }: Absences,
  users: readonly Pick<UserRecord, 'Id' | 'Name'>[],
): Worded[] {
  const names = users
    .filter(({ Id }) => unchecked.includes(Id.toLowerCase()))
    .map(({ Id, Name }) => Name ?? Id);
  return names.length > 0 ? [worded(absenceMessages.unchecked, { who: asIs(names.join(', ')) })] : [];
}

/**
 * Checks whether the present working status does not apply to a period, because the period is over or the present leave
 * ends before it starts.
 */
const isOnlyNow = (leaves: readonly Leave[], period: Period, today: Day) =>
  period.last < today ||
  leaves.some(({ first, last }) => first <= today && last >= today && last < period.first);

interface Period {
  readonly first: Day;
  readonly last: Day;
  /** Whether the period ends before the requested last day. */
  readonly isCut: boolean;
}

/** Returns the days in which absences are reported. A period that is too long is cut at its end. */
function periodOf({ from, until }: AssignedUsers, today: Day): Period {
  const first = from ?? today;
  const isUsual = until === undefined || (from === undefined && until <= today);
  const asked = isUsual ? addDays(first, aheadDays.usual) : until;
  const latest = addDays(first > today ? first : today, aheadDays.most);
  const isCut = asked > latest;
  return { first, last: isCut ? latest : asked, isCut };
}

/** Sorts leaves, and joins those that overlap or follow each other without a day between them. */
function inOne(leaves: readonly Leave[]): Leave[] {
  const joined: Leave[] = [];
  for (const leave of leaves.toSorted((one, other) => (one.first < other.first ? -1 : 1))) {
    const before = joined.at(-1);
    if (before === undefined || leave.first > addDays(before.last, 1)) joined.push(leave);
    else
      joined[joined.length - 1] = {
        event: [...new Set([before.event, leave.event])].join('; '),
        first: before.first,
        last: leave.last > before.last ? leave.last : before.last,
      };
  }
  return joined;
}

function absenceOf(
  name: string,
  status: UserRecord['WorkingStatus'],
  leaves: readonly Leave[],
  today: Day,
): Worded[] {
  const isAway = [status?.SysName, status?.Name].some(saysAway);
  const [leave, ...further] = leaves;
  if (!isAway && leave === undefined) return [];
  const state = { name: asIs(name), status: asIs(status?.Name ?? status?.SysName ?? '') };
  if (leave === undefined) return [worded(absenceMessages.status, state)];
  const isNow = leave.first <= today;
  const message = !isAway ? absenceMessages.event : isNow ? absenceMessages.both : absenceMessages.later;
  return [
    worded(message, { ...state, ...leave }),
    ...further.map((one) => worded(absenceMessages.event, { ...state, ...one })),
  ];
}

/** Checks whether a text contains words for a user who is away. Words may be joined, as in `OnVacation`. */
const saysAway = (text = '') => away.test(text.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '));

/** Returns the days on which an all-day event without a case says that the user is away. */
function leaveIn(event: EventRecord, id: string, clock: Clock): Leave[] {
  const { Name = '', Type, Case, AllDay, Attendees } = event;
  const isOwn = Attendees.some(({ Type: kind, EntityId }) => kind === 'User' && isSameId(EntityId, id));
  const days = daysOf(clock, event);
  if (!isOwn || !AllDay || Case?.Id !== undefined || days === undefined) return [];
  return [Name, Type?.Name].some(saysAway) && !notAway.test(Name) ? [{ event: Name, ...days }] : [];
}

/** Reads and caches a value, or the failure, so that not every row of a plan waits for it. */
async function remembered<Value>(
  operations: OperationClient,
  key: string,
  readValue: () => Promise<Value>,
): Promise<Value | undefined> {
  const noValue = (error: unknown) => {
    const isLate = error instanceof DOMException && error.name === 'TimeoutError';
    if (!isCallError(error) && !isLate) throw error;
    return undefined;
  };
  const read = async () => ({ value: await readValue().catch(noValue) });
  return (await operations.cache.remember(key, read, cachedMs)).value;
}

const readUser = (operations: OperationClient, id: string): Promise<UserRecord | undefined> =>
  remembered(operations, `absence of user ${id}`, async () =>
    read(userRecord, await operations.call('get_user', { id })),
  );

/** Reads the all-day events of a period, and those that may last into it. */
function readEvents(
  operations: OperationClient,
  clock: Clock,
  { first, last }: Period,
): Promise<{ readonly items: readonly EventRecord[]; readonly isWhole: boolean } | undefined> {
  const earliest = first < clock.today ? first : clock.today;
  const period = {
    StartDateFrom: clock.startOf(addDays(earliest, -longestDays)),
    StartDateTo: clock.startOf(addDays(last, 1)),
  };
  return remembered(operations, `all-day events from ${earliest} until ${last}`, async () => {
    const { items, isCut, hasMoved } = await listAll(operations, ['list_events', period], eventRecord, {
      maxPages,
      isPart: true,
      compares: ['StartDateFrom', 'StartDateTo'],
    });
    return { items: items.filter(({ AllDay }) => AllDay), isWhole: !isCut && !hasMoved };
  });
}
