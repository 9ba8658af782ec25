import { UnexpectedAnswerError } from '../../contract/errors.ts';
import { type Clock, type Day, dueOf } from './clock.ts';

/** Days on which nobody works beside weekends: single ones, and intervals with their ends. */
export interface DaysOff {
  readonly Dates: readonly Day[];
  readonly Intervals: readonly { readonly Start: Day; readonly End: Day }[];
}

type Row = Readonly<Record<string, unknown>>;
const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** When a record was made says nothing of what it stands for. */
const ofRecord = new Set(['creationdate', 'lastchangedate']);
const dayForm = /^\d{4}-\d\d-\d\d(?:T|$)/;

/**
 * Days off in whatever shape it is plain that they are: lists of days and of intervals, called so or otherwise (the API
 * description shows neither), or one list of both.
 * @param clock tells the day that a moment begins, where a deployment writes days as moments
 * @throws UnexpectedAnswerError where it is not plain
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
  // Two lists of one kind cannot be told apart; some services list the weekends on which people work.
  const isPlain = filled.filter(isDays).length < 2 && filled.filter((one) => !isDays(one)).length < 2;
  if (lists.length === 0 || !isPlain || filled.some(([name]) => /^work/i.test(name))) throw unknownShape();
  return filled.map(([, list]) => list);
}

/** One day, or the first and the last. */
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
  new UnexpectedAnswerError('The service answered with something else than days and intervals.');
