import type { Held } from './row-check.ts';

/** What is known of the person for whom calls are made; empty where only a token is known. */
export interface Identity {
  /** May be the user's id in the service, or an id of somewhere else. */
  readonly id?: string | undefined;
  readonly login?: string | undefined;
  readonly email?: string | undefined;
  readonly name?: string | undefined;
  /** Tells people apart, whatever token they bring; never a name, which two may share. */
  readonly key?: string | undefined;
}

/** One word for a person; undefined where nothing is known. */
export const calledBy = ({ login, email, id, name }: Identity): string | undefined =>
  login ?? email ?? id ?? name;

/** What an operation answered. */
export interface OperationResponse {
  /** The service's JSON, character by character; empty for a file. */
  readonly text: string;
  /** The same, parsed, in the names and shapes of `answerShapes` where these say how to read it. */
  readonly body: unknown;
  readonly file?:
    | { readonly name: string; readonly mediaType: string; readonly bytes: Uint8Array }
    | undefined;
  /** What it turned out to be, beside what was asked; undefined where all of it is what was asked for. */
  readonly held?: Held | undefined;
}

/** How an answer is read. */
export interface AnswerReading {
  /** Arguments that whoever asks compares rows with: they are not left out, and nothing is said of them. */
  readonly compares?: readonly string[];
  /** Arguments of which nothing is said where the service ignored them: whoever asks goes about it in another way. */
  readonly replaceable?: readonly string[];
  /** Whoever asks goes about it in another way where nothing was found, too. */
  readonly asksAgain?: boolean;
  /** In the service's own names and shapes, for whoever sends some of it again. */
  readonly isAsItCame?: boolean;
  /** How many bytes a file may have, which then also has the time of a file; else it is bounded as any answer is. */
  readonly fileBytes?: number;
}

/**
 * The arguments of each operation, by its name. The catalogue adds its own here (`tools/index.ts`, by merging
 * declarations): what must not import it is checked against it all the same.
 */
export interface OperationArguments extends Record<never, never> {}
export type OperationName = keyof OperationArguments;

/** Operations that take an argument, beside others. What takes none has every name by its type, and no value. */
export type OperationTaking<Argument extends string> = {
  [Name in OperationName]: Argument extends keyof OperationArguments[Name]
    ? string extends keyof OperationArguments[Name]
      ? never
      : Name
    : never;
}[OperationName];
/** Operations for which these arguments are enough. */
export type OperationFor<Args> = {
  [Name in OperationName]: Args extends OperationArguments[Name] ? Name : never;
}[OperationName];

/** An operation with its arguments. */
export type OperationCall<Name extends OperationName> = readonly [
  operation: Name,
  args: OperationArguments[Name],
];

/** What hardly ever changes, kept for a while for the caller who has read it. */
export interface RecordCache {
  /**
   * What was read before; read now where it was not.
   * @param lifetimeMs 5 minutes where it is left out
   */
  remember<T extends object>(key: string, read: () => Promise<T>, lifetimeMs?: number): Promise<T>;
  /** What was kept under the key, without reading anything. */
  recall<T extends object>(key: string): Promise<T | undefined>;
  keep(key: string, value: object): Promise<void>;
}

export interface RecordCaches {
  of(principalId: string): RecordCache;
  /** Forgets all that the caller has read, some of which the caller’s change may have made untrue. */
  changed(principalId: string): void;
}

/** What was learnt of how the service ends its lists; one for all callers. */
export interface PagingHabits {
  /** Operations whose answers have said where the next page is. */
  readonly named: Set<string>;
  /** Operations whose first page calls itself 0. */
  readonly fromZero: Set<string>;
  /** Number of the first page of an operation, where two pages have shown it. */
  readonly firstPage: Map<string, 0 | 1>;
  /** Rows of the first page of an operation, by how many were asked for, where that was found out. */
  readonly givenFirst: Map<string, { readonly asked: number; readonly given: number }>;
  /** Whether a page that was asked for to learn it did; undefined where nobody had to ask. */
  asked: Promise<boolean> | undefined;
}

/** For whom operations are carried out, and what ends them. */
interface ClientOf {
  /** Tells callers apart, for what is remembered between calls. */
  readonly principalId: string;
  readonly cache: RecordCache;
  readonly paging: PagingHabits;
  /** Found out when it is asked for first. @throws the classes of `src/contract/errors.ts` where nobody can be asked now */
  readonly identity: () => Promise<Identity>;
  readonly signal: AbortSignal | undefined;
  /** How many records of a list are looked through where the service cannot be asked for those that are meant. */
  readonly lookThrough: number;
}

/**
 * Operations carried out within one call of a tool, for its caller: under the operator's policy, recorded like a call of
 * the operation's own tool, and ended when the caller cancels.
 */
export interface OperationClient extends ClientOf {
  /**
   * @param args by the API's names; checked by the operation's own schema
   * @returns the JSON of the answer
   * @throws the classes of `src/contract/errors.ts`
   */
  call<Name extends OperationName>(
    operation: Name,
    args: OperationArguments[Name],
    reading?: AnswerReading,
  ): Promise<unknown>;
  /** As `call`, for whoever needs the JSON exactly as it came, or a file. */
  answer<Name extends OperationName>(
    operation: Name,
    args: OperationArguments[Name],
    reading?: AnswerReading,
  ): Promise<OperationResponse>;
}

/** A client for whoever has the name of an operation from data. */
export interface AnyOperationClient extends ClientOf {
  call(operation: string, args: Readonly<Record<string, unknown>>, reading?: AnswerReading): Promise<unknown>;
  answer(
    operation: string,
    args: Readonly<Record<string, unknown>>,
    reading?: AnswerReading,
  ): Promise<OperationResponse>;
}
