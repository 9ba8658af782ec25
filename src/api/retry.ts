import type { Access } from '../contract/operation.ts';

/** What happened to an attempt that brought no usable answer. */
export type Failure =
  /** The request never left: refused, unknown host, failed handshake. */
  | { readonly kind: 'not-sent' }
  /** The connection broke after something may have been sent. */
  | { readonly kind: 'lost' }
  | { readonly kind: 'status'; readonly status: number; readonly retryAfterMs: number | undefined };

const maxAttempts = 3;
const baseMs = 200;
const capMs = 5_000;
const transient = new Set([408, 429, 500, 502, 503, 504]);

/**
 * How long to wait before the next attempt, in milliseconds; undefined: do not repeat. Reads may be repeated after any
 * passing failure; everything else only where the service surely did not see the request. Pure.
 * @param attempt how many attempts were made, from 1
 * @param remainingMs time that is left for the whole call
 * @param random a number in [0, 1): full jitter
 */
export function retryDelay(
  access: Access,
  failure: Failure,
  attempt: number,
  remainingMs: number,
  random: number,
): number | undefined {
  if (attempt >= maxAttempts || !mayRepeat(access, failure)) return undefined;
  const backoff = Math.min(capMs, baseMs * 2 ** (attempt - 1)) * random;
  const delay =
    failure.kind === 'status' && failure.retryAfterMs !== undefined ? failure.retryAfterMs : backoff;
  return delay < remainingMs ? delay : undefined;
}

function mayRepeat(access: Access, failure: Failure): boolean {
  if (failure.kind === 'not-sent') return true;
  if (access !== 'read') return false;
  return failure.kind === 'lost' || transient.has(failure.status);
}

/** Milliseconds of a `Retry-After` header, which is seconds or an HTTP date; undefined for anything else. */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) || !/[A-Za-z]{3}/.test(header) ? undefined : Math.max(0, date - now);
}
