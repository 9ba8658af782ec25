import type {
  ChangeGiven,
  ChangeRefused,
  DraftedChange,
  PlannedChanges,
} from '../../contract/features/planned-changes.ts';
import { isRow, type Row } from '../../contract/records/row.ts';
import { addDays, type Clock } from '../../domain/time/clock.ts';

/** Matches a relative date, such as `+1 day` or `-2 hours`: the number and the unit. */
const move = /^([+-]\d{1,4}) ?(minute|hour|day|week|month|year)s?$/;
const minuteMs = 60_000;
/** Matches a day, or a date-time with a zone. `Date.parse` reads other texts differently on different machines. */
const moment = /^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d))?$/;

const isMove = (value: unknown): value is string => typeof value === 'string' && move.test(value);

/** A relative date in an argument, or in a member of one, such as a card field in `Fields`. */
interface Move {
  readonly name: string;
  readonly key?: string;
  readonly by: string;
}

/** Returns the relative dates in arguments and in their members. */
export const movesIn = (args: Row): Move[] =>
  Object.entries(args).flatMap(([name, value]): Move[] => {
    if (isMove(value)) return [{ name, by: value }];
    return isRow(value)
      ? Object.entries(value).flatMap(([key, by]) => (isMove(by) ? [{ name, key, by }] : []))
      : [];
  });

/** Returns arguments in which a value replaces a relative date. */
const replaced = (args: Row, { name, key }: Move, value: unknown): Row => ({
  ...args,
  [name]: key === undefined ? value : { ...(args[name] as Row), [key]: value },
});

/**
 * Returns a change without its relative dates. The other arguments are enough to read the record. Keeps an argument
 * that the operation does not have, so that drafting the change reports it. Sets a relative date in a member of an
 * argument to null, because a draft contains the current values only of members that are present.
 */
export async function withoutMoves(
  changes: PlannedChanges,
  { tool, arguments: args }: ChangeGiven,
): Promise<ChangeGiven> {
  let rest = args;
  for (const one of movesIn(args)) {
    if ((await changes.takes(tool, one.name)) === undefined) continue;
    rest = replaced(rest, one, one.key === undefined ? undefined : null);
  }
  return {
    tool,
    arguments: Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
  };
}

/** Returns a change in which dates replace the relative dates, counted from the current values of the record. */
export function withDatesMoved(
  { tool, arguments: args }: ChangeGiven,
  { present }: Pick<DraftedChange, 'present'>,
  clock: Clock,
): ChangeGiven | ChangeRefused {
  let moved = args;
  for (const one of movesIn(args)) {
    const { name, key, by } = one;
    const group = present[name];
    const from = key === undefined ? group : isRow(group) ? group[key] : undefined;
    const date = typeof from === 'string' ? movedBy(from, by, clock) : undefined;
    if (date === undefined) return noDate(key === undefined ? name : `${name}.${key}`, by, from);
    moved = replaced(moved, one, date);
  }
  return { tool, arguments: moved };
}

const noDate = (place: string, given: string, from: unknown): ChangeRefused => ({
  code: 'INVALID_ARGUMENTS',
  reason: `${place} ${JSON.stringify(given)}: this field of the record is ${(from ?? '') === '' ? 'empty' : 'no date'}, so it cannot be moved by an interval. Pass the date itself.`,
});

/** Moves a date. Days and longer units keep the local time of day, even if the clocks change in between. */
function movedBy(from: string, by: string, clock: Clock): string | undefined {
  const [, count = '', unit = ''] = move.exec(by) ?? [];
  const at = moment.test(from) ? Date.parse(from) : Number.NaN;
  if (Number.isNaN(at)) return undefined;
  if (unit === 'minute' || unit === 'hour')
    return new Date(at + Number(count) * minuteMs * (unit === 'hour' ? 60 : 1)).toISOString();
  const isDayAlone = /^\d{4}-\d\d-\d\d$/.test(from);
  const isWholeDay = isDayAlone || /T00:00(:00(\.0+)?)?(Z|\+00:00)$/.test(from);
  const day = isWholeDay ? from.slice(0, 10) : clock.day(from);
  const next = movedDay(day, Number(count), unit);
  if (isDayAlone) return next;
  if (isWholeDay) return `${next}T00:00:00.000Z`;
  return new Date(Date.parse(clock.startOf(next)) + timeOfDay(from, day, next, clock)).toISOString();
}

function movedDay(day: string, count: number, unit: string): string {
  if (unit === 'day' || unit === 'week') return addDays(day, count * (unit === 'week' ? 7 : 1));
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const months = year * 12 + month - 1 + count * (unit === 'year' ? 12 : 1);
  const last = new Date(Date.UTC(Math.floor(months / 12), (months % 12) + 1, 0)).getUTCDate();
  return new Date(Date.UTC(Math.floor(months / 12), months % 12, Math.min(date, last)))
    .toISOString()
    .slice(0, 10);
}

/** Returns the milliseconds from the start of the day `next` to the local time of day of `from`. */
function timeOfDay(from: string, day: string, next: string, clock: Clock): number {
  const start = Date.parse(clock.startOf(next));
  const since = Date.parse(from) - Date.parse(clock.startOf(day));
  const local = (moment: string) => clock.moment(moment).slice(-5);
  // Also try one hour more and one hour less, because each of the two days may have 23 or 25 hours.
  const shifts = [0, 1, -1].map((hours) => since + hours * 60 * minuteMs);
  return shifts.find((one) => local(new Date(start + one).toISOString()) === local(from)) ?? since;
}
