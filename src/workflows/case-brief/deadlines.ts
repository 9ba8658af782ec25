import type { DeadlineFacts } from '../../contract/features/card-facts.ts';
import type { CaseType } from '../../domain/cases/card-type.ts';
import type { CaseRecord } from '../../domain/records.ts';
import { type Clock, type Day, dueOf, withWeekday } from '../../domain/time/clock.ts';
import type { WorkingDays } from '../../domain/time/working-days.ts';
import { fieldNames } from './card.ts';

const maxDeadlines = 6;

/** A date on the object card by which something must be done. */
export interface Deadline {
  /** Key of the field in the object card. */
  readonly key: string;
  /** Text such as `Appeal until: Sat 2026-03-07 (day off, so Tue 2026-03-10)`. */
  readonly shown: string;
  /** Date-time as the service sent it. */
  readonly moment: string;
  readonly facts: DeadlineFacts;
}

/** Words for a deadline. A date with one of them is shown even after it has passed. */
const deadlineWords =
  /срок|обжал|давност|истека|исполнить до|deadline|until|limitation|expir|due|time[- ]?bar/i;

/** Returns the date-time in a value, or midnight UTC of a day. Returns undefined for any other value. */
function momentOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return `${value}T00:00:00Z`;
  return /^\d{4}-\d\d-\d\dT[\d:.]{5,20}(?:Z|[+-]\d\d:\d\d)$/.test(value) ? value : undefined;
}

/**
 * Returns the future dates of an object card and then its past deadlines, each group in order. For a date on a day off,
 * also gives the next working day.
 */
export function deadlinesOf(
  record: CaseRecord,
  type: CaseType | undefined,
  { clock, workingDays }: { readonly clock: Clock; readonly workingDays: WorkingDays },
): Deadline[] {
  const nameOf = fieldNames(type);
  const all = Object.entries(record.Fields ?? {}).flatMap(([key, value]) => {
    const moment = momentOf(value);
    if (moment === undefined) return [];
    const name = nameOf(key);
    const { day, hasTime, shown } = dueOf(clock, moment);
    const worksOn = workingDays.next(day);
    const isOver = worksOn < clock.today;
    const isDeadline = deadlineWords.test(`${key} ${name}`);
    if (isOver && !isDeadline) return [];
    const isMoved = worksOn !== day;
    const facts: DeadlineFacts = {
      ...{ name, day, is_deadline: isDeadline },
      ...(hasTime ? { time: shown.slice(-5) } : {}),
      ...(isMoved ? { works_on: worksOn } : {}),
      ...(isOver ? { passed: true } : {}),
    };
    return [{ key, name, shown, moment, worksOn, isMoved, isOver, facts }];
  });
  return all
    .sort(
      (one, other) => Number(one.isOver) - Number(other.isOver) || one.worksOn.localeCompare(other.worksOn),
    )
    .slice(0, maxDeadlines)
    .map(({ key, name, shown, moment, worksOn, isMoved, isOver, facts }) => ({
      ...{ key, moment, facts },
      shown: `${name}: ${shown}${noteOf(isMoved, isOver, worksOn)}`,
    }));
}

function noteOf(isMoved: boolean, isOver: boolean, worksOn: Day): string {
  const notes = [isMoved && `day off, so ${withWeekday(worksOn)}`, isOver && 'passed'].filter(Boolean);
  return notes.length > 0 ? ` (${notes.join('; ')})` : '';
}
