/** Random generator and relative dates of the sample data. */

/** Seeded random generator (mulberry32). */
export class Chance {
  #state: number;
  constructor(seed: number) {
    this.#state = seed;
  }
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }
  int(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }
  pick<T>(from: readonly T[]): T {
    return from[this.int(0, from.length - 1)] as T;
  }
  /** Returns two different items, or none if there are fewer than two. */
  two<T>(from: readonly T[]): [T?, T?] {
    if (from.length < 2) return [];
    const first = this.int(0, from.length - 1);
    const second = (first + this.int(1, from.length - 1)) % from.length;
    return [from[first] as T, from[second] as T];
  }
  uuid(): string {
    const hex = Array.from({ length: 32 }, () => this.int(0, 15).toString(16));
    hex[12] = '4';
    hex[16] = '89ab'[this.int(0, 3)] ?? '8';
    return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  }
}

const DAY = 86_400_000;
const HOUR = 3_600_000;
/** Moscow is three hours ahead of UTC all year. */
const ZONE = 3 * HOUR;

/** Returns a function that converts days after the base date, and a time in Moscow, to a date. */
export function makeClock(base: Date) {
  const midnight = Math.floor((base.getTime() + ZONE) / DAY) * DAY - ZONE;
  return (days: number, hour = 0, minute = 0) =>
    new Date(midnight + days * DAY + hour * HOUR + minute * 60_000);
}

/** Returns the number of days, increased if the day is a Saturday or Sunday. */
export function workday(base: Date, days: number): number {
  const weekday = new Date(makeClock(base)(days, 12)).getUTCDay();
  return days + (weekday === 6 ? 2 : weekday === 0 ? 1 : 0);
}
