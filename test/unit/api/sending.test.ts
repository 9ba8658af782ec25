import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectTo } from '../../../src/api/connections/connect.ts';
import { createPools, type Pools } from '../../../src/api/connections/pools.ts';
import { attempt } from '../../../src/api/transport/attempt.ts';
import { withinTime } from '../../../src/api/transport/deadline.ts';
import { type Attempted, reported } from '../../../src/api/transport/report.ts';
import {
  AttemptError,
  type CallTime,
  type Credentials,
  type OutboundRequest,
  type Send,
} from '../../../src/api/transport/request.ts';
import { createCircuitBreaker, whileReachable } from '../../../src/api/transport/retry/circuit-breaker.ts';
import { repeated } from '../../../src/api/transport/retry/retry.ts';
import { createRetryBudget } from '../../../src/api/transport/retry/retry-budget.ts';
import { createSentIds } from '../../../src/api/transport/sent-ids.ts';
import { withToken } from '../../../src/api/transport/token.ts';
import { counted, inTurn } from '../../../src/api/transport/turn.ts';
import {
  DeadlineError,
  NetworkError,
  OutcomeUnknownError,
  SpentError,
  UnexpectedAnswerError,
} from '../../../src/contract/errors.ts';
import { createTrace } from '../../../src/contract/trace.ts';
import { answer, type FaultServer, faults, startFaultServer } from '../../support/servers/fault-server.ts';

/** Tests each middleware separately, with real requests. */

let service: FaultServer;
let pools: Pools;
let once: Send;

beforeEach(async () => {
  service = await startFaultServer();
  pools = createPools(connectTo(service.url, {}));
  once = attemptAt(service.url);
});
afterEach(async () => {
  await pools.destroy();
  await service.close();
});

const attemptAt = (origin: string, maxBytes = 64 * 1024): Send =>
  attempt({ pools, ids: createSentIds(), origin, prefix: '', maxBytes });
const within = (timeoutMs: number, signal?: AbortSignal): CallTime => ({
  signal,
  deadline: performance.now() + timeoutMs,
  timeoutMs,
});
const owner = {};
const request = (about: Partial<OutboundRequest> = {}): OutboundRequest => ({
  method: 'GET',
  target: '/notes',
  headers: {},
  body: undefined,
  access: 'read',
  time: within(20_000),
  owner,
  ...about,
});
const creation = (about: Partial<OutboundRequest> = {}) =>
  request({ method: 'POST', access: 'create', body: '{}', ...about });
const failureOf = (sent: Promise<unknown>): Promise<any> =>
  sent.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('one attempt', () => {
  it('returns the response unchanged', async () => {
    service.plays(answer(404, { 'x-kind': 'none' }, '{"Message":"none"}'));
    const { status, headers, bytes } = await once(request());
    expect([status, headers['x-kind'], bytes.toString()]).toEqual([404, 'none', '{"Message":"none"}']);
    expect(service.calls).toMatchObject([{ method: 'GET', target: '/notes' }]);
  });

  it('reports whether the request was sent if there was no response', async () => {
    service.plays(faults.reset);
    expect(await failureOf(once(request()))).toMatchObject({ constructor: AttemptError, sent: true });
    await service.close();
    expect(await failureOf(once(creation()))).toMatchObject({ constructor: AttemptError, sent: false });
  });

  it('refuses an answer above the limit', async () => {
    service.plays(faults.fine);
    expect(await failureOf(attemptAt(service.url, 100)(request()))).toBeInstanceOf(UnexpectedAnswerError);
  });
});

describe('the time of a call', () => {
  it('ends an attempt that gets no answer', async () => {
    service.plays(faults.stall);
    const error = await failureOf(withinTime(once)(request({ time: within(100) })));
    expect([error.sent, error.cause]).toEqual([true, expect.any(DeadlineError)]);
  });

  it('ends with the caller', async () => {
    service.plays(faults.stall);
    const controller = new AbortController();
    const sent = withinTime(once)(request({ time: within(20_000, controller.signal) }));
    const ended = failureOf(sent);
    await expect.poll(() => service.calls.length).toBe(1);
    controller.abort('gone');
    expect(await ended).toMatchObject({ sent: true, cause: 'gone' });
  });

  it('sends no request after its caller has left', async () => {
    const late = await failureOf(withinTime(once)(request({ time: within(0) })));
    const left = await failureOf(
      withinTime(once)(request({ time: within(20_000, AbortSignal.abort('gone')) })),
    );
    expect([late.sent, late.cause]).toEqual([false, expect.any(DeadlineError)]);
    expect([left.sent, left.cause]).toEqual([false, 'gone']);
    expect(service.connections.made).toBe(0);
  });

  it('ends a transfer that stands still, however much time is left', async () => {
    service.plays(faults.stallInBody);
    const time = { ...within(20_000), transfer: { idleMs: 50, answerMs: 20_000 } };
    const { cause } = await failureOf(withinTime(once)(request({ time })));
    expect(cause).toBeInstanceOf(DeadlineError);
    expect(cause.message).toContain('The file transfer made no progress');
  });
});

