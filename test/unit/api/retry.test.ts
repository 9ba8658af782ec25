import { describe, expect, it } from 'vitest';
import { createCircuitBreaker } from '../../../src/api/transport/retry/circuit-breaker.ts';
import { createRetryBudget } from '../../../src/api/transport/retry/retry-budget.ts';
import {
  type Failure,
  repeatability,
  retryAfterOf,
  retryDelay,
} from '../../../src/api/transport/retry/retry-policy.ts';
import type { Repeatability } from '../../../src/contract/operations/effects.ts';
import type { Access, Method } from '../../../src/contract/operations/operation.ts';

const kinds: readonly Repeatability[] = ['safe', 'idempotent', 'none'];
const minute = 60_000;
const status = (code: number, retryAfterMs?: number): Failure => ({
  kind: 'status',
  status: code,
  retryAfterMs,
});
const repeated = (failure: Failure) =>
  kinds.filter((kind) => retryDelay(kind, failure, 1, minute, 0.5) !== undefined);

describe('a call', () => {
  it.each<[Repeatability, Access, readonly Method[]]>([
    ['safe', 'read', ['GET', 'POST']],
    ['idempotent', 'update', ['PUT', 'DELETE']],
    ['idempotent', 'delete', ['PUT', 'DELETE']],
    ['none', 'update', ['POST', 'PATCH']],
    ['none', 'delete', ['POST']],
    ['none', 'create', ['POST', 'PUT']],
    ['none', 'action', ['POST', 'PUT', 'DELETE']],
  ])('is repeated as %s when its access is %s and its method one of %j', (kind, access, methods) => {
    expect(methods.map((method) => repeatability(access, method))).toEqual(methods.map(() => kind));
  });
});

describe('repeatable requests', () => {
  it('is anything that was never sent', () => {
    expect(repeated({ kind: 'not-sent' })).toEqual(kinds);
  });

  it('is nothing when the service cannot prove who it is', () => {
    expect(repeated({ kind: 'barred' })).toEqual([]);
  });

  it('is only a read when the answer was lost on the way', () => {
    expect(repeated({ kind: 'lost' })).toEqual(['safe']);
  });

  it.each([408, 500, 502, 503, 504])('is only a read when the service answered %i', (code) => {
    expect(repeated(status(code))).toEqual(['safe']);
  });

  it('is a replacement too when the service says that it did nothing yet', () => {
    expect(repeated(status(429))).toEqual(['safe', 'idempotent']);
    expect(repeated(status(503, 1000))).toEqual(['safe', 'idempotent']);
    expect(repeated(status(500, 1000))).toEqual(['safe']);
  });

  it('is a creation too when the service refused it with a wait', () => {
    expect(repeated(status(429, 1000))).toEqual(kinds);
    expect(retryDelay('none', status(429, 5_000), 1, 5_000, 0.5)).toBeUndefined();
    expect(retryDelay('none', status(429, 5_000), 3, minute, 0.5)).toBeUndefined();
  });

  it.each([400, 401, 403, 404, 405, 409, 410, 413, 415, 422, 501, 505])(
    'is nothing when the service answered %i',
    (code) => {
      expect(repeated(status(code, 0))).toEqual([]);
    },
  );
});

describe('the wait before the next attempt', () => {
  it.each([
    [1, 0, 0],
    [1, 0.5, 100],
    [2, 0.5, 200],
    [1, 0.999, 199.8],
    [2, 0.999, 399.6],
  ])('after attempt %i with the random number %f is %f ms', (attempt, random, delay) => {
    expect(retryDelay('safe', { kind: 'lost' }, attempt, minute, random)).toBeCloseTo(delay, 5);
  });

  it('is the one that the service requests', () => {
    expect(retryDelay('safe', status(429, 7_000), 1, minute, 0.5)).toBe(7_000);
    expect(retryDelay('safe', status(503, 0), 2, minute, 0.5)).toBe(0);
  });

  it('ends with the third attempt', () => {
    expect(retryDelay('safe', { kind: 'not-sent' }, 2, minute, 0.5)).toBeDefined();
    expect(retryDelay('safe', { kind: 'not-sent' }, 3, minute, 0.5)).toBeUndefined();
    expect(retryDelay('safe', status(503, 0), 3, minute, 0.5)).toBeUndefined();
  });

  it('repeats for a read as long as the service requests a wait with 429', () => {
    expect(retryDelay('safe', status(429, 5_000), 11, minute, 0.5)).toBe(5_000);
    expect(retryDelay('safe', status(429, 5_000), 12, minute, 0.5)).toBeUndefined();
    expect(retryDelay('safe', status(429, 0), 3, minute, 0.5)).toBe(400);
    expect(retryDelay('safe', status(429), 3, minute, 0.5)).toBeUndefined();
  });

  it('is not begun when the time of the call does not suffice', () => {
    expect(retryDelay('safe', status(429, 5_000), 1, 5_001, 0.5)).toBe(5_000);
    expect(retryDelay('safe', status(429, 5_000), 1, 5_000, 0.5)).toBeUndefined();
    expect(retryDelay('safe', { kind: 'lost' }, 1, 99, 0.5)).toBeUndefined();
    expect(retryDelay('safe', { kind: 'lost' }, 1, 0, 0)).toBeUndefined();
  });
});

