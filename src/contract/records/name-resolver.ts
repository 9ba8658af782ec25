import type { OperationClient } from '../operations/operation-client.ts';
import type { RecordKind } from './record-ref.ts';

export interface ResolvedRecord {
  readonly id: string;
  /** Display name in the service. Undefined if the caller passed an id, or a link that contains it. */
  readonly name: string | undefined;
  /**
   * Whether the name equals the requested one, ignoring letter case, spaces, quotes, `ё`, legal form and look-alike
   * letters. False for a person named by the last name alone, or a company named by its first words, so that the
   * answer says which one was chosen.
   */
  readonly isExact: boolean;
  /** Number of archived records with the same match, if the record was chosen because it is the only active one. */
  readonly archived?: number;
}

export interface NameQuery {
  /** Id of the parent record, such as the dictionary that contains a value. */
  readonly within?: string | undefined;
  /** Whether an approximate match is accepted if it is unambiguous. True for reads, never for changes. */
  readonly guess: boolean;
}

export interface NameResolver {
  /**
   * Finds one record.
   * @param text an id, a link, a name, a number, an e-mail address, or `me`
   * @throws NameError with the candidates if no record or several records match. ApiError or another error of the
   * service if the lookup fails
   */
  find(
    operations: OperationClient,
    kind: RecordKind,
    text: string,
    question: NameQuery,
  ): Promise<ResolvedRecord>;
  /**
   * Returns all display names in the list of a kind, by id in lower case. Returns an empty map if no list returns the
   * names at low cost.
   * @param within id of the parent record, for kinds whose records have one
   */
  called(
    operations: OperationClient,
    kind: RecordKind,
    within: string | undefined,
  ): Promise<ReadonlyMap<string, string>>;
  /** Discards cached data that one of the caller's changes may have made stale. */
  changed(principalId: string, path: string | undefined): void;
}
