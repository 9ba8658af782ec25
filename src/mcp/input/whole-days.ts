import type { z } from 'zod';
import { wholeDayOf } from '../../contract/operations/field-marks.ts';

const dayAlone = /^\d{4}-\d\d-\d\d$/;
/** Matches midnight in a zone other than UTC. */
const localMidnight = /^(\d{4}-\d\d-\d\d)T00:00(?::00(?:\.0+)?)?(?!\+00:00)[+-]\d\d:\d\d$/;

/**
 * Writes days as the service stores them: as midnight UTC. Midnight in another zone means that day too, because its
 * conversion to UTC would be the day before. Changes only arguments that `perhapsDay` marks.
 */
export function withWholeDays(schema: z.ZodObject, args: unknown): unknown {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return args;
  const given = args as Readonly<Record<string, unknown>>;
  const days = Object.entries(given).flatMap(([name, value]) => {
    const field = Object.hasOwn(schema.shape, name) ? (schema.shape[name] as z.ZodType) : undefined;
    const day = typeof value === 'string' && field ? dayIn(field, value, given) : undefined;
    return day === undefined ? [] : [[name, day] as const];
  });
  return days.length === 0 ? args : { ...given, ...Object.fromEntries(days) };
}

function dayIn(field: z.ZodType, value: string, given: Readonly<Record<string, unknown>>) {
  const mark = wholeDayOf(field);
  if (mark === undefined) return undefined;
  if (mark.onlyIf !== undefined && ![true, 'true'].includes(given[mark.onlyIf] as boolean)) return undefined;
  if (!dayAlone.test(value)) return midnightOf(localMidnight.exec(value)?.[1], 0);
  // An event ends at the midnight after its last day.
  return midnightOf(value, mark.isEnd ? 1 : 0);
}

/** Returns midnight UTC of a day, or of a later one. Returns undefined if there is no such day. */
function midnightOf(day: string | undefined, later: number): string | undefined {
  const at = new Date(`${day}T00:00:00Z`);
  if (day === undefined || Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day)
    return undefined;
  at.setUTCDate(at.getUTCDate() + later);
  return `${at.toISOString().slice(0, 10)}T00:00:00Z`;
}
