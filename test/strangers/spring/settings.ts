/** Health check and non-working days of the firm. */
import { isoDay } from './memory.ts';
import { day, list, oneOf, opt, record, text } from './schema.ts';
import { none, ok, type Route, refuse, route } from './server.ts';

const health = oneOf('UNKNOWN', 'OK', 'ERROR');
const nonWorkingDto = record('NonWorkingDaysDto', {
  dates: list(record('NonWorkingDateDto', { date: day, name: opt(text()) })),
  intervals: list(record('NonWorkingIntervalDto', { startDate: day, endDate: day, name: opt(text()) })),
});

export const settingsRoutes: Route[] = [
  route({
    method: 'GET',
    paths: ['/api/v3/generalsettings/NonWorkingDays'],
    tag: 'general-settings-controller',
    name: 'getNonWorkingDays',
    summary: 'Days on which the firm does not work',
    answers: { 200: nonWorkingDto },
    handle: (call) => ok(call.memory.nonWorking),
  }),
  route({
    method: 'PUT',
    paths: ['/api/v3/generalsettings/NonWorkingDays'],
    tag: 'general-settings-controller',
    name: 'updateNonWorkingDays',
    summary: 'Replaces the days on which the firm does not work',
    body: nonWorkingDto,
    answers: { 204: null },
    handle({ memory, body }) {
      const wrong = body.intervals.findIndex((one) => one.endDate < one.startDate);
      if (wrong >= 0)
        throw refuse(
          `intervals[${wrong}].endDate`,
          isoDay(body.intervals[wrong]?.endDate),
          'must not be earlier',
        );
      const plain = (date: Date) => date.toISOString().slice(0, 10);
      memory.nonWorking.dates = body.dates.map((one) => ({ date: plain(one.date), name: one.name ?? null }));
      memory.nonWorking.intervals = body.intervals.map(({ startDate, endDate, name }) => ({
        startDate: plain(startDate),
        endDate: plain(endDate),
        name: name ?? null,
      }));
      return none();
    },
  }),
  route({
    method: 'GET',
    paths: ['/api/v2/health'],
    tag: 'health-controller',
    name: 'health',
    summary: 'State of the service and of its database',
    open: true,
    answers: { 200: record('HealthDto', { status: health, dbStatus: health }) },
    handle: () => ok({ status: 'OK', dbStatus: 'OK' }),
  }),
  route({
    method: 'GET',
    paths: ['/api/v3/health'],
    tag: 'health-controller',
    name: 'healthDetails',
    summary: 'Statistics of requests',
    open: true,
    hidden: true,
    answers: { 200: null },
    handle() {
      const check = { data: { longRequestCount: 0 }, duration: 'PT0.000041S', status: 'HEALTHY' };
      const entries = { requestProcessingTime: check };
      return ok({ status: 'HEALTHY', totalDuration: 'PT0.000125S', entries });
    },
  }),
];
