/** Public holidays, as month and day. */
const days = ['02-23', '03-08', '05-01', '05-09', '06-12', '11-04'];
/** The winter holidays, the same in every year. */
const winter = { start: '01-01', end: '01-08' };

/** Returns the holidays of the years from `first` to `last`. */
export function holidays(first: number, last: number) {
  const years = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return {
    dates: years.flatMap((year) => days.map((date) => `${year}-${date}`)),
    intervals: years.map((year) => ({ start: `${year}-${winter.start}`, end: `${year}-${winter.end}` })),
  };
}

/** Checks whether a day (`2026-03-31`) is a weekend or holiday. */
export function isFree(day: string): boolean {
  const date = day.slice(5);
  const isWeekend = [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
  return isWeekend || days.includes(date) || (date >= winter.start && date <= winter.end);
}
