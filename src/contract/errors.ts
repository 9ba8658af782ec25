import { type AdviceCode, advised } from './advice.ts';
import type { Candidate } from './candidate.ts';
import type { Worded } from './language.ts';
import { serviceMessage } from './service-message.ts';
import { asIs } from './worded.ts';

export interface CallErrorOptions {
  readonly cause?: unknown;
  /** What to do about it: the message ends with its words. */
  readonly advice?: AdviceCode | undefined;
}

/** Why a call to the service failed: one class per cause. Messages name no host and no secret; they may reach a person. */
abstract class CallError extends Error {
  /** Stable code for programs and assistants. */
  abstract readonly code: string;
  /** Whether the same call may succeed later without anybody changing anything. */
  readonly canRetry: boolean = false;
  /** How long to wait before the same call makes sense again, in milliseconds. */
  readonly retryAfterMs: number | undefined = undefined;
  readonly advice: AdviceCode | undefined;
  /** Of a change that failed: what was there of the record that is there no more, or otherwise; the service's texts. */
  differences: readonly unknown[] = [];
  /** What people at the command line meet is said in their language; what models alone read, in English. */
  readonly words: Worded;

  constructor(what: string | Worded, { cause, advice }: CallErrorOptions = {}) {
    const words = advised(typeof what === 'string' ? asIs(what) : what, advice);
    super(words.en, cause === undefined ? undefined : { cause });
    this.words = words;
    this.advice = advice;
  }
}

/** The service answered, and refused. */
export class ApiError extends CallError {
  readonly code = 'API_ERROR';
  readonly status: number;
  /** The parsed body, or undefined where the service sent none of its own. */
  readonly body: unknown;
  readonly requestId: string | undefined;
  /** Whether nothing is deployed at the address, as far as is known: otherwise a 404 means a missing record. */
  readonly isNoRoute: boolean;
  override readonly retryAfterMs: number | undefined;
  override readonly canRetry: boolean;

  constructor(
    status: number,
    body: unknown,
    extras: { requestId?: string | undefined; retryAfterMs?: number | undefined; isNoRoute?: boolean } = {},
  ) {
    super(
      serviceMessage(body) ?? {
        en: `The service answered with status ${status} and no message.`,
        ru: `Сервис ответил статусом ${status} без пояснения.`,
      },
    );
    this.status = status;
    this.body = body;
    this.requestId = extras.requestId;
    this.isNoRoute = extras.isNoRoute ?? (status === 405 || (status === 404 && body === undefined));
    this.retryAfterMs = extras.retryAfterMs;
    this.canRetry = status === 408 || status === 429 || status >= 500;
  }
}

/** No answer: the connection failed. `cause` keeps the error of the network for the log. */
export class NetworkError extends CallError {
  readonly code = 'UNREACHABLE';
  override readonly canRetry: boolean;
  override readonly retryAfterMs: number | undefined;

