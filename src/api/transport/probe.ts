import type { Send } from './request.ts';

const probeMs = 2_000;
/** Owner of the probe's connections. */
const prober = {};

/**
 * Sends a request to the health operation (API description, Health and logs). Even an error response shows that the
 * service is reachable, because the request has no token.
 */
export async function probe(send: Send): Promise<void> {
  const request = {
    method: 'GET',
    target: '/api/v2/health',
    headers: {},
    body: undefined,
    access: 'read',
  } as const;
  const time = { signal: undefined, deadline: performance.now() + probeMs, timeoutMs: probeMs };
  await send({ ...request, time, owner: prober }).catch(() => undefined);
}
