import type { Send } from './request.ts';

const probeMs = 2_000;
/** Has connections of its own, as each caller has. */
const prober = {};

/** The API description, Health and logs. That an answer came is enough: without a token it may well be a refusal. */
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
