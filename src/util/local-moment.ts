export const zonelessMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?$/;
const midnight = /T00:00(:00(\.0+)?)?$/;

/**
 * Creates a function that converts date-times without a zone to UTC: `2026-03-04T10:00:00` in Europe/Moscow becomes
 * `2026-03-04T07:00:00Z`. Midnight stands for a date without a time, so it stays `2026-03-04T00:00:00Z`.
 * @param timeZone IANA name
 */
export function createLocalMoments(timeZone: string): (moment: string) => string {
  if (timeZone === 'UTC') return (moment) => `${moment}Z`;
  const offsetAt = offsetsIn(timeZone);
  return (moment) => {
    const [whole = '', fraction = ''] = moment.split(/(?=\.)/);
    const asUtc = Date.parse(`${whole}Z`);
    if (midnight.test(moment) || Number.isNaN(asUtc)) return `${moment}Z`;
    // Use the offset at the resulting time. Near a clock change, only a second step finds it.
    const at = asUtc - offsetAt(asUtc - offsetAt(asUtc));
    return `${new Date(at).toISOString().slice(0, 19)}${fraction}Z`;
  };
}

/** Returns a function that returns the offset of a zone from UTC at a time, both in milliseconds. */
function offsetsIn(timeZone: string): (at: number) => number {
  const numbers = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric' } as const;
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ ...numbers, minute: 'numeric', second: 'numeric', hourCycle: 'h23', timeZone },
  });
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    const local = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
    return local - Math.floor(at / 1000) * 1000;
  };
}
