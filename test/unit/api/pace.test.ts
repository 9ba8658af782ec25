import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Credentials, OutboundRequest, RawAnswer, Send } from '../../../src/api/transport/request.ts';
import { paced } from '../../../src/api/transport/retry/pace.ts';
import { repeated } from '../../../src/api/transport/retry/retry.ts';
import { createRetryBudget } from '../../../src/api/transport/retry/retry-budget.ts';

/** Creates a service that accepts `perSecond` requests per second and token, and records its responses in order. */
function limitedService(perSecond: number) {
  const taken: number[] = [];
  const statuses: number[] = [];
  let atOnce = 0;
  let most = 0;
  const answerOf = (status: number, headers = {}): RawAnswer => ({
    status,
    headers,
    bytes: Buffer.from('{}'),
  });
  const service: Send = async () => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    await new Promise((resolve) => setTimeout(resolve, 5));
    atOnce -= 1;
    const now = performance.now();
    const isOver = taken.filter((at) => now - at < 1000).length >= perSecond;
    statuses.push(isOver ? 429 : 200);
    if (isOver) return answerOf(429, { 'retry-after': '1' });
    taken.push(now);
    return answerOf(200);
  };
  const resetMost = () => {
    most = 0;
  };
  return { service, statuses, most: () => most, resetMost };
}

const whoseToken = (): Credentials => ({
  get: () => 'token',
  drop: () => undefined,
  held: () => [],
  header: () => ({}),
});
const request = (about: Partial<OutboundRequest> = {}, timeoutMs = 20_000): OutboundRequest => ({
  method: 'GET',
  target: '/notes',
  headers: {},
  body: undefined,
  access: 'read',
  time: { signal: undefined, deadline: performance.now() + timeoutMs, timeoutMs },
  owner: {},
  ...about,
});
const inLanes = async (lanes: number, count: number, send: () => Promise<RawAnswer>): Promise<number[]> => {
  const found: number[] = [];
  let left = count;
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      found.push((await send()).status);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return found;
};
const refusals = (statuses: readonly number[]) => statuses.filter((status) => status === 429).length;

describe('the requests of a token before a limit', () => {
  it('are all answered, and keep to the learned limit [FLT-5]', async () => {
    const { service, statuses, most, resetMost } = limitedService(10);
    const send = repeated(createRetryBudget())(paced()(service));
    const whose = whoseToken();
    const each = () => send(request({ credentials: whose }));
    expect(await inLanes(16, 12, each)).toEqual(Array.from({ length: 12 }, () => 200));
    const atFirst = refusals(statuses);
    expect(atFirst).toBeGreaterThan(0);
    resetMost();
    expect(await inLanes(16, 30, each)).toEqual(Array.from({ length: 30 }, () => 200));
    expect(refusals(statuses) - atFirst).toBeLessThan(10);
    expect(most()).toBeLessThan(12);
  });

  it('wait with a change, too, and repeat it once the service takes it', async () => {
    const { service, statuses } = limitedService(3);
    const send = repeated(createRetryBudget())(paced()(service));
    const whose = whoseToken();
    await inLanes(4, 4, () => send(request({ credentials: whose })));
    const change = { credentials: whose, access: 'create', method: 'POST', body: '{}' } as const;
    expect(await inLanes(3, 3, () => send(request(change)))).toEqual([200, 200, 200]);
    expect(statuses.filter((status) => status === 200).length).toBe(7);
  });

  it('hold up no other token', async () => {
    const { service, statuses } = limitedService(1);
    const send = paced()(service);
    await inLanes(1, 2, () => send(request({ credentials: whoseToken() })));
    expect(statuses).toEqual([200, 429]);
    const whose = whoseToken();
    await inLanes(1, 2, () => send(request({ credentials: whose }, 100)));
    // After the first wait, one request was sent and refused. Therefore, the second one was not sent.
    expect(statuses).toEqual([200, 429, 429]);
  });

  it('are not sent if the wait is longer than their time, and get the refusal with the rest of it', async () => {
    const { service, statuses } = limitedService(1);
    const send = paced()(service);
    const whose = whoseToken();
    await inLanes(1, 2, () => send(request({ credentials: whose })));
    const { status, headers } = await send(request({ credentials: whose }, 100));
    expect([status, headers['retry-after']]).toEqual([429, '1']);
    expect(statuses).toEqual([200, 429]);
  });

  it('wait no longer with a file than with any other answer [FLT-5]', async () => {
    const { service, statuses } = limitedService(1);
    const send = paced()(service);
    const credentials = whoseToken();
    await inLanes(1, 2, () => send(request({ credentials })));
    const transfer = { idleMs: 100, answerMs: 100 };
    const { time } = request({}, 600_000);
    const { status } = await send(request({ credentials, time: { ...time, transfer } }));
    expect(status).toBe(429);
    expect(statuses).toEqual([200, 429]);
  });

  it('go on a minute after a refusal that names years [FLT-5]', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
    try {
      let isBusy = false;
      const service: Send = async () => ({
        status: isBusy ? 429 : 200,
        headers: isBusy ? { 'retry-after': '99999999' } : {},
        bytes: Buffer.from('{}'),
      });
      const send = paced()(service);
      const credentials = whoseToken();
      expect((await send(request({ credentials }))).status).toBe(200);
      isBusy = true;
      expect((await send(request({ credentials }))).status).toBe(429);
      isBusy = false;
      const next = [1, 2].map(() => send(request({ credentials }, 300_000)));
      await vi.advanceTimersByTimeAsync(130_000);
      expect((await Promise.all(next)).map(({ status }) => status)).toEqual([200, 200]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('end with their callers', async () => {
    const { service, statuses } = limitedService(1);
    const send = paced()(service);
    const whose = whoseToken();
    await inLanes(1, 2, () => send(request({ credentials: whose })));
    const controller = new AbortController();
    const { time } = request();
    const sent = send(request({ credentials: whose, time: { ...time, signal: controller.signal } }));
    controller.abort('gone');
    await expect(sent).rejects.toMatchObject({ sent: false, cause: 'gone' });
    expect(statuses).toEqual([200, 429]);
  });
});

describe('a limit that a burst meets after few requests', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is learnt from the burst, so that the few requests do not slow the next ones', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
    const { service } = limitedService(10);
    const send = paced()(service);
    const credentials = whoseToken();
    const each = async (): Promise<RawAnswer> => {
      const answer = await send(request({ credentials }, 600_000));
      return answer.status === 429 ? each() : answer;
    };
    for (let count = 0; count < 5; count += 1) {
      const one = each();
      await vi.advanceTimersByTimeAsync(5_000);
      await one;
    }
    const from = performance.now();
    let tookMs = 0;
    const burst = inLanes(16, 60, each).then((statuses) => {
      tookMs = performance.now() - from;
      return statuses;
    });
    await vi.advanceTimersByTimeAsync(110_000);
    expect(await burst).toEqual(Array.from({ length: 60 }, () => 200));
    // By the simulated clock: the service accepts 60 requests in 6 seconds.
    expect(tookMs).toBeLessThan(20_000);
  });
});
