import { afterAll, beforeAll } from 'vitest';
import { type Altered, connectAltered } from '../../support/clients/altered.ts';
import type { Alter } from '../../support/servers/front.ts';
export const asItIs: Alter = (body) => body;

/** Lookups whose service answers in other ways than the embedded one. */
export function useAltered() {
  const at = {} as { altered: Altered };
  beforeAll(async () => {
    at.altered = await connectAltered();
  });
  afterAll(() => at.altered?.close());

  return { at };
}
