/** A moment without a zone, whole. */
export const zonelessMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?$/;
const midnight = /T00:00(:00(\.0+)?)?$/;

/**
 * Reads moments without a zone as those of one zone: `2026-03-04T10:00:00` of Europe/Moscow is `2026-03-04T07:00:00Z`.
 * Midnight is a date without a time, which is the same one everywhere: `2026-03-04T00:00:00Z`.
 * @param timeZone IANA name
 */
export function createLocalMoments(timeZone: string): (moment: string) => string {
  if (timeZone === 'UTC') return (moment) => `${moment}Z`;
  const offsetAt = offsetsIn(timeZone);
  return (moment) => {
    const [whole = '', fraction = ''] = moment.split(/(?=\.)/);
    const asUtc = Date.parse(`${whole}Z`);
    if (midnight.test(moment) || Number.isNaN(asUtc)) return `${moment}Z`;
    // The offset that counts is the one at the result; where the clocks change, a second look finds it.
    const at = asUtc - offsetAt(asUtc - offsetAt(asUtc));
    return `${new Date(at).toISOString().slice(0, 19)}${fraction}Z`;
  };
}

/** How far the clocks of a zone are ahead of UTC at a moment, both in milliseconds. */
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
