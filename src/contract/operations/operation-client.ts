import type { Held } from './row-check.ts';

/** Known data about the user on whose behalf calls are made. Empty if only a token is known. */
export interface Identity {
  /** The user's id in the service, or in another system. */
  readonly id?: string | undefined;
  readonly login?: string | undefined;
  readonly email?: string | undefined;
  readonly name?: string | undefined;
  /** Key that stays the same for all tokens of a user. Never a name, because two users may have the same one. */
  readonly key?: string | undefined;
}

/** Returns the best available designation for a user: login, e-mail, id or name. Returns undefined if none is known. */
export const calledBy = ({ login, email, id, name }: Identity): string | undefined =>
  login ?? email ?? id ?? name;

export interface OperationResponse {
  /** The service's JSON, unchanged. Empty if the response is a file. */
  readonly text: string;
  /** The parsed JSON, with the names and types of `answerShapes` if it is a known record or list. */
  readonly body: unknown;
  readonly file?:
    | { readonly name: string; readonly mediaType: string; readonly bytes: Uint8Array }
    | undefined;
  /** Result of comparing the rows with the filters of the call. Undefined if there is nothing to report. */
  readonly held?: Held | undefined;
}

export interface AnswerReading {
  /** Filters that the code which uses this client checks itself: rows that do not match stay, and no note is added. */
  readonly compares?: readonly string[];
  /** Filters that add no note if the service ignores them, because the using code retries without them. */
  readonly replaceable?: readonly string[];
  /** If true, an empty result adds no note about unverified filters, because the using code retries in another way. */
  readonly asksAgain?: boolean;
  /** If true, the body keeps the service's names and types, because the using code sends parts of it back. */
  readonly isAsItCame?: boolean;
  /**
   * Maximum size of a file. If set, the call has the longer timeout of file transfers. Default: the limits for any
   * response.
   */
  readonly fileBytes?: number;
}

/**
 * Arguments of each operation, by operation name. `tools/index.ts` adds the catalogue by declaration merging, so that
 * code that must not import the catalogue is still type-checked.
 */
export interface OperationArguments extends Record<never, never> {}
export type OperationName = keyof OperationArguments;

/** Operations that accept an argument, without those whose index signature accepts every name. */
export type OperationTaking<Argument extends string> = {
  [Name in OperationName]: Argument extends keyof OperationArguments[Name]
    ? string extends keyof OperationArguments[Name]
      ? never
      : Name
    : never;
}[OperationName];
export type OperationFor<Args> = {
  [Name in OperationName]: Args extends OperationArguments[Name] ? Name : never;
}[OperationName];

export type OperationCall<Name extends OperationName> = readonly [
  operation: Name,
  args: OperationArguments[Name],
];

/** A caller's cache for data that rarely changes. */
export interface RecordCache {
  /** Returns the cached value, or reads and caches it. @param lifetimeMs Default: 5 minutes */
  remember<T extends object>(key: string, read: () => Promise<T>, lifetimeMs?: number): Promise<T>;
  /** Returns the cached value, or undefined. Never reads from the service. */
  recall<T extends object>(key: string): T | undefined;
  keep(key: string, value: object): Promise<void>;
}

export interface RecordCaches {
  of(principalId: string): RecordCache;
  /** Discards all data cached for the caller, because one of the caller's changes may have made it stale. */
  changed(principalId: string): void;
}

/** Paging behavior that casebridge observed in the service. All callers share it. */
export interface PagingHabits {
  /** Operations whose responses contained the address of the next page. */
  readonly named: Set<string>;
  /** Operations whose first page has number 0. */
  readonly fromZero: Set<string>;
  /** Number of an operation's first page, if two pages revealed it. */
  readonly firstPage: Map<string, 0 | 1>;
  /** Whether an operation returns its first page for every page number. Set after a response has shown it. */
  readonly ignoresPage: Map<string, boolean>;
  /** Requested and returned number of rows for an operation's first page, if both are known. */
  readonly givenFirst: Map<string, { readonly asked: number; readonly given: number }>;
  /**
   * Result of a separate request that finds out whether the service returns the address of the next page. Undefined if
   * that request was not needed.
   */
  asked: Promise<boolean> | undefined;
}

/** Properties of a client that do not depend on the operation: the caller, the caller's data, and the abort signal. */
interface ClientOf {
  readonly principalId: string;
  readonly cache: RecordCache;
  readonly paging: PagingHabits;
  /** Resolves the user on first use. @throws one of the errors in `src/contract/errors.ts` if that fails now */
  readonly identity: () => Promise<Identity>;
  readonly signal: AbortSignal | undefined;
  /** Maximum number of rows that casebridge reads from a list and compares itself, if the service cannot filter it. */
  readonly lookThrough: number;
}

/**
 * Runs operations on the caller's behalf during one tool call. The operator's policy applies to each of them, and the
 * audit log records each one like a separate call. Canceling the tool call aborts them.
 */
export interface OperationClient extends ClientOf {
  /**
   * @param args arguments under the API's names, checked against the operation's schema
   * @returns the JSON of the response
   * @throws one of the errors in `src/contract/errors.ts`
   */
  call<Name extends OperationName>(
    operation: Name,
    args: OperationArguments[Name],
    reading?: AnswerReading,
  ): Promise<unknown>;
  /** Works like `call`, but returns the response with its unchanged JSON or its file. */
  answer<Name extends OperationName>(
    operation: Name,
    args: OperationArguments[Name],
    reading?: AnswerReading,
  ): Promise<OperationResponse>;
}

/** Client for code that receives the operation name as data, so that the compiler cannot check it. */
export interface AnyOperationClient extends ClientOf {
  call(operation: string, args: Readonly<Record<string, unknown>>, reading?: AnswerReading): Promise<unknown>;
  answer(
    operation: string,
    args: Readonly<Record<string, unknown>>,
    reading?: AnswerReading,
  ): Promise<OperationResponse>;
}
