import { effects, type Repeatability } from '../../../contract/operations/effects.ts';
import type { Access, Method } from '../../../contract/operations/operation.ts';

/** Reason why an attempt resulted in no usable response. */
export type Failure =
  /** The request was not sent: connection refused, unknown host, or connection lost during the handshake. */
  | { readonly kind: 'not-sent' }
  /** Invalid certificate, insecure TLS version, or refusal of the proxy. A retry cannot help. */
  | { readonly kind: 'barred' }
  /** The connection broke after part of the request may have been sent. */
  | { readonly kind: 'lost' }
  | { readonly kind: 'status'; readonly status: number; readonly retryAfterMs: number | undefined };

const maxAttempts = 3;
/** Maximum number of attempts of a read that the service throttles each time. Its deadline may end them earlier. */
const maxRefusals = 12;
const baseMs = 200;
const capMs = 5_000;
const transient = new Set([408, 429, 500, 502, 503, 504]);

/**
 * Returns the condition for sending a request again. A change is idempotent only if it is a PUT or DELETE (RFC 9110,
 * 9.2.2).
 */
export function repeatability(access: Access, method: Method): Repeatability {
  const { repeat } = effects[access];
  return repeat === 'idempotent' && method !== 'PUT' && method !== 'DELETE' ? 'none' : repeat;
}

/**
 * Returns the delay before the next attempt, in milliseconds, or undefined if there must be none. There is no retry if
 * the service asks for a longer wait than the call has left.
 * @param attempt number of attempts so far, from 1
 * @param remainingMs remaining time of the call
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
  // After the first refusal, the pauses grow even if the service asks for shorter ones.
  const least = isRefused && attempt > 1 ? backoff : 0;
  const delay = asked === undefined ? backoff : Math.max(asked, least);
  return delay < remainingMs ? delay : undefined;
}

function mayRepeat(repeat: Repeatability, failure: Failure): boolean {
  if (failure.kind === 'not-sent') return true;
  if (failure.kind === 'barred') return false;
  if (failure.kind === 'lost') return repeat === 'safe';
  if (repeat === 'safe') return transient.has(failure.status);
  // A 429 with `Retry-After` means that the service has not executed the request (RFC 6585, 4).
  if (isRefusedFor(failure)) return true;
  return repeat === 'idempotent' && isThrottled(failure);
}

/** Checks whether the service throttled the request with 429 and stated when it will accept the request. */
const isRefusedFor = (failure: Failure) =>
  failure.kind === 'status' && failure.status === 429 && failure.retryAfterMs !== undefined;

export const isTransient = (failure: Failure) => failure.kind !== 'status' || transient.has(failure.status);

/** Checks whether the service throttled the request (429, or 503 with `Retry-After`). It then did not execute it. */
export const isThrottled = (failure: Failure) =>
  failure.kind === 'status' &&
  (failure.status === 429 || (failure.status === 503 && failure.retryAfterMs !== undefined));

/**
 * Returns the delay of `Retry-After`, in milliseconds. Returns undefined if the header is missing or malformed. A date
 * is compared with the answer's `Date` header, because the clocks may differ.
 * @param now clock of this machine, for an answer without `Date`
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

/** Matches the three formats of a date in HTTP (RFC 9110, 5.6.7). `Date.parse` alone accepts almost any text. */
const httpDate =
  /^(\w{3}, \d{2} \w{3} \d{4} \d\d:\d\d:\d\d GMT|\w{6,9}, \d{2}-\w{3}-\d{2} \d\d:\d\d:\d\d GMT|\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4})$/;

function parseHttpDate(text: string | undefined): number | undefined {
  if (text === undefined || !httpDate.test(text)) return undefined;
  const moment = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(moment) ? undefined : moment;
}
