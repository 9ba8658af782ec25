import { z } from 'zod';
import type { OperationClient } from '../../contract/operation-client.ts';
import { read } from '../records.ts';
import { addDays, type Day, isWeekend } from './clock.ts';

/** On which days people work: not at weekends, and not on the service's non-working days. */
export interface WorkingDays {
  isFree(day: Day): boolean;
  /** The day itself, or the next one on which people work. */
  next(day: Day): Day;
}

const day = z.string().transform((text) => text.slice(0, 10));
const answer = z.object({
  Dates: z.array(day).catch([]),
  Intervals: z.array(z.object({ Start: day, End: day })).catch([]),
});

/** Longer than any row of holidays. */
const maxFreeDays = 60;

/** Weekends alone: where the service's calendar cannot be read. */
export const weekendsOnly: WorkingDays = createWorkingDays({ Dates: [], Intervals: [] });

/** @throws what `OperationClient.call` throws */
export const readWorkingDays = async (operations: OperationClient): Promise<WorkingDays> =>
  createWorkingDays(read(answer, await operations.call('get_non_working_days', {})));

function createWorkingDays({ Dates, Intervals }: z.output<typeof answer>): WorkingDays {
  const dates = new Set(Dates);
  const isFree = (one: Day) =>
    isWeekend(one) || dates.has(one) || Intervals.some(({ Start, End }) => one >= Start && one <= End);
  return {
    isFree,
    next: (from) => {
      let one = from;
      for (let count = 0; count < maxFreeDays && isFree(one); count += 1) one = addDays(one, 1);
      return one;
    },
  };
}
