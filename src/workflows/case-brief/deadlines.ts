import type { DeadlineFacts } from '../../contract/features/card-facts.ts';
import type { CaseRecord } from '../../domain/records.ts';
import { type Clock, type Day, dueOf, withWeekday } from '../../domain/time/clock.ts';
import type { WorkingDays } from '../../domain/time/working-days.ts';
import { type CaseType, fieldNames } from './card.ts';

const maxDeadlines = 6;

/** A day of the card by which something has to be done. */
export interface Deadline {
  /** Its key in the card. */
  readonly key: string;
  /** `Appeal until: Sat 2026-03-07 (day off, so Tue 2026-03-10)` */
  readonly shown: string;
  /** The date-time of the service. */
  readonly moment: string;
  readonly facts: DeadlineFacts;
}

/** In names of fields in both languages: their day stays worth knowing when it is over. */
const deadlineWords =
  /срок|обжал|давност|истека|исполнить до|deadline|until|limitation|expir|due|time[- ]?bar/i;

/** The moment of a value; days alone are kept as midnight in UTC. Undefined for anything else, or without a zone. */
function momentOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return `${value}T00:00:00Z`;
  return /^\d{4}-\d\d-\d\dT[\d:.]{5,20}(?:Z|[+-]\d\d:\d\d)$/.test(value) ? value : undefined;
}

/**
 * Deadlines that stand on the card, the next first: its dates that are to come, and those called so that have passed.
 * Each with the working day that it moves to.
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
