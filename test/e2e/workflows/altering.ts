import { afterAll, beforeAll } from 'vitest';
import { type Altered, connectAltered, eachField } from '../../support/clients/altered.ts';
import type { Alter } from '../../support/servers/front.ts';
export const asItIs: Alter = (body) => body;

/** Connects to a server whose service returns other responses than the embedded one. */
export function useAltered() {
  const at = {} as { altered: Altered };
  beforeAll(async () => {
    at.altered = await connectAltered();
  });
  afterAll(() => at.altered?.close());

  return { at };
}

export const smith = 'CL-2026-000123';
export const isCard = (request: string) => /^GET .*\/objects\/[^/]+$/.test(request);

/** Removes fields from the responses of a path. */
export const without =
  (path: string, ...fields: readonly string[]): Alter =>
  (body, request) =>
    request.includes(path)
      ? eachField(body, (name, value) => (fields.includes(name) ? undefined : value))
      : body;

/** Changes the cases of a party in responses. */
export const shownAs =
  (shown: (cases: any[]) => unknown, where = (request: string) => request.includes('/participants')): Alter =>
  (body, request) =>
    where(request)
      ? eachField(body, (field, value) => (field === 'Cases' ? shown(value as any[]) : value))
      : body;
