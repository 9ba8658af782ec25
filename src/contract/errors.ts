import { type AdviceCode, advised } from './advice.ts';
import type { Candidate } from './candidate.ts';
import type { Worded } from './language.ts';
import { serviceMessage } from './service-message.ts';
import { asIs } from './worded.ts';

export interface CallErrorOptions {
  readonly cause?: unknown;
  /** Code of the remedy, whose text is appended to the message. */
  readonly advice?: AdviceCode | undefined;
}

/** Base of the errors of calls. Users may see the messages, so they must not contain host names or secrets. */
abstract class CallError extends Error {
  /** Stable code for programs and assistants. */
  abstract readonly code: string;
  /** Whether the same call may succeed later without any change. */
  readonly canRetry: boolean = false;
  /** Minimum wait before a retry, in milliseconds. */
  readonly retryAfterMs: number | undefined = undefined;
  readonly advice: AdviceCode | undefined;
  /** Record values that a failed change removed or altered. They are data from the service. */
  differences: readonly unknown[] = [];
  /** Message in both languages for the command line. Models always receive English. */
  readonly words: Worded;

  constructor(what: string | Worded, { cause, advice }: CallErrorOptions = {}) {
    const words = advised(typeof what === 'string' ? asIs(what) : what, advice);
    super(words.en, cause === undefined ? undefined : { cause });
    this.words = words;
    this.advice = advice;
  }
}

export class ApiError extends CallError {
  readonly code = 'API_ERROR';
  readonly status: number;
  /** The parsed body. Undefined if the response had no body. */
  readonly body: unknown;
  readonly requestId: string | undefined;
  /** Whether the service apparently has no route for this address. Otherwise a 404 means a missing record. */
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
        ru: `Система ответила со статусом ${status} без пояснения.`,
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

/** No response arrived, because the connection failed. `cause` keeps the network error for the log. */
export class NetworkError extends CallError {
  readonly code = 'UNREACHABLE';
  override readonly canRetry: boolean;
  override readonly retryAfterMs: number | undefined;

  /** @param options `isLasting`: true if a later retry will fail too */
  constructor(
    message: string | Worded,
    options: CallErrorOptions & { retryAfterMs?: number; isLasting?: boolean },
  ) {
    super(message, options);
    this.canRetry = options.isLasting !== true;
    this.retryAfterMs = options.retryAfterMs;
  }
}

export class DeadlineError extends CallError {
  readonly code = 'DEADLINE';
  override readonly canRetry = true;

  /** @param what start of the message, which names the step that timed out */
  constructor(milliseconds: number, what = 'The service did not answer completely within') {
    const seconds = Math.round(milliseconds / 1000);
    super({ en: `${what} ${seconds} s.`, ru: `Система не прислала полный ответ за ${seconds} с.` });
  }
}

/** No token is available. */
export class SignInError extends CallError {
  readonly code = 'SIGN_IN_FAILED';
}

/** The request was sent and its response was lost, so the outcome of the change is unknown. */
export class OutcomeUnknownError extends CallError {
  readonly code = 'OUTCOME_UNKNOWN';
}

/** The response does not have the expected format. Examples: HTML, invalid JSON, a file that is too large. */
export class UnexpectedAnswerError extends CallError {
  readonly code = 'UNEXPECTED_ANSWER';
}

/** The service's address returned a sign-in page, because a system in front of the API requires its own sign-in. */
export class SignInPageError extends CallError {
  readonly code = 'SIGN_IN_PAGE';
  /** Whether the request certainly did not reach the API. */
  readonly isCertain: boolean;

  /** @param isCertain false if only words suggest a sign-in, because any page may contain them */
  constructor(isCertain = false) {
    const kept = `${isCertain ? '' : 'most likely '}the request did not reach the API`;
    super(`A sign-in page answers instead of the API: ${kept}.`, { advice: 'exempt-from-sign-in' });
    this.isCertain = isCertain;
  }
}

/** The arguments are invalid. Thrown before any request. */
export class InvalidArgumentsError extends CallError {
  readonly code = 'INVALID_ARGUMENTS';
}

/** A name matches no record or several records, or does not match exactly enough for a change. */
export class NameError extends CallError {
  readonly code: 'NAME_AMBIGUOUS' | 'NAME_UNKNOWN';
  /** Records that may be meant. Their contents come from the service and must be marked as data. */
  readonly candidates: readonly Candidate[];
  /** Number of further candidates that are not shown. */
  readonly others: number;
  /** Whether the name was compared with all existing records. */
  readonly isCertain: boolean;
  /** Whether the candidates have exactly this name. */
  readonly isExact: boolean;
  /**
   * Errors of the other names in the same call that could not be resolved. Their messages omit the sentence that
   * nothing was sent.
   */
  readonly further: readonly NameError[];

