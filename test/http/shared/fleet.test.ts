import { describe, expect, it } from 'vitest';
import { runFleet } from '../../bench/fleet/fleet.ts';
import { hasNginx } from '../../support/servers/nginx.ts';
import { hasRedis } from '../../support/servers/redis.ts';

/** A short run of `npm run bench:fleet`. */

describe.skipIf(!hasRedis || !hasNginx)('behind nginx, with Redis (both have to be installed)', () => {
  it('one process is killed and restarted: no responses are mixed up, no calls repeated, and only calls in progress are lost [FLT-91]', async () => {
    const { calls, agreements, crossed, twice, ran, kills, restarts, unexplained } = await runFleet({
      callers: 20,
      ms: 9000,
      pauseMs: 400,
      say: () => undefined,
    });
    expect(unexplained.map(({ kind, what }) => `${kind}: ${what}`)).toEqual([]);
    expect({ crossed, twice }).toEqual({ crossed: 0, twice: [] });
    expect(calls).toBeGreaterThan(20);
    expect(agreements).toBeGreaterThan(0);
    expect(ran).toBeGreaterThanOrEqual(agreements);
    expect([kills, restarts].every((count) => count > 0)).toBe(true);
  }, 120_000);
});
