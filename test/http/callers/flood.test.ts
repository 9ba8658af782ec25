import { describe, expect, it } from 'vitest';
import { as, startOpenUpstream } from '../../support/clients/callers.ts';
import { startHttpProcess } from '../../support/clients/harness.ts';
import { modernRequest } from '../../support/clients/raw-http.ts';
import { exchangePath, json } from '../../support/servers/upstream.ts';

describe('many made-up tokens at once from one address', () => {
  it('reach the service by few at a time, and no more than are refused in a minute [FLT-60]', async () => {
    let inFlight = 0;
    let most = 0;
    const asked = await startOpenUpstream({
      exchange: (response) => {
        inFlight += 1;
        most = Math.max(most, inFlight);
        setTimeout(() => {
          inFlight -= 1;
          json(response, 401, {});
        }, 20);
      },
    });
    const flooded = await startHttpProcess({ env: { CASEBRIDGE_URL: asked.url } });
    try {
      const statuses = await Promise.all(
        Array.from({ length: 300 }, async (_, n) => {
          const { status } = await modernRequest(
            flooded.url,
            'tools/list',
            {},
            { headers: as(`made-up-${n}`) },
          );
          return status;
        }),
      );
      expect(new Set(statuses)).toEqual(new Set([401, 429]));
      expect(most).toBeLessThanOrEqual(8);
      expect(asked.requests(exchangePath).length).toBeLessThanOrEqual(30 + 8);
    } finally {
      await flooded.close();
      await asked.close();
    }
  });
});
