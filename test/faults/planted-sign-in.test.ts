import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askAll, few, startPlanted } from '../support/repository/walking.ts';
import { breakages, refusals, successes } from '../support/texts/planting.ts';

let planted: Awaited<ReturnType<typeof startPlanted>>;
beforeAll(async () => {
  planted = await startPlanted();
});
afterAll(() => planted?.close());

describe.each(['v1', 'v2 pinned'] as const)(
  'a client %s whose sign-in gets responses with planted instructions',
  (kind) => {
    const shapes = [
      ...Object.entries(refusals(400)),
      ...Object.entries(breakages),
      ...Object.entries(successes).filter(([shape]) => /every|headers/.test(shape)),
    ];
    it.each(shapes)('sees none outside of the fence: %s [FLT-83]', async (_, plant) => {
      planted.planting.plantTokens = plant;
      // Each run needs a new server, because the server does not repeat a refused sign-in for a while.
      const walker = await planted.walk({}, { kind, over: 'memory' });
      try {
        expect((await askAll(walker, few)).found).toEqual([]);
        expect(planted.planting.planted()).toBeGreaterThan(0);
      } finally {
        planted.planting.plantTokens = undefined;
        await walker.client.close();
      }
    });
  },
);
