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
  /** The same, parsed. */
  readonly body: unknown;
  readonly file?: { readonly mediaType: string; readonly bytes: Uint8Array } | undefined;
}

/**
 * Operations carried out within one call of a tool, for its caller: under the operator's policy, recorded like a call of
 * the operation's own tool, and ended when the caller cancels.
 */
export interface OperationClient {
  /**
   * @param operation its tool's name
   * @param args by the API's names; checked by the operation's own schema
   * @returns the JSON of the answer
   * @throws the classes of `src/contract/errors.ts`
   */
  call(operation: string, args: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** As `call`, for whoever needs the JSON exactly as it came, or a file. */
  answer(operation: string, args: Readonly<Record<string, unknown>>): Promise<OperationResponse>;
  /** Tells callers apart, for what is remembered between calls. */
  readonly principalId: string;
  /** Found out when it is asked for first. @throws the classes of `src/contract/errors.ts` where nobody can be asked now */
  readonly identity: () => Promise<Identity>;
  readonly signal: AbortSignal | undefined;
}
