import type { Held } from './row-check.ts';

/** Known data of the person on whose behalf calls are made. Empty if only a token is known. */
export interface Identity {
  /** The user's id in the service, or in another system. */
  readonly id?: string | undefined;
  readonly login?: string | undefined;
  readonly email?: string | undefined;
  readonly name?: string | undefined;
  /** Key that stays the same for all tokens of a person. Never a name, because two people may share it. */
  readonly key?: string | undefined;
}

/** Returns the best known name of a person. Returns undefined if none is known. */
export const calledBy = ({ login, email, id, name }: Identity): string | undefined =>
  login ?? email ?? id ?? name;

/** Result of an operation. */
export interface OperationResponse {
  /** The service's JSON, unchanged. Empty for a file. */
  readonly text: string;
  /** The parsed JSON, with the names and types of `answerShapes` where they apply. */
  readonly body: unknown;
  readonly file?:
    | { readonly name: string; readonly mediaType: string; readonly bytes: Uint8Array }
    | undefined;
  /** Result of comparing the rows with the filters. Undefined if all rows match. */
  readonly held?: Held | undefined;
}

/** Options for reading an answer. */
export interface AnswerReading {
  /** Filters that the caller of this client checks itself: rows that do not match stay, and no note is added. */
  readonly compares?: readonly string[];
  /** Filters for which no note is added if the service ignores them, because the caller retries without them. */
  readonly replaceable?: readonly string[];
  /** If true, an empty result adds no note about unverified filters, because the caller retries in another way. */
  readonly asksAgain?: boolean;
  /** If true, the answer keeps the service's names and types, because the caller sends parts of it back. */
  readonly isAsItCame?: boolean;
  /** Size limit for a file. If it is set, the timeout for files applies too. Default: the limits of any answer. */
  readonly fileBytes?: number;
}

/**
 * Arguments of each operation, by operation name. `tools/index.ts` adds the catalogue by declaration merging, so that
 * code that must not import the catalogue is still type-checked.
 */
export interface OperationArguments extends Record<never, never> {}
export type OperationName = keyof OperationArguments;

/**
 * Operations that accept an argument. Operations without arguments have an index signature that accepts every name, so
 * they are excluded.
 */
export type OperationTaking<Argument extends string> = {
  [Name in OperationName]: Argument extends keyof OperationArguments[Name]
    ? string extends keyof OperationArguments[Name]
      ? never
      : Name
    : never;
}[OperationName];
/** Operations for which these arguments are sufficient. */
export type OperationFor<Args> = {
  [Name in OperationName]: Args extends OperationArguments[Name] ? Name : never;
}[OperationName];

/** An operation with its arguments. */
export type OperationCall<Name extends OperationName> = readonly [
  operation: Name,
  args: OperationArguments[Name],
];

/** Cache of a caller for data that rarely changes. */
export interface RecordCache {
  /**
   * Returns the cached value, or reads it.
   * @param lifetimeMs Default: 5 minutes
   */
  remember<T extends object>(key: string, read: () => Promise<T>, lifetimeMs?: number): Promise<T>;
  /** Returns the cached value. Never reads. */
  recall<T extends object>(key: string): Promise<T | undefined>;
  keep(key: string, value: object): Promise<void>;
}

export interface RecordCaches {
  of(principalId: string): RecordCache;
  /** Discards all cached data of the caller, because a change by the caller may have made it stale. */
  changed(principalId: string): void;
}

/** Learned paging behaviour of the service, shared by all callers. */
export interface PagingHabits {
  /** Operations whose answers contained the address of the next page. */
  readonly named: Set<string>;
  /** Operations whose first page has number 0. */
  readonly fromZero: Set<string>;
  /** Number of the first page of an operation, if it could be derived from two pages. */
  readonly firstPage: Map<string, 0 | 1>;
  /** Whether an operation returns its first page for every page number. Set after a request has shown it. */
  readonly ignoresPage: Map<string, boolean>;
  /** Requested and returned number of rows of an operation's first page, if both are known. */
  readonly givenFirst: Map<string, { readonly asked: number; readonly given: number }>;
  /**
   * Result of the request that checks whether the service returns the address of the next page. Undefined if no request
   * was needed.
   */
  asked: Promise<boolean> | undefined;
}

/** The caller on whose behalf operations run, and the signal that aborts them. */
interface ClientOf {
  /** Owner key for cached data. */
  readonly principalId: string;
  readonly cache: RecordCache;
  readonly paging: PagingHabits;
  /** Resolved on first use. @throws the classes of `src/contract/errors.ts` if it cannot be resolved at the moment */
  readonly identity: () => Promise<Identity>;
  readonly signal: AbortSignal | undefined;
  /** Maximum number of records that casebridge reads and compares if the service cannot filter. */
  readonly lookThrough: number;
}

/**
 * Runs operations on behalf of the caller, within one call of a tool. The operator's policy applies. The audit log
 * records each operation like a separate call. Canceling the call aborts them.
 */
export interface OperationClient extends ClientOf {
  /**
   * @param args by the API's names; checked against the operation's schema
   * @returns the JSON of the answer
   * @throws the classes of `src/contract/errors.ts`
   */
  call<Name extends OperationName>(
    operation: Name,
    args: OperationArguments[Name],
    reading?: AnswerReading,
  ): Promise<unknown>;
  /** Works like `call`, but returns the unchanged JSON or a file. */
  answer<Name extends OperationName>(
    operation: Name,
    args: OperationArguments[Name],
    reading?: AnswerReading,
  ): Promise<OperationResponse>;
}

/** Client for code that gets the operation name from data. */
export interface AnyOperationClient extends ClientOf {
  call(operation: string, args: Readonly<Record<string, unknown>>, reading?: AnswerReading): Promise<unknown>;
  answer(
    operation: string,
    args: Readonly<Record<string, unknown>>,
    reading?: AnswerReading,
  ): Promise<OperationResponse>;
}