describe('the circuit breaker', () => {
  it('fails at once after ten failures in a row, and says for how long', async () => {
    await service.close();
    const breaker = createCircuitBreaker();
    const send = whileReachable(breaker)(once);
    for (let call = 1; call <= 10; call += 1)
      expect(await failureOf(send(request()))).toBeInstanceOf(AttemptError);
    expect(breaker.state()).toBe('unreachable');
    const error = await failureOf(send(request()));
    expect(error).toBeInstanceOf(NetworkError);
    expect(error.retryAfterMs).toBeGreaterThan(0);
  });

  it('takes any answer for a service that is there, and a lost one too', async () => {
    const breaker = createCircuitBreaker();
    const send = whileReachable(breaker)(once);
    expect(breaker.state()).toBe('unknown');
    service.plays(answer(500), faults.reset);
    await send(request());
    expect(breaker.state()).toBe('reached');
    await failureOf(send(request()));
    expect(breaker.state()).toBe('reached');
  });

  it('learns nothing from a caller who left', async () => {
    const breaker = createCircuitBreaker();
    const send = whileReachable(breaker)(withinTime(once));
    const time = within(20_000, AbortSignal.abort('gone'));
    for (let call = 1; call <= 20; call += 1)
      expect(await failureOf(send(request({ time })))).toMatchObject({ cause: 'gone' });
    expect(breaker.state()).toBe('unknown');
  });
});

describe('a repetition', () => {
  it('follows a lost answer of a read, and is told apart', async () => {
    const told: Attempted[] = [];
    service.plays(faults.reset, faults.fine);
    const send = repeated(createRetryBudget())(reported((attempted) => told.push(attempted))(once));
    expect((await send(request())).status).toBe(200);
    expect(told).toMatchObject([
      { target: '/notes', status: undefined, isRepeated: false },
      { target: '/notes', status: 200, isRepeated: true },
    ]);
  });

  it('never follows a creation that was sent: its outcome is unknown', async () => {
    service.plays(faults.reset, faults.fine);
    const error = await failureOf(repeated(createRetryBudget())(once)(creation()));
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(service.calls.length).toBe(1);
  });

  it('does not begin if the service requests a wait longer than the remaining time', async () => {
    service.plays(answer(503, { 'retry-after': 60 }));
    expect((await repeated(createRetryBudget())(once)(request())).status).toBe(503);
    expect(service.calls.length).toBe(1);
  });

  it('costs something, and is skipped if too little budget is left', async () => {
    const send = repeated({ pay: () => undefined, giveBack: () => undefined })(once);
    service.plays(answer(500), faults.fine);
    expect((await send(request())).status).toBe(500);
    expect(service.calls.length).toBe(1);
  });
});

describe('a token', () => {
  let tokens: string[];
  const credentials: Credentials = {
    get: async () => tokens[0] ?? 'none',
    drop: (token) => {
      tokens = tokens.filter((one) => one !== token);
    },
    held: () => tokens,
    header: (token) => ({ 'x-token': token }),
  };
  const carried = () => service.calls.map(({ headers }) => headers['x-token']);
  beforeEach(() => {
    tokens = ['first-token', 'second-token', 'third-token'];
  });

  it('that is refused is replaced once', async () => {
    service.plays(answer(401), answer(200, {}, '{}'));
    expect((await withToken(once)(creation({ credentials }))).status).toBe(200);
    expect(carried()).toEqual(['first-token', 'second-token']);
    service.plays(answer(401));
    expect((await withToken(once)(creation({ credentials }))).status).toBe(401);
    expect(carried()).toEqual(['second-token', 'third-token']);
  });

  it('is sent to an operation that probably needs none only if the service requests it', async () => {
    service.plays(answer(200, {}, '{}'), answer(401), answer(200, {}, '{}'));
    const send = withToken(once);
    await send(request({ credentials, isAnonymous: true }));
    expect((await send(request({ credentials, isAnonymous: true }))).status).toBe(200);
    expect(carried()).toEqual([undefined, undefined, 'first-token']);
    expect(tokens.length).toBe(3);
  });

  it('is taken out of an answer that repeats it', async () => {
    service.plays(answer(200, {}, '{"Echo":"first-token \u00e9"}'));
    const { bytes } = await withToken(once)(request({ credentials }));
    expect(bytes.toString()).toBe('{"Echo":"[secret] \u00e9"}');
  });

  it('is missing in a request without credentials', async () => {
    service.plays(answer(401));
    expect((await withToken(once)(request())).status).toBe(401);
    expect(carried()).toEqual([undefined]);
  });
});

describe('a call', () => {
  it('sends 120 requests and no more', async () => {
    service.plays(answer(204));
    const trace = createTrace();
    const send = counted(once);
    for (let sent = 1; sent <= 120; sent += 1) await send(request({ trace }));
    expect(await failureOf(send(request({ trace })))).toBeInstanceOf(SpentError);
    expect([service.calls.length, trace.sent]).toEqual([120, 120]);
  });

  it('waits for its turn with each request, and tells how many it sent', async () => {
    const turns: number[] = [];
    const send = counted(inTurn(once));
    const trace = createTrace();
    const waiting: OutboundRequest['inTurn'] = (run, _time, sent) => {
      turns.push(sent);
      return run();
    };
    await send(request({ trace, inTurn: waiting }));
    await send(request({ trace, inTurn: waiting }));
    expect(turns).toEqual([1, 2]);
    expect(service.calls.length).toBe(2);
  });
});
