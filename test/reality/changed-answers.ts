import type { PassingRequest, Perturbation } from '../support/servers/perturbing.ts';

export type Json = any;
export type Row = Record<string, Json>;

/** Paths that return records of a kind, in lists or individually. */
export const of = {
  objects: /\/(?:objects|cases)(?:\/[0-9a-f-]{36})?$|\/Get(?:Cases|Objects)$/,
  tasks: /\/tasks(?:\/[0-9a-f-]{36})?$/,
  statuses: /\/taskStatuses$/,
  events: /\/events(?:\/[0-9a-f-]{36})?$/,
  documents: /\/documents(?:\/[0-9a-f-]{36})?$/,
  participants: /\/participants(?:\/[0-9a-f-]{36})?$/,
  users: /\/users(?:\/[0-9a-f-]{36})?$/,
  calendar: /\/NonWorkingDays$/i,
  anything: /./,
};

const rowsOf = (body: Json): readonly Row[] => (Array.isArray(body) ? body : (body?.Items ?? [body]));

/** Creates a modification that changes all records of a kind in responses. */
export const records = (kind: keyof typeof of, name: string, change: (row: Row) => void): Perturbation => ({
  name,
  concerns: ({ path }) => of[kind].test(path),
  answer: (body, { path }) => {
    if (of[kind].test(path))
      for (const row of rowsOf(body)) if (typeof row === 'object' && row !== null) change(row);
    return body;
  },
});
export const renamed = (kind: keyof typeof of, field: string, other: string): Perturbation =>
  records(kind, `calls ${field} of ${kind} otherwise`, (row) => {
    if (row[field] === undefined) return;
    row[other] = row[field];
    delete row[field];
  });
/** Creates a modification that changes whole responses. */
export const answers = (
  kind: keyof typeof of,
  name: string,
  change: (body: Json, request: PassingRequest) => Json,
): Perturbation => ({
  name,
  concerns: ({ path }) => of[kind].test(path),
  answer: (body, request) => (of[kind].test(request.path) ? change(body, request) : body),
});
export const deep = (
  body: Json,
  change: (key: string, value: Json) => readonly [string, Json] | undefined,
): Json => {
  if (Array.isArray(body)) return body.map((one) => deep(one, change));
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).flatMap(([key, value]) => {
      const found = change(key, value);
      if (found === undefined) return [];
      // Fields within these are named by tags.
      return [[found[0], /^(?:Fields|Attributes)$/i.test(key) ? found[1] : deep(found[1], change)]];
    }),
  );
};
export const page = (body: Json) => body?.Items !== undefined;
export const isMoment = (value: Json) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value);
