import { effects, type Repeatability } from '../../../contract/operations/effects.ts';
import type { Access, Method } from '../../../contract/operations/operation.ts';

/** What happened to an attempt that brought no usable answer. */
export type Failure =
  /** The request never left: refused, unknown host, connection lost while it was made. */
  | { readonly kind: 'not-sent' }
  /** The service cannot prove who it is, or speaks no safe TLS, or the proxy refuses: trying again changes nothing. */
  | { readonly kind: 'barred' }
  /** The connection broke after something may have been sent. */
  | { readonly kind: 'lost' }
  | { readonly kind: 'status'; readonly status: number; readonly retryAfterMs: number | undefined };

const maxAttempts = 3;
/** Attempts of a read that the service refuses with a wait each time: its time ends them, too. */
const maxRefusals = 12;
const baseMs = 200;
const capMs = 5_000;
const transient = new Set([408, 429, 500, 502, 503, 504]);

/** A change counts as idempotent where it replaces or removes by PUT or DELETE. */
export function repeatability(access: Access, method: Method): Repeatability {
  const { repeat } = effects[access];
  return repeat === 'idempotent' && method !== 'PUT' && method !== 'DELETE' ? 'none' : repeat;
}

/**
 * How long to wait before the next attempt, in milliseconds; undefined: do not repeat. A wait that the service asks for
 * is kept whole or not begun. Pure.
 * @param attempt how many attempts were made, from 1
 * @param remainingMs time that is left for the whole call
 * @param random a number in [0, 1): full jitter
 */
export function retryDelay(
  repeat: Repeatability,
  failure: Failure,
  attempt: number,
  remainingMs: number,
  random: number,
): number | undefined {
  const isRefused = isRefusedFor(failure);
  const most = isRefused && repeat === 'safe' ? maxRefusals : maxAttempts;
  if (attempt >= most || !mayRepeat(repeat, failure)) return undefined;
  const backoff = Math.min(capMs, baseMs * 2 ** (attempt - 1)) * random;
  const asked = failure.kind === 'status' ? failure.retryAfterMs : undefined;
  // A service that asks for no wait again and again is left alone for longer each time.
  const least = isRefused && attempt > 1 ? backoff : 0;
  const delay = asked === undefined ? backoff : Math.max(asked, least);
  return delay < remainingMs ? delay : undefined;
}

function mayRepeat(repeat: Repeatability, failure: Failure): boolean {
  if (failure.kind === 'not-sent') return true;
  if (failure.kind === 'barred') return false;
  if (failure.kind === 'lost') return repeat === 'safe';
  if (repeat === 'safe') return transient.has(failure.status);
  // It says that nothing was done, and when the service will take it (RFC 6585, 4).
  if (isRefusedFor(failure)) return true;
  return repeat === 'idempotent' && isThrottled(failure);
}

/** Whether the service takes the request after a wait that it names. */
const isRefusedFor = (failure: Failure) =>
  failure.kind === 'status' && failure.status === 429 && failure.retryAfterMs !== undefined;

/** Whether the failure may pass by itself. */
export const isTransient = (failure: Failure) => failure.kind !== 'status' || transient.has(failure.status);

/** The service asks for patience, and so has not carried the request out. */
export const isThrottled = (failure: Failure) =>
  failure.kind === 'status' &&
  (failure.status === 429 || (failure.status === 503 && failure.retryAfterMs !== undefined));

/**
 * Milliseconds that an answer asks to wait; undefined where it does not, or in no form that counts. A date is held
 * against the service's own clock, as its `Date` header shows it, since the clocks may differ.
 * @param now of this machine's clock, for an answer without `Date`
 */
export function retryAfterOf(
  headers: Readonly<Record<string, string | undefined>>,
  now: number,
): number | undefined {
  const asked = headers['retry-after']?.trim();
  if (asked === undefined) return undefined;
  if (/^\d{1,9}$/.test(asked)) return Number(asked) * 1000;
  const date = parseHttpDate(asked);
  return date === undefined ? undefined : Math.max(0, date - (parseHttpDate(headers.date) ?? now));
}

/** The form that HTTP demands and the two that it still knows: `Date.parse` alone takes almost anything for a date. */
const httpDate =
  /^(\w{3}, \d{2} \w{3} \d{4} \d\d:\d\d:\d\d GMT|\w{6,9}, \d{2}-\w{3}-\d{2} \d\d:\d\d:\d\d GMT|\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4})$/;

function parseHttpDate(text: string | undefined): number | undefined {
  if (text === undefined || !httpDate.test(text)) return undefined;
  const moment = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(moment) ? undefined : moment;
}