  constructor(
    code: NameError['code'],
    message: string,
    candidates: readonly Candidate[] = [],
    others = 0,
    {
      isCertain = false,
      isExact = false,
      further = [],
    }: Pick<Partial<NameError>, 'isCertain' | 'isExact' | 'further'> = {},
  ) {
    super(message);
    this.code = code;
    this.candidates = candidates;
    this.others = others;
    this.isCertain = isCertain;
    this.isExact = isExact;
    this.further = further;
  }
}

/** Names could not be looked up. The call itself was not sent. */
export class NameLookupError extends CallError {
  readonly code = 'NAME_LOOKUP_FAILED';
  override readonly canRetry: boolean;

  constructor(message: string, options: CallErrorOptions & { canRetry: boolean }) {
    super(message, options);
    this.canRetry = options.canRetry;
  }
}

/** The change would replace a list without some of its current entries. It was not sent. */
export class LossError extends CallError {
  readonly code = 'WOULD_LOSE';
  /** The entries that would be lost. They come from the service and must be marked as data. */
  readonly lost: readonly unknown[];

  constructor(message: string, lost: readonly unknown[] = []) {
    super(message);
    this.lost = lost;
  }
}

/** The record to change could not be read, or it lacks required data. The change was not sent. */
export class UnreadTargetError extends CallError {
  readonly code = 'NOT_READ';
  override readonly canRetry: boolean;

  constructor(message: string, cause?: CallError) {
    super(message, { cause });
    this.canRetry = cause?.canRetry ?? false;
  }
}

/** A file was received completely or partly, but could not be saved in the shared folder. */
export class SharedFolderError extends CallError {
  readonly code = 'EXCHANGE_FAILED';
}

/** This deployment needs a setting before the operation can be used. */
export class ConfigurationError extends CallError {
  readonly code = 'NOT_CONFIGURED';
}

/**
 * Limits for calls: three rate limits per minute, and the number of concurrent calls, per caller (`parallel`) and in
 * total (`total`).
 */
export type CallLimit = 'reads' | 'writes' | 'risky' | 'parallel' | 'total';

/** The caller reached a limit. Nothing was sent. */
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

/** The call has used its maximum number of requests. This request was not sent. */
export class SpentError extends CallError {
  readonly code = 'TOO_MANY_REQUESTS';

  constructor(count: number) {
    super(
      `This call reached its limit of ${count} requests to the service. The remaining requests were not sent. Narrow the request, or pass ids instead of names.`,
    );
  }
}

/** The operator has disabled the access class (read, create, update …) of this tool. */
export class SwitchedOffError extends CallError {
  readonly code = 'SWITCHED_OFF';
}

/** The audit log cannot be written, so the change must not be made. Nothing was sent. */
export class NotRecordedError extends CallError {
  readonly code = 'NOT_RECORDED';
}

/** The store that holds the caller's data is temporarily unavailable. Nothing was sent. */
export class KeptAwayError extends CallError {
  readonly code = 'STORE_AWAY';
  override readonly canRetry = true;
}

export type { CallError };
export const isCallError = (error: unknown): error is CallError => error instanceof CallError;

/** Returns a `catch` handler that replaces the result of a failed call. @throws any other error */
export const ifCallFails =
  <Value>(value: Value) =>
  (error: unknown): Value => {
    if (!isCallError(error)) throw error;
    return value;
  };

/** 5xx statuses which show that the service did not execute the request. */
const notBegun = new Set([501, 505, 511]);

/**
 * Checks whether a failed change may have been executed. Gateways use 520 to 530, 598 and 599 if the service received
 * the request but did not respond. A page with sign-in words may come from the service itself, after the change. A
 * throttled request was not executed, but a request that failed with a plain 503 may have been.
 */
export function isOutcomeUnknown(error: CallError): boolean {
  if (error instanceof SignInPageError) return !error.isCertain;
  if (!(error instanceof ApiError))
    return error instanceof OutcomeUnknownError || error instanceof UnexpectedAnswerError;
  const { status, retryAfterMs } = error;
  if (status === 503) return retryAfterMs === undefined;
  return status === 408 || (status >= 500 && !notBegun.has(status));
}
