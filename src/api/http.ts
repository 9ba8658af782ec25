import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'undici';
import type { Access } from '../contract/operation.ts';
import { AttemptError, attempt, type CallTime, type RawAnswer } from './attempt.ts';
import { DeadlineError, NetworkError, OutcomeUnknownError } from './errors.ts';
import type { ApiRequest } from './request.ts';
import { type Failure, parseRetryAfter, retryDelay } from './retry.ts';

/** Sends one request, repeating it where `access` allows that. */
export type Send = (request: ApiRequest, access: Access, time: CallTime) => Promise<RawAnswer>;

export interface HttpOptions {
  readonly baseUrl: URL;
  /** Largest answer that is read, in bytes. */
  readonly maxBytes: number;
}

const connectTimeoutMs = 10_000;

/** The only place that talks HTTP to the service. Nothing is opened before the first request. */
export function createHttp(options: HttpOptions): { send: Send; close(): Promise<void> } {
  const { origin, pathname } = options.baseUrl;
  const target = { prefix: pathname.replace(/\/+$/, ''), maxBytes: options.maxBytes };
  let pool: Pool | undefined;
  // undici is loaded with the first call, so that listing tools does not wait for it.
  const open = async (): Promise<Pool> => {
    const { Pool } = await import('undici');
    pool ??= new Pool(origin, {
      connect: { timeout: connectTimeoutMs },
      connections: 64,
      keepAliveTimeout: 30_000,
      // Every call has its own deadline, which also ends a body that merely drips.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    return pool;
  };
  return {
    send: async (request, access, time) => {
      const dispatcher = pool ?? (await open());
      return sendRepeatedly(() => attempt(dispatcher, request, time, target), access, time);
    },
    close: async () => {
      await pool?.destroy();
    },
  };
}

async function sendRepeatedly(
  once: () => Promise<RawAnswer>,
  access: Access,
  time: CallTime,
): Promise<RawAnswer> {
  for (let attempts = 1; ; attempts += 1) {
    const outcome = await once().catch(asAttemptError);
    const failure = failureOf(outcome);
    if (failure === undefined) return outcome as RawAnswer;
    const remaining = time.deadline - performance.now();
    const delay = time.signal?.aborted
      ? undefined
      : retryDelay(access, failure, attempts, remaining, Math.random());
    // A wait that is cut short by the caller's cancelling shows in the next attempt, which then sends nothing.
    if (delay === undefined) return settle(outcome, access, time);
    await sleep(delay, undefined, time.signal ? { signal: time.signal } : undefined).catch(() => undefined);
  }
}

/** Anything else is no matter of repeating. */
function asAttemptError(error: unknown): AttemptError {
  if (error instanceof AttemptError) return error;
  throw error;
}

function failureOf(outcome: RawAnswer | AttemptError): Failure | undefined {
  if (outcome instanceof AttemptError) return { kind: outcome.sent ? 'lost' : 'not-sent' };
  if (outcome.status < 400) return undefined;
  const retryAfterMs = parseRetryAfter(outcome.headers['retry-after'], Date.now());
  return { kind: 'status', status: outcome.status, retryAfterMs };
}

/** The answer, or the error that says what the caller can know about the request's fate. */
function settle(outcome: RawAnswer | AttemptError, access: Access, time: CallTime): RawAnswer {
  if (!(outcome instanceof AttemptError)) return outcome;
  const { sent, cause } = outcome;
  if (access !== 'read' && sent) throw new OutcomeUnknownError(lostMessage, { cause });
  if (time.signal?.aborted) throw time.signal.reason;
  if (performance.now() >= time.deadline - 1) throw new DeadlineError(time.timeoutMs);
  throw new NetworkError(sent ? brokenMessage : unreachable(cause), { cause });
}

const lostMessage =
  'The request was sent and the answer was lost: the change may or may not have been made. Read the record before doing anything again.';
const brokenMessage = 'The connection to the service broke before its answer was complete.';

function unreachable(error: unknown): string {
  const code = errorCode(error);
  const isTls = /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY|EPROTO/.test(code);
  const reason = reasons[code] ?? (isTls ? 'its certificate is not trusted, or it speaks no TLS' : code);
  return `The case-management service cannot be reached: ${reason}. The operator should check CASEBRIDGE_URL and the network.`;
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'its host name is unknown',
  EAI_AGAIN: 'its host name could not be looked up',
  EHOSTUNREACH: 'there is no way to its host',
  ENETUNREACH: 'there is no network',
  UND_ERR_CONNECT_TIMEOUT: 'connecting took too long',
};

/** Connecting to several addresses of a host fails with an error that holds one for each. */
function errorCode(error: unknown): string {
  const { code, errors } = (error ?? {}) as { code?: unknown; errors?: readonly unknown[] };
  if (typeof code === 'string') return code;
  return errors?.[0] === undefined ? 'no answer' : errorCode(errors[0]);
}
