import type { OperationClient } from '../../contract/operations/operation-client.ts';
import { addDays, type Clock, type Day, isWeekend } from './clock.ts';
import { type DaysOff, readDaysOff } from './days-off.ts';

/** On which days people work: not at weekends, and not on the service's non-working days. */
export interface WorkingDays {
  isFree(day: Day): boolean;
  /** The day itself, or the next one on which people work. */
  next(day: Day): Day;
}

/** Longer than any row of holidays. */
const maxFreeDays = 60;

/** Weekends alone: where the service's calendar cannot be read. */
export const weekendsOnly: WorkingDays = createWorkingDays({ Dates: [], Intervals: [] });

/** @throws what `OperationClient.call` throws */
export const readWorkingDays = async (operations: OperationClient, clock: Clock): Promise<WorkingDays> =>
  createWorkingDays(readDaysOff(await operations.call('get_non_working_days', {}), clock));

function createWorkingDays({ Dates, Intervals }: DaysOff): WorkingDays {
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
