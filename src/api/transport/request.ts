import type { Access, Method } from '../../contract/operations/operation.ts';
import type { Trace } from '../../contract/trace.ts';
import type { ConnectionOwner } from '../connections/pools.ts';
import type { FormPart } from '../files/multipart.ts';
import type { Sink, SourceFile, StoredFile } from '../files/sink.ts';

/** A request as data. */
export interface ApiRequest<Content = Uint8Array | SourceFile> {
  readonly method: Method;
  /** Path and query, below the base URL. */
  readonly target: string;
  /** The path as the API states it, without anybody’s ids. */
  readonly template?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text, or the parts of a form. */
  readonly body: string | readonly FormPart<Content>[] | undefined;
  /** Where the body of an answer goes, once its status and headers are known; undefined: into memory. */
  readonly receive?: ((head: AnswerHead) => Sink | undefined) | undefined;
  /** Told how many bytes of a form or an answer, and of how many, have passed. */
  readonly onProgress?: ((bytes: number, ofBytes: number | undefined) => void) | undefined;
}

/** What comes before the body of an answer. */
export interface AnswerHead {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** An answer as it came: the body whole, within the limit. */
export interface RawAnswer extends AnswerHead {
  /** Empty where the body became a file. */
  readonly bytes: Buffer;
  readonly stored?: StoredFile | undefined;
}

/** Time and patience for one call, its repetitions included. */
export interface CallTime {
  readonly signal: AbortSignal | undefined;
  /** Moment on the monotonic clock (`performance.now()`) at which the call is given up. */
  readonly deadline: number;
  readonly timeoutMs: number;
  /** For files, which may take long as long as they move: milliseconds without a byte, and until the answer begins. */
  readonly transfer?: { readonly idleMs: number; readonly answerMs: number } | undefined;
}

/**
 * The timers of one attempt: until its deadline, without a byte of a file, and from the end of an upload to the first
 * byte of the answer. The attempt reports its progress to them.
 */
export interface AttemptLimits {
  /** Set by whoever carries the attempt out: gives it up at once, wherever it is. */
  onStop: (reason: unknown) => void;
  /** A piece of a file came or went. */
  moved(): void;
  /** Everything was sent: from here on the service may take as long as for any call. */
  awaitAnswer(): void;
}

/** The tokens that requests carry. */
export interface Credentials {
  /** The access token that calls carry. @throws SignInError where none can be had */
  get(time: CallTime): string | Promise<string>;
  /** Forgets a token that the service refused, unless a newer one has replaced it already. */
  drop(token: string): void;
  /** Every token that is held now, and the one that the caller brought: none of them may be shown. */
  held(): readonly string[];
  /** The header, by name and value, that carries a token. */
  header(token: string): Readonly<Record<string, string>>;
}

/**
 * Where many call: has a request wait for its turn among those of all.
 * @param sent requests of its call, with this one
 * @throws as a request that waits too long
 */
export type InTurn = <T>(send: () => Promise<T>, time: CallTime, sent: number) => Promise<T>;

/** A request with all that matters for sending it. */
export interface OutboundRequest extends ApiRequest {
  /** Decides, with the method, whether it may be repeated. */
  readonly access: Access;
  readonly time: CallTime;
  /** Whose connections are used: nobody else's requests ever go over them. */
  readonly owner: ConnectionOwner;
  /** Left out: it carries no token, or has it already. */
  readonly credentials?: Credentials | undefined;
  /** Whether the service most likely wants no token: it gets one where it does. */
  readonly isAnonymous?: boolean | undefined;
  /** Of the call that it belongs to. */
  readonly trace?: Trace | undefined;
  readonly inTurn?: InTurn | undefined;
  /** How often it was tried before. */
  readonly repetition?: number | undefined;
  /** What ends this attempt early. */
  readonly limits?: AttemptLimits;
}

/** @throws the classes of `errors.ts`, one per cause */
export type Send = (request: OutboundRequest) => Promise<RawAnswer>;

/** What happens to a request on its way: gets what comes next, and gives what does both. */
export type Step = (next: Send) => Send;

/** Why one attempt brought no answer. */
export class AttemptError extends Error {
  /** Whether the request was put on a connection, so that the service may have seen it. */
  readonly sent: boolean;

  constructor(sent: boolean, cause: unknown) {
    super('no answer', { cause });
    this.sent = sent;
  }
}
