import { z } from 'zod';
import { int64, queryFlag } from '../http/model-binding.ts';
import type { Route } from '../http/route.ts';

/** Query parameters that make the service check a change before it saves the change. */
const checks: Readonly<Record<string, z.ZodType>> = {
  CheckForDuplicates: queryFlag.optional(),
  Version: z.coerce.number().pipe(int64).optional(),
  IsVersionEnabled: queryFlag.optional(),
};

/** Returns a route that reads the check parameters from the query instead of the body. */
export function withChecksInQuery(entry: Route): Route {
  const { body, query } = entry;
  if (!(body instanceof z.ZodObject)) return entry;
  const names = Object.keys(checks).filter((name) => Object.hasOwn(body.shape, name));
  if (names.length === 0) return entry;
  const moved = Object.fromEntries(names.map((name) => [name, checks[name] as z.ZodType]));
  return {
    ...entry,
    body: z.object(Object.fromEntries(Object.entries(body.shape).filter(([name]) => !names.includes(name)))),
    query: (query ?? z.object({})).extend(moved),
    handle: (request) => {
      const sent: Record<string, unknown> = request.query;
      const picked = Object.fromEntries(names.map((name) => [name, sent[name]]));
      const whole = { ...(request.body as object), ...picked };
      return entry.handle({ ...request, body: whole as never });
    },
  };
}
