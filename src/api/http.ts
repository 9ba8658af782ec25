import { setTimeout as sleep } from 'node:timers/promises';
import type { Agent, Dispatcher } from 'undici';
import type { Access } from '../contract/operation.ts';
import { DeadlineError, NetworkError, OutcomeUnknownError, UnexpectedAnswerError } from './errors.ts';
import type { ApiRequest, FormPart } from './request.ts';
import { type Failure, parseRetryAfter, retryDelay } from './retry.ts';

/** An answer as it came: the body whole, within the limit. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly bytes: Buffer;
}

/** Time and patience for one call, its repetitions included. */
export interface CallTime {
  readonly signal: AbortSignal | undefined;
  /** Moment on the monotonic clock (`performance.now()`) at which the call is given up. */
  readonly deadline: number;
  readonly timeoutMs: number;
}

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
  const prefix = options.baseUrl.pathname.replace(/\/+$/, '');
  let agent: Promise<Agent> | undefined;
  // undici is loaded with the first call, so that listing tools does not wait for it.
  const open = () => {
    agent ??= import('undici').then(
      ({ Agent }) =>
        new Agent({ connect: { timeout: connectTimeoutMs }, connections: 64, keepAliveTimeout: 30_000 }),
    );
    return agent;
  };

  const attempt = async (request: ApiRequest, signal: AbortSignal): Promise<RawAnswer> => {
    const dispatcher = await open();
    const response = await dispatcher.request({
      origin: options.baseUrl.origin,
      path: prefix + request.target,
      method: request.method,
      headers: request.headers,
      body: await encodeBody(request.body),
      signal,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    return readAnswer(response, options.maxBytes);
  };

  return {
    send: (request, access, time) => sendRepeatedly((signal) => attempt(request, signal), access, time),
    close: async () => {
      await (await agent)?.destroy();
    },
  };
}

async function sendRepeatedly(
  attempt: (signal: AbortSignal) => Promise<RawAnswer>,
  access: Access,
  time: CallTime,
): Promise<RawAnswer> {
  const timeout = AbortSignal.timeout(Math.max(1, Math.ceil(time.deadline - performance.now())));
  const signal = time.signal ? AbortSignal.any([time.signal, timeout]) : timeout;
  for (let attempts = 1; ; attempts += 1) {
    const outcome = await attempt(signal).catch((error: unknown) => ({ error }));
    const failure = failureOf(outcome);
    const remaining = time.deadline - performance.now();
    const delay =
      failure && !signal.aborted
        ? retryDelay(access, failure, attempts, remaining, Math.random())
        : undefined;
    if (delay === undefined) return settle(outcome, access, time);
    await sleep(delay, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return settle(outcome, access, time);
  }
}

function failureOf(outcome: RawAnswer | { error: unknown }): Failure | undefined {
  if ('error' in outcome) {
    if (outcome.error instanceof UnexpectedAnswerError) return undefined;
    return { kind: wasSent(outcome.error) ? 'lost' : 'not-sent' };
  }
  if (outcome.status < 400) return undefined;
  return {
    kind: 'status',
    status: outcome.status,
    retryAfterMs: parseRetryAfter(outcome.headers['retry-after'], Date.now()),
  };
}

/** The answer, or the error that says what the caller can know about the request's fate. */
function settle(outcome: RawAnswer | { error: unknown }, access: Access, time: CallTime): RawAnswer {
  if (!('error' in outcome)) return outcome;
  const { error } = outcome;
  if (error instanceof UnexpectedAnswerError) throw error;
  const unsent = !wasSent(error);
  if (time.signal?.aborted && (access === 'read' || unsent)) throw time.signal.reason;
  if (access !== 'read' && !unsent) throw new OutcomeUnknownError(lostMessage, { cause: error });
  if (performance.now() >= time.deadline - 1) throw new DeadlineError(time.timeoutMs);
  throw new NetworkError(
    unsent ? unreachable(error) : 'The connection to the service broke before its answer was complete.',
    {
      cause: error,
    },
  );
}

const lostMessage =
  'The request was sent and the answer was lost: the change may or may not have been made. Read the record before doing anything again.';

function unreachable(error: unknown): string {
  const code = errorCode(error);
  const reason =
    reasons[code] ?? (/CERT|TLS|SSL|SELF_SIGNED|VERIFY/.test(code) ? 'its certificate is not trusted' : code);
  return `The case-management service cannot be reached: ${reason}. The operator should check CASEBRIDGE_URL and the network.`;
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'its host name is unknown',
  EAI_AGAIN: 'its host name could not be looked up',
  EHOSTUNREACH: 'there is no way to its host',
  ENETUNREACH: 'there is no network',
  UND_ERR_CONNECT_TIMEOUT: 'connecting took too long',
};

/** Whether the service may have seen the request: not where connecting itself failed. */
function wasSent(error: unknown): boolean {
  const code = errorCode(error);
  return !(code in reasons || /CERT|ERR_TLS|ERR_SSL|SELF_SIGNED|UNABLE_TO_VERIFY|EPROTO/.test(code));
}

function errorCode(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code === 'string') return code;
  const inner = (error as { errors?: unknown[] } | null)?.errors?.[0];
  return inner === undefined ? 'no answer' : errorCode(inner);
}

async function readAnswer(response: Dispatcher.ResponseData, maxBytes: number): Promise<RawAnswer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += (chunk as Buffer).length;
    if (size > maxBytes) {
      response.body.destroy();
      throw new UnexpectedAnswerError(
        `The answer is larger than ${Math.floor(maxBytes / 1_048_576)} MB. Ask for less: a smaller PageSize, or another file.`,
      );
    }
    chunks.push(chunk as Buffer);
  }
  const headers: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(response.headers))
    headers[name] = Array.isArray(value) ? value.join(', ') : value;
  return {
    status: response.statusCode,
    headers,
    bytes: chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks),
  };
}

async function encodeBody(body: ApiRequest['body']) {
  if (typeof body === 'string' || body === undefined) return body ?? null;
  const { FormData } = await import('undici');
  const form = new FormData();
  for (const part of body) appendPart(form, part);
  return form;
}

function appendPart(form: import('undici').FormData, { name, value }: FormPart): void {
  if (typeof value === 'string') form.append(name, value);
  else form.append(name, new Blob([value.bytes], { type: value.mediaType }), value.fileName);
}
