import { route } from '../http/route.ts';
import type { World } from '../state/state.ts';

/** Health checks, without authentication (HLO). */
export const healthRoutes = [
  route('GET /api/v2/health', {
    answers: 'Health',
    summary: 'Status of the service and of its database',
    anonymous: true,
    handle: () => ({ Status: 'OK', DbStatus: 'OK' }),
  }),
  route('GET /api/v3/health', {
    summary: 'Numbers of errors, warnings and slow requests',
    unlisted: true,
    anonymous: true,
    handle: ({ world }) => {
      const began = performance.now();
      const longRequestCount = countLongRequests(world);
      const degraded =
        world.settings.healthTracking && longRequestCount >= world.settings.healthCountForDegraded;
      const status = degraded ? 'Degraded' : 'Healthy';
      const { errors, warnings } = world.globalLog;
      const duration = timeSpan(performance.now() - began);
      return {
        status,
        totalDuration: duration,
        entries: {
          globalLog: {
            data: { errorCount: errors, warningCount: warnings },
            duration: timeSpan(0),
            status: 'Healthy',
          },
          requestProcessingTime: { data: { longRequestCount }, duration, status },
        },
      };
    },
  }),
];

/**
 * Counts the long requests in the configured range of time, which begins at a whole step. Requests of the oldest step
 * count until the whole step is out of range.
 */
function countLongRequests(world: World): number {
  const { healthTracking, healthRange, healthStep, healthMaxExecutionTime } = world.settings;
  if (!healthTracking) return 0;
  const from = Math.floor((world.now().getTime() - healthRange) / healthStep) * healthStep;
  return world.requestDurations.filter(({ at, ms }) => at >= from && ms > healthMaxExecutionTime).length;
}

/** Formats a duration as .NET writes a time span: `hh:mm:ss.fffffff`. */
function timeSpan(ms: number): string {
  const two = (number: number) => String(Math.floor(number)).padStart(2, '0');
  const seconds = (ms / 1000) % 60;
  const fraction = (seconds % 1).toFixed(7).slice(1);
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two(seconds)}${fraction}`;
}
