import type { Worded } from '../contract/language.ts';
import { joined, worded } from '../contract/worded.ts';
import { type Clock, dueOf } from '../domain/time/clock.ts';
import { momentInWords } from '../domain/time/spoken-days.ts';
import { countMessages, dateMessages } from './messages.ts';

type Part = Worded | undefined;

/** Formats the first line of an answer: `overdue: 4; next event: Wed 25 Nov 13:00, tomorrow`. */
export const summaryOf = (...parts: readonly Part[]): Part => {
  const known = parts.filter((part) => part !== undefined);
  return known.length === 0 ? undefined : joined(known, '; ');
};

/** Formats a count. Returns undefined if it is zero or unknown. */
export const countOf = (what: keyof typeof countMessages, count: number | undefined): Part =>
  count ? worded(countMessages[what], { count }) : undefined;

export const dated = (what: keyof typeof dateMessages, clock: Clock, moment: string | undefined): Part =>
  moment === undefined ? undefined : worded(dateMessages[what], { when: momentInWords(clock, moment) });

/** Checks whether a date-time is in the future. A day without a time lasts until midnight. */
export function isAhead(clock: Clock, now: Date, moment: string | undefined): boolean {
  if (moment === undefined) return false;
  const { hasTime, day } = dueOf(clock, moment);
  return hasTime ? Date.parse(moment) > now.getTime() : day >= clock.today;
}
