/** Why a call to the service failed: one class per cause. Messages name no host and no secret; they may reach a person. */
abstract class CallError extends Error {
  /** Stable code for programs and assistants. */
  abstract readonly code: string;
  /** Whether the same call may succeed later without anybody changing anything. */
  readonly canRetry: boolean = false;
}

/** The service answered, and refused. */
export class ApiError extends CallError {
  readonly code = 'API_ERROR';
  readonly status: number;
  /** The parsed body, or undefined where the service sent none of its own. */
  readonly body: unknown;
  readonly requestId: string | undefined;
  /** How long the service asked to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  override readonly canRetry: boolean;

  constructor(
    status: number,
    body: unknown,
    extras: { requestId?: string | undefined; retryAfterMs?: number | undefined } = {},
  ) {
    super(serviceMessage(body) ?? `The service answered with status ${status} and no message.`);
    this.status = status;
    this.body = body;
    this.requestId = extras.requestId;
    this.retryAfterMs = extras.retryAfterMs;
    this.canRetry = status === 408 || status === 429 || status >= 500;
  }
}

/** No answer: the connection failed. `cause` keeps the error of the network for the log. */
export class NetworkError extends CallError {
  readonly code = 'UNREACHABLE';
  override readonly canRetry = true;
}

/** The time for the call ran out. */
export class DeadlineError extends CallError {
  readonly code = 'DEADLINE';
  override readonly canRetry = true;

  constructor(milliseconds: number) {
    super(`The service did not answer completely within ${Math.round(milliseconds / 1000)} s.`);
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

/** The arguments cannot be sent: found before any request. */
export class InvalidArgumentsError extends CallError {
  readonly code = 'INVALID_ARGUMENTS';
}

/** This deployment needs a setting before the operation can be used. */
export class ConfigurationError extends CallError {
  readonly code = 'NOT_CONFIGURED';
}

export type { CallError };
export const isCallError = (error: unknown): error is CallError => error instanceof CallError;

const maxMessage = 1000;

/**
 * The service's own words, from whichever of its error shapes the body has: duplicate conflict, OAuth, model binding,
 * problem details, rule error, plain text. HTML is stripped, and the length capped at 1,000 characters.
 */
export function serviceMessage(body: unknown): string | undefined {
  if (typeof body === 'string') return clean(body);
  if (typeof body !== 'object' || body === null) return undefined;
  const record = body as Record<string, unknown>;
  const candidates = [
    record.ConflictMessage,
    record.error_description,
    fieldErrors(record.errors),
    record.detail,
    record.title,
    record.Error,
    record.Message,
    record.message,
    record.error,
  ];
  const found = candidates.find((value): value is string => typeof value === 'string' && value.trim() !== '');
  return found === undefined ? undefined : clean(found);
}

function fieldErrors(errors: unknown): string | undefined {
  if (typeof errors !== 'object' || errors === null) return undefined;
  const lines = Object.entries(errors).map(([field, messages]) => `${field}: ${[messages].flat().join(' ')}`);
  return lines.length > 0 ? lines.join('; ') : undefined;
}

function clean(text: string): string | undefined {
  const plain = text
    .replace(/<(script|style)[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (plain === '') return undefined;
  return plain.length > maxMessage ? `${plain.slice(0, maxMessage)}…` : plain;
}