  /** @param options `isLasting`: nothing changes by waiting */
  constructor(
    message: string | Worded,
    options: CallErrorOptions & { retryAfterMs?: number; isLasting?: boolean },
  ) {
    super(message, options);
    this.canRetry = options.isLasting !== true;
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** The time for the call ran out. */
export class DeadlineError extends CallError {
  readonly code = 'DEADLINE';
  override readonly canRetry = true;

  /** @param what what did not happen in that time */
  constructor(milliseconds: number, what = 'The service did not answer completely within') {
    const seconds = Math.round(milliseconds / 1000);
    super({ en: `${what} ${seconds} s.`, ru: `Сервис не ответил полностью за ${seconds} с.` });
  }
}

/** No token could be had. */
export class SignInError extends CallError {
  readonly code = 'SIGN_IN_FAILED';
}

/** The request was sent and the answer was lost: nobody knows whether the change was made. */
export class OutcomeUnknownError extends CallError {
  readonly code = 'OUTCOME_UNKNOWN';
}

/** The service's answer is not what the operation answers with: HTML, broken JSON, a file that is too large. */
export class UnexpectedAnswerError extends CallError {
  readonly code = 'UNEXPECTED_ANSWER';
}

/** A page that asks a person to sign in came in place of the answer: something before the API wants its own sign-in. */
export class SignInPageError extends CallError {
  readonly code = 'SIGN_IN_PAGE';
  /** Whether the request surely did not reach the API. */
  readonly isCertain: boolean;

  /** @param isCertain left out where only words tell that people are to sign in: any page of a service may offer that */
  constructor(isCertain = false) {
    const kept = `${isCertain ? '' : 'most likely '}the request did not reach it`;
    super(`A sign-in page stands before the API: ${kept}.`, { advice: 'exempt-from-sign-in' });
    this.isCertain = isCertain;
  }
}

/** The arguments cannot be sent: found before any request. */
export class InvalidArgumentsError extends CallError {
  readonly code = 'INVALID_ARGUMENTS';
}

/** A name stands for several records or for none, or does not stand for one closely enough to change something. */
export class NameError extends CallError {
  readonly code: 'NAME_AMBIGUOUS' | 'NAME_UNKNOWN';
  /** What the service has; its texts, to be shown as such. */
  readonly candidates: readonly Candidate[];
  /** How many it has besides, which are not shown. */
  readonly others: number;

  constructor(code: NameError['code'], message: string, candidates: readonly Candidate[] = [], others = 0) {
    super(message);
    this.code = code;
    this.candidates = candidates;
    this.others = others;
  }
}

/** The names could not be looked up: found before the call itself was sent. */
export class NameLookupError extends CallError {
  readonly code = 'NAME_LOOKUP_FAILED';
  override readonly canRetry: boolean;

  constructor(message: string, options: CallErrorOptions & { canRetry: boolean }) {
    super(message, options);
    this.canRetry = options.canRetry;
  }
}

/** A list would be written without entries that are there: found before the change was sent. */
export class LossError extends CallError {
  readonly code = 'WOULD_LOSE';
  /** The service's texts, to be shown as such. */
  readonly lost: readonly unknown[];

  constructor(message: string, lost: readonly unknown[] = []) {
    super(message);
    this.lost = lost;
  }
}

/** What a change acts on could not be read, or does not show what is needed: found before the change was sent. */
export class UnreadTargetError extends CallError {
  readonly code = 'NOT_READ';
  override readonly canRetry: boolean;

  constructor(message: string, cause?: CallError) {
    super(message, { cause });
    this.canRetry = cause?.canRetry ?? false;
  }
}

/** A file came whole or in part, and could not be kept in the shared folder. */
export class SharedFolderError extends CallError {
  readonly code = 'EXCHANGE_FAILED';
}

/** This deployment needs a setting before the operation can be used. */
export class ConfigurationError extends CallError {
  readonly code = 'NOT_CONFIGURED';
}

/** What limits of calls there are: of one kind in a minute, at the same time, and at the same time of all callers. */
export type CallLimit = 'reads' | 'writes' | 'risky' | 'parallel' | 'total';

/** The caller has used what one may use for now; nothing was sent. */
export class BusyError extends CallError {
  readonly code = 'RATE_LIMITED';
  override readonly canRetry = true;
  override readonly retryAfterMs: number;
  readonly limit: CallLimit;

  constructor(limit: CallLimit, message: string, retryAfterMs: number) {
    super(`${message} Nothing was done.`);
    this.limit = limit;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The call has sent as many requests as one call may: this one was not sent. */
export class SpentError extends CallError {
  readonly code = 'TOO_MANY_REQUESTS';

  constructor(count: number) {
    super(
      `One call sends ${count} requests to the service at most, and this one has: what is left was not sent. Ask more narrowly, or give ids instead of names.`,
    );
  }
}

/** The operator has switched off the class of tools that this belongs to. */
export class SwitchedOffError extends CallError {
  readonly code = 'SWITCHED_OFF';
}

/** The change cannot be recorded, and so must not be made: found before any request. */
export class NotRecordedError extends CallError {
  readonly code = 'NOT_RECORDED';
}

export type { CallError };
export const isCallError = (error: unknown): error is CallError => error instanceof CallError;

/** Of the server's own failures those that say that the request was not taken up. */
const notBegun = new Set([501, 505, 511]);

/**
 * Whether a change that failed so may have been made: gateways have statuses of their own (520 to 530, 598, 599) for a
 * service that got the request and did not answer; a page with a word of signing in may be one of the service's own,
 * after the work. A service that asks for patience has not begun; one that is only not there (503) may have been there before.
 */
export function isOutcomeUnknown(error: CallError): boolean {
  if (error instanceof SignInPageError) return !error.isCertain;
  if (!(error instanceof ApiError))
    return error instanceof OutcomeUnknownError || error instanceof UnexpectedAnswerError;
  const { status, retryAfterMs } = error;
  if (status === 503) return retryAfterMs === undefined;
  return status === 408 || (status >= 500 && !notBegun.has(status));
}
