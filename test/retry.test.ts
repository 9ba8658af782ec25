import { describe, expect, it } from 'vitest';
import { type Failure, parseRetryAfter, retryDelay } from '../src/api/retry.ts';
import type { Access } from '../src/contract/operation.ts';

const accesses: readonly Access[] = ['read', 'create', 'update', 'delete', 'action'];
const minute = 60_000;
const status = (code: number, retryAfterMs?: number): Failure => ({
  kind: 'status',
  status: code,
  retryAfterMs,
});
const repeats = (access: Access, failure: Failure) =>
  retryDelay(access, failure, 1, minute, 0.5) !== undefined;

describe('what may be repeated', () => {
  it.each(accesses)('is anything that was never sent, so also a call of access %s', (access) => {
    expect(repeats(access, { kind: 'not-sent' })).toBe(true);
  });

  it('is only a read when the answer was lost on the way', () => {
    expect(accesses.filter((access) => repeats(access, { kind: 'lost' }))).toEqual(['read']);
  });

  it.each([408, 429, 500, 502, 503, 504])('is only a read when the service answered %i', (code) => {
    expect(accesses.filter((access) => repeats(access, status(code)))).toEqual(['read']);
    expect(accesses.filter((access) => repeats(access, status(code, 1000)))).toEqual(['read']);
  });

  it.each([400, 401, 403, 404, 405, 409, 410, 413, 415, 422, 501, 505])(
    'is nothing when the service answered %i',
    (code) => {
      expect(accesses.filter((access) => repeats(access, status(code, 0)))).toEqual([]);
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
    expect(retryDelay('read', { kind: 'lost' }, attempt, minute, random)).toBeCloseTo(delay, 5);
  });

  it('is what the service asks for', () => {
    expect(retryDelay('read', status(429, 7_000), 1, minute, 0.5)).toBe(7_000);
    expect(retryDelay('read', status(503, 0), 2, minute, 0.5)).toBe(0);
  });

  it('ends with the third attempt', () => {
    expect(retryDelay('read', { kind: 'not-sent' }, 2, minute, 0.5)).toBeDefined();
    expect(retryDelay('read', { kind: 'not-sent' }, 3, minute, 0.5)).toBeUndefined();
    expect(retryDelay('read', status(503, 0), 3, minute, 0.5)).toBeUndefined();
  });

  it('is not begun when the time of the call does not suffice', () => {
    expect(retryDelay('read', status(429, 5_000), 1, 5_001, 0.5)).toBe(5_000);
    expect(retryDelay('read', status(429, 5_000), 1, 5_000, 0.5)).toBeUndefined();
    expect(retryDelay('read', { kind: 'lost' }, 1, 99, 0.5)).toBeUndefined();
    expect(retryDelay('read', { kind: 'lost' }, 1, 0, 0)).toBeUndefined();
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
  ])('of %j means %s ms', (header, milliseconds) => {
    expect(parseRetryAfter(header, now)).toBe(milliseconds);
  });
});