describe('a Retry-After header', () => {
  const now = Date.parse('2026-03-02T10:00:00Z');

  it.each<[string | undefined, number | undefined]>([
    ['0', 0],
    ['7', 7_000],
    [' 7 ', 7_000],
    ['86400', 86_400_000],
    ['Mon, 02 Mar 2026 10:00:30 GMT', 30_000],
    ['Mon, 02 Mar 2026 09:00:00 GMT', 0],
    [undefined, undefined],
    ['', undefined],
    ['soon', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['1e3', undefined],
    ['2026', 2_026_000],
    ['99999999999999999999', undefined],
    ['7, 8', undefined],
    ['Monday, 02-Mar-26 10:00:30 GMT', 30_000],
    ['Mon Mar  2 10:00:30 2026', 30_000],
    ['wait 5', undefined],
    ['May 2026', undefined],
    ['2026-03-02T10:00:30Z', undefined],
    ['Mon, 99 Mar 2026 10:00:30 GMT', undefined],
    ['-5', undefined],
    ['Infinity', undefined],
  ])('of %j means %s ms [FLT-5]', (header, milliseconds) => {
    expect(retryAfterOf({ 'retry-after': header }, now)).toBe(milliseconds);
  });

  it('with a date is held against the clock of the service, however wrong the own one is [FLT-14]', () => {
    const headers = {
      'retry-after': 'Mon, 02 Mar 2026 10:00:30 GMT',
      date: 'Mon, 02 Mar 2026 10:00:20 GMT',
    };
    for (const skew of [-3_600_000, 0, 3_600_000]) expect(retryAfterOf(headers, now + skew)).toBe(10_000);
    expect(retryAfterOf({ ...headers, date: 'now' }, now)).toBe(30_000);
  });
});

describe('the budget for repetitions', () => {
  const spend = (budget: ReturnType<typeof createRetryBudget>, failure: Failure) => {
    let count = 0;
    while (budget.pay(failure) !== undefined) count += 1;
    return count;
  };

  it('pays for 35 of them when nothing succeeds, and for 100 when the service asks for patience', () => {
    expect(spend(createRetryBudget(), status(500))).toBe(35);
    expect(spend(createRetryBudget(), { kind: 'lost' })).toBe(35);
    expect(spend(createRetryBudget(), status(429))).toBe(100);
    expect(spend(createRetryBudget(), status(503, 1000))).toBe(100);
  });

  it('regains the cost after a success, and never exceeds its initial value', () => {
    const budget = createRetryBudget();
    spend(budget, status(500));
    for (let call = 0; call < 14; call += 1) budget.giveBack(1);
    expect(spend(budget, status(500))).toBe(1);
    budget.giveBack(10_000);
    expect(spend(budget, status(500))).toBe(35);
  });
});

describe('an unavailable service', () => {
  const away = () => {
    const breaker = createCircuitBreaker();
    for (let count = 0; count < 10; count += 1) breaker.failed('refused', 1000);
    return breaker;
  };

  it('is given up after the tenth failure in a row, for five seconds', () => {
    const breaker = createCircuitBreaker();
    for (let count = 0; count < 9; count += 1) breaker.failed('refused', 1000);
    expect(breaker.blocked(1000)).toBeUndefined();
    breaker.failed('refused', 1000);
    expect(breaker.blocked(1001)).toEqual({ waitMs: 4999, cause: 'refused' });
    expect(breaker.blocked(6000)).toBeUndefined();
  });

  it('is still tried by one call each second', () => {
    const breaker = away();
    const tried = Array.from({ length: 50 }, (_, turn) => 1000 + turn * 100).filter(
      (now) => breaker.blocked(now) === undefined,
    );
    expect(tried).toEqual([2000, 3000, 4000, 5000]);
  });

  it('is given up again by the first failure after that time, and trusted again by the first contact', () => {
    const breaker = away();
    breaker.failed('refused', 6500);
    expect(breaker.blocked(6600)).toMatchObject({ waitMs: 4900 });
    breaker.reached();
    expect(breaker.blocked(6600)).toBeUndefined();
    breaker.failed('refused', 6700);
    expect(breaker.blocked(6800)).toBeUndefined();
  });
});
