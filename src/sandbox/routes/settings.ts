import { z } from 'zod';
import { requireAdministrator } from '../domain/permissions.ts';
import { invalid } from '../http/errors.ts';
import { created, route } from '../http/route.ts';
import type { World } from '../state/state.ts';

const path = '/api/v3/generalsettings/NonWorkingDays';

/** The calendar of non-working days: single dates and intervals (SET). */
export const settingsRoutes = [
  route(`GET ${path}`, {
    answers: 'NonWorkingDays',
    summary: 'Non-working days',
    handle: ({ world }) => (world.quirks.wholeLists === 'array' ? presentPlain(world) : present(world)),
  }),
  route(`PUT ${path}`, {
    answers: 'NonWorkingDays',
    summary: 'Replace the non-working days',
    body: z.object({
      Dates: z.array(z.iso.date()).nullish(),
      Intervals: z.array(z.object({ Start: z.iso.date(), End: z.iso.date() })).nullish(),
    }),
    handle: ({ world, user, body }) => {
      requireAdministrator(user);
      const intervals = (body.Intervals ?? []).map(({ Start, End }) => ({ start: Start, end: End }));
      const reversed = intervals.find(({ start, end }) => start > end);
      if (reversed) throw invalid(`The interval from ${reversed.start} ends before it starts.`);
      world.nonWorkingDays = {
        dates: [...new Set(body.Dates ?? [])].sort(),
        intervals: intervals.sort((left, right) => left.start.localeCompare(right.start)),
      };
      return created(present(world));
    },
  }),
];

function present({ nonWorkingDays }: World) {
  return {
    Dates: nonWorkingDays.dates,
    Intervals: nonWorkingDays.intervals.map(({ start, end }) => ({ Start: start, End: end })),
  };
}

/** Returns every non-working day as an interval. */
const presentPlain = ({ nonWorkingDays: { dates, intervals } }: World) => [
  ...dates.map((day) => ({ Start: day, End: day })),
  ...intervals.map(({ start, end }) => ({ Start: start, End: end })),
];
