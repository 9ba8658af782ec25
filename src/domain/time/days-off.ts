import { UnexpectedAnswerError } from '../../contract/errors.ts';
import { isRow } from '../../contract/records/row.ts';
import { type Clock, type Day, dueOf } from './clock.ts';

/** Days off in addition to weekends: single days, and intervals that include both of their ends. */
export interface DaysOff {
  readonly Dates: readonly Day[];
  readonly Intervals: readonly { readonly Start: Day; readonly End: Day }[];
}

/** Date fields of the record itself, such as its creation. Their dates are not days off. */
const ofRecord = new Set(['creationdate', 'lastchangedate']);
const dayForm = /^\d{4}-\d\d-\d\d(?:T|$)/;

/**
 * Reads days off from every unambiguous structure: one list of days and one of intervals, or a single list with both.
 * The lists may have any name, because the API description states none.
 * @param clock converts date-times to days
 * @throws UnexpectedAnswerError if the structure is ambiguous
 */
export function readDaysOff(answer: unknown, clock: Clock): DaysOff {
  const entries = listsIn(answer)
    .flat()
    .map((entry) => daysIn(entry, clock));
  return {
    Dates: entries.flatMap((days) => (days.length === 1 ? days : [])),
    Intervals: entries.flatMap(([Start = '', End]) => (End === undefined ? [] : [{ Start, End }])),
  };
}

function listsIn(answer: unknown): readonly (readonly unknown[])[] {
  if (Array.isArray(answer)) return [answer];
  if (!isRow(answer)) throw unknownShape();
  if ('Dates' in answer || 'Intervals' in answer)
    return [answer.Dates ?? [], answer.Intervals ?? []].map((list) => {
      if (!Array.isArray(list)) throw unknownShape();
      return list;
    });
  const lists = Object.entries(answer).filter((entry): entry is [string, unknown[]] =>
    Array.isArray(entry[1]),
  );
  const filled = lists.filter(([, list]) => list.length > 0);
  const isDays = ([, list]: [string, unknown[]]) => typeof list[0] === 'string';
  // Two lists of the same type are ambiguous, because some services also list weekend days on which people work.
  const isPlain = filled.filter(isDays).length < 2 && filled.filter((one) => !isDays(one)).length < 2;
  if (lists.length === 0 || !isPlain || filled.some(([name]) => /^work/i.test(name))) throw unknownShape();
  return filled.map(([, list]) => list);
}

/** Returns one day, or an interval's first and last day. */
function daysIn(entry: unknown, clock: Clock): readonly Day[] {
  const texts = isRow(entry)
    ? Object.entries(entry).flatMap(([name, value]) => (ofRecord.has(name.toLowerCase()) ? [] : [value]))
    : [entry];
  const moments = texts.filter((text): text is string => typeof text === 'string' && dayForm.test(text));
  const days = moments.map((text) => (text.length === 10 ? text : dueOf(clock, text).day)).sort();
  if (days.length === 0 || days.length > 2) throw unknownShape();
  return days;
}

const unknownShape = () =>
  new UnexpectedAnswerError('The service’s response contained no days or intervals.');
