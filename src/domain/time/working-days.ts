import type { OperationClient } from '../../contract/operations/operation-client.ts';
import { addDays, type Clock, type Day, isWeekend } from './clock.ts';
import { type DaysOff, readDaysOff } from './days-off.ts';

/** Working days: all days except weekends and the service's non-working days. */
export interface WorkingDays {
  isFree(day: Day): boolean;
  /** Returns the day itself, or the next working day. */
  next(day: Day): Day;
}

/** Maximum number of days off that are skipped, in case the data is wrong. */
const maxFreeDays = 60;

/** Calendar in which only weekends are days off. Used if the service's calendar cannot be read. */
export const weekendsOnly: WorkingDays = createWorkingDays({ Dates: [], Intervals: [] });

/** Reads working days from the service's calendar. @throws the errors of `OperationClient.call` */
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
