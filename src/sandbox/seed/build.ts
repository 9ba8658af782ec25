import type { Entity, ResolvedRecord } from '../state/entities/entity.ts';
import { sampleId } from '../state/ids.ts';
import type { World } from '../state/state.ts';
import { isFree } from './holidays.ts';

/**
 * Day of a sample record. It is a number of days from today, or `other`, which means another day of the current week
 * (Monday to Sunday).
 */
export type When = number | 'other';

/** Helpers for building sample data. */
export interface Seeding {
  readonly world: World;
  /** The year of the state's clock. */
  readonly year: number;
  /** Returns a date-time in UTC, a number of days from today: `day(-3, '09:30')`. */
  day(offset: number, time?: string): string;
  /** Returns the days from today to the given day. */
  offset(when: When): number;
  /**
   * Returns the number of days from today to a working day. It is the given day or the next working day; for a past
   * day, the previous one. For `other`, it is another working day of the current week, if there is one.
   */
  workday(when: When): number;
  /**
   * Returns id and dates of a record that was created `created` days ago and changed `changed` days ago. Both numbers
   * must be at least 1.
   */
  entity(kind: string, number: number, created?: number, changed?: number): Entity;
}

const dayMs = 86_400_000;

/** Creates helpers for the current time of the state. */
export function createSeeding(world: World): Seeding {
  const now = world.now();
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  const sinceMonday = (now.getUTCDay() + 6) % 7;
  const dates = new Map<number, string>();
  const dateOf = (offset: number): string => {
    const known = dates.get(offset) ?? new Date(midnight + offset * dayMs).toISOString().slice(0, 10);
    dates.set(offset, known);
    return known;
  };
  const day = (offset: number, time = '00:00') => `${dateOf(offset)}T${time}:00.000Z`;
  const works = (offset: number) => !isFree(dateOf(offset));
  const nearest = (offset: number, step: 1 | -1): number =>
    works(offset) ? offset : nearest(offset + step, step);
  const otherWorkday = () => {
    const week = Array.from({ length: 7 }, (_, index) => index - sinceMonday).filter(works);
    return week.find((offset) => offset > 0) ?? week.findLast((offset) => offset < 0) ?? nearest(1, 1);
  };
  return {
    world,
    year: now.getUTCFullYear(),
    day,
    // `other` means tomorrow, or yesterday on a Sunday, so that the day is in the same week.
    offset: (when) => (when === 'other' ? (sinceMonday === 6 ? -1 : 1) : when),
    workday: (when) => (when === 'other' ? otherWorkday() : nearest(when, when < 0 ? -1 : 1)),
    entity: (kind, number, created = 400, changed = created) => ({
      id: sampleId(kind, number),
      createdAt: day(-created, '08:15'),
      changedAt: day(-changed, created === changed ? '08:15' : '16:40'),
    }),
  };
}

/** Moves the dates of a record so that none is before the creation of the record to which it belongs. */
export function notBefore(entity: Entity, owner: Entity | undefined): Entity {
  const later = (date: string) => (owner && date < owner.createdAt ? owner.createdAt : date);
  return { id: entity.id, createdAt: later(entity.createdAt), changedAt: later(entity.changedAt) };
}

/** Returns the id of a row by its key. @throws Error for an unknown key */
export function idsByKey(kind: string, keys: readonly string[]): (key: string) => string {
  const numbers = new Map(keys.map((key, index) => [key, index + 1]));
  return (key) => {
    const number = numbers.get(key);
    if (number === undefined) throw new Error(`sample data name ${key}, which no row of ${kind} has`);
    return sampleId(kind, number);
  };
}

/** Returns the second part of a bilingual name, without spaces: `'Истец / Claimant'` → `'Claimant'`. */
export function sysNameOf(name: string): string {
  const english = name.split(' / ').at(-1) ?? name;
  return english
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** Returns small named records from a table of bilingual names. */
export function namedRows(
  seeding: Seeding,
  kind: string,
  names: readonly string[],
  isSystem = false,
): ResolvedRecord[] {
  return names.map((name, index) => ({
    ...seeding.entity(kind, index + 1),
    name,
    sysName: sysNameOf(name),
    isSystem,
  }));
}
