import type { OperationClient } from '../operations/operation-client.ts';
import type { RecordKind } from './record-ref.ts';

/** A record that was found by its name. */
export interface ResolvedRecord {
  readonly id: string;
  /** As the service calls it; undefined where the id was given or stood in a link. */
  readonly name: string | undefined;
  /** Whether it is called exactly so, but for case, spaces, quotes, `ё`, legal form and look-alike letters. */
  readonly isExact: boolean;
}

export interface NameQuery {
  /** The id of what the record belongs to: the dictionary of a value. */
  readonly within?: string | undefined;
  /** Whether a clear winner among similar names will do: for reading, never for changing. */
  readonly guess: boolean;
}

/** Finds records by what people call them. */
export interface NameResolver {
  /**
   * @param text an id, a link, a name, a number, an e-mail address, `me`
   * @throws NameError with the candidates where none or several fit; ApiError and the like where nothing could be asked
   */
  find(
    operations: OperationClient,
    kind: RecordKind,
    text: string,
    question: NameQuery,
  ): Promise<ResolvedRecord>;
  /**
   * What the service calls a record, out of the list in which its kind stands.
   * @param within the id of what the record belongs to
   * @returns undefined where no list tells at little cost
   */
  called(
    operations: OperationClient,
    kind: RecordKind,
    id: string,
    within: string | undefined,
  ): Promise<string | undefined>;
  /** Forgets what a change by the caller may have made untrue. */
  changed(principalId: string, path: string | undefined): void;
}
