import { expect, it } from 'vitest';
import { startBareHttp } from '../../support/clients/bare-http.ts';
import { beginSession, rawRequest, sessionMessage } from '../../support/clients/raw-http.ts';

/** The transport alone, with sessions that expire much sooner than by default. */
const idleMs = 1000;
const start = () => startBareHttp({ sessions: { max: 10, maxPerCaller: 10, idleMs } });

it('an unused session expires, and one whose client listens or calls does not', async () => {
  const server = await start();
  try {
    const [silent, listening, calling] = await Promise.all([1, 2, 3].map(() => beginSession(server.url)));
    const stream = rawRequest(server.url, {
      method: 'GET',
      headers: { ...listening, accept: 'text/event-stream' },
    });
    const ping = (headers: Record<string, string> | undefined) =>
      sessionMessage(server.url, { id: 1, method: 'ping' }, { headers: headers ?? {} });
    for (let tries = 0; tries < 100 && server.load().sessions > 2; tries += 1) {
      expect((await ping(calling)).status).toBe(200);
      await new Promise((resolve) => setTimeout(resolve, idleMs / 5));
    }
    expect((await ping(silent)).status).toBe(404);
    expect((await ping(listening)).status).toBe(200);
    expect((await ping(calling)).status).toBe(200);
    await server.close(0);
    expect((await stream).status).toBe(200);
  } finally {
    await server.close(0).catch(() => undefined);
  }
});
