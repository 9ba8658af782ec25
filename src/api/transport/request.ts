import type { Access, Method } from '../../contract/operations/operation.ts';
import type { Trace } from '../../contract/trace.ts';
import type { ConnectionOwner } from '../connections/pools.ts';
import type { FormPart } from '../files/multipart.ts';
import type { Sink, SourceFile, StoredFile } from '../files/sink.ts';

export interface ApiRequest<Content = Uint8Array | SourceFile> {
  readonly method: Method;
  /** Path and query, below the base URL. */
  readonly target: string;
  /** Path template in the API description, with placeholders for ids. */
  readonly template?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text, or the parts of a multipart form. */
  readonly body: string | readonly FormPart<Content>[] | undefined;
  /** Chooses the destination of the answer's body from its status and headers. Default: memory. */
  readonly receive?: ((head: AnswerHead) => Sink | undefined) | undefined;
  /** Called with the transferred and the total bytes of a form or an answer. */
  readonly onProgress?: ((bytes: number, ofBytes: number | undefined) => void) | undefined;
}

export interface AnswerHead {
  readonly status: number;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
}

export interface RawAnswer extends AnswerHead {
  /** Body. Empty if it was written to a file. */
  readonly bytes: Buffer;
  readonly stored?: StoredFile | undefined;
}

/** Time limits of one call, including its retries. */
export interface CallTime {
  readonly signal: AbortSignal | undefined;
  /** Time on the monotonic clock (`performance.now()`) at which the call is aborted. */
  readonly deadline: number;
  readonly timeoutMs: number;
  /** Limits of a file transfer in milliseconds: idle time, and time from upload to response. */
  readonly transfer?: { readonly idleMs: number; readonly answerMs: number } | undefined;
}

/** Returns the time until which a request may wait. A file transfer must start as soon as any other call. */
export const waitsUntil = ({ deadline, transfer }: CallTime): number =>
  Math.min(deadline, performance.now() + (transfer?.answerMs ?? Infinity));

/**
 * Timers of one attempt. They limit the time until its deadline, the time without any transferred data, and the time
 * from the end of an upload to the first byte of the answer. The attempt reports its progress to them.
 */
export interface AttemptLimits {
  /** Aborts the attempt. Set by the code that sends it. */
  onStop: (reason: unknown) => void;
  /** Reports that bytes of a file were transferred. */
  moved(): void;
  /** Reports the end of the upload. From then on the usual time limit of a call applies. */
  awaitAnswer(): void;
}

export interface Credentials {
  /** Returns the access token. @throws SignInError if there is none */
  get(time: CallTime): string | Promise<string>;
  /** Drops a token that the service refused. Does nothing if a newer one has replaced it. */
  drop(token: string): void;
  /** Returns all current tokens, including a token that the caller sent. No output may contain them. */
  held(): readonly string[];
  header(token: string): Readonly<Record<string, string>>;
}

/**
 * Runs a request in the fair queue of all callers.
 * @param sent number of requests of its call, including this one
 * @throws the error of a timed-out wait
 */
export type InTurn = <T>(send: () => Promise<T>, time: CallTime, sent: number) => Promise<T>;

export interface OutboundRequest extends ApiRequest {
  /** Decides, with the method, whether the request may be retried. */
  readonly access: Access;
  readonly time: CallTime;
  /** Owner of the connections. Requests of different owners never share one. */
  readonly owner: ConnectionOwner;
  /** Tokens for the request. Default: none, because the request needs no token, or has one in its headers. */
  readonly credentials?: Credentials | undefined;
  /** True if the service probably needs no token. If it does, the request is sent again with one. */
  readonly isAnonymous?: boolean | undefined;
  readonly trace?: Trace | undefined;
  readonly inTurn?: InTurn | undefined;
  /** Number of earlier attempts. */
  readonly repetition?: number | undefined;
  /** Timers that may abort this attempt. */
  readonly limits?: AttemptLimits;
}

/** Sends a request. @throws one of the errors in `src/contract/errors.ts`, depending on the cause */
export type Send = (request: OutboundRequest) => Promise<RawAnswer>;

/** Middleware of a request. Gets the next function and returns one that wraps it. */
export type Step = (next: Send) => Send;

/** One attempt failed without an answer. */
export class AttemptError extends Error {
  /** Whether the request was written to a connection, so that the service may have received it. */
  readonly sent: boolean;

  constructor(sent: boolean, cause: unknown) {
    super('no answer', { cause });
    this.sent = sent;
  }
}
