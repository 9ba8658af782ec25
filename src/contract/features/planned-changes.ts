import type { Language } from '../language.ts';
import type { QuestionRow } from './card.ts';

type Open = Readonly<Record<string, unknown>>;

/** A change as the caller passed it. */
export interface ChangeGiven {
  /** Name of the operation. */
  readonly tool: string;
  readonly arguments: Open;
}

/** A field of a record before and after a change. */
export interface FieldChange {
  readonly field: string;
  /** Undefined if the record does not contain the field, or if the field is empty. */
  readonly from?: unknown;
  readonly to?: unknown;
  /** User and time of the last change, if the record contains them. */
  readonly by?: string;
}

/** A planned change as one line for a user. */
export interface ChangeForPeople {
  /** Line for a dialog of the client, in the language and time zone of the server. */
  readonly dialog: QuestionRow;
  /** Lines for a card, which knows the user's language and time zone. */
  readonly cards: Readonly<Record<Language, QuestionRow>>;
}

/** A change that passed all checks of a call. Nothing was sent to the service. */
export interface DraftedChange {
  /** Digest of the request and of the current state of the record. */
  readonly digest: string;
  /** Digest of the request without the state of the record. */
  readonly requestDigest: string;
  /** The arguments with names replaced by ids. */
  readonly args: Open;
  /** Key of the record that the change affects. Undefined if it affects no existing record. */
  readonly record: string | undefined;
  readonly recordName: string | undefined;
  /** Current values of the record by argument name. Values without an equivalent argument are omitted. */
  readonly present: Open;
  readonly fields: readonly FieldChange[];
  readonly loses: readonly FieldChange[];
  /** Whether the data that the change deletes could not be determined. */
  readonly isLossUnread: boolean;
  readonly classes: readonly string[];
  /** Whether a person must confirm the change. */
  readonly isAsked: boolean;
  /** Whether the change deletes the whole record. */
  readonly isRemoval: boolean;
  /** Whether the change only adds data and modifies no existing data. */
  readonly isAddition: boolean;
  /** Order of execution in a plan: 0 restores records, 2 deletes or archives, 1 is everything else. */
  readonly phase: 0 | 1 | 2;
  /**
   * Method of undoing the change. `values` writes the previous values, `removal` deletes the new record, `counterpart`
   * calls the opposite operation.
   */
  readonly undo: 'values' | 'removal' | 'counterpart' | 'none';
  readonly forPeople: ChangeForPeople;
}

/** Reason why a change cannot be executed. */
export interface ChangeRefused {
  readonly code: string;
  readonly reason: string;
  /** Whether the same change may succeed later without any correction. */
  readonly canRetry?: boolean;
  /** Minimum wait before a retry, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

/** Change that undoes another one. It applies only if the record has not changed since. */
export interface UndoChange extends ChangeGiven {
  /** Read operation that returns the record. */
  readonly read: ChangeGiven;
  /** Result of that read after the original change: values of fields, or the state of the whole record under `*`. */
  readonly expected: Open;
  /** Fields whose previous values cannot be written back by the operation. */
  readonly unwritable: readonly string[];
}

/** Outcome of a change that was attempted. */
export type ChangeOutcome =
  | {
      /**
       * `done`: a read confirmed the change. `unverified`: the service reported success, but no read confirmed it. `not
       * kept`: the record shows that the service did not save it.
       */
      readonly state: 'done' | 'unverified' | 'not kept';
      readonly created?: string | undefined;
      /** Arguments that the service did not save, or that the read does not return. */
      readonly doubts: readonly string[];
      /** Other fields that changed although the request did not contain them. */
      readonly others: readonly string[];
      readonly undo?: UndoChange | undefined;
    }
  | ({ readonly state: 'refused' | 'changed meanwhile' } & ChangeRefused)
  | { readonly state: 'unknown'; readonly code: string; readonly reason: string };

/** Conditions under which a planned change is executed. */
export interface ChangeTerms {
  readonly digest: string;
  /** Whether an earlier change of the same plan may have changed the record. Then only `requestDigest` is compared. */
  readonly isAfterOwn: boolean;
  /** How a person confirmed the plan. Undefined if nobody was asked. */
  readonly agreedBy: PlanAgreement['by'] | undefined;
  /** Id and row number of the plan, for the audit log. */
  readonly act: string;
  readonly row: number;
}

/** Encrypted store with the data of one caller. @throws KeptAwayError if the store is unavailable */
export interface CallerStore {
  get<T>(key: string): Promise<T | undefined>;
  put(key: string, value: unknown, lifetimeMs: number): Promise<void>;
  /** Returns true for the first claim among all processes, otherwise false. */
  claim(key: string, lifetimeMs: number): Promise<boolean>;
  /**
   * Acquires a lock until `lifetimeMs` has passed. The same holder can renew it. Returns false if another holder has
   * it.
   */
  hold(key: string, holder: string, lifetimeMs: number): Promise<boolean>;
  release(key: string, holder: string): Promise<void>;
}

/** Plans and executes changes within one call of a tool. Each change runs the same steps as a separate call. */
export interface PlannedChanges {
  /**
   * Checks a change like a call, but sends only reads.
   * @param source origin of the change, shown to the person who confirms it
   */
  draft(change: ChangeGiven, source?: string): Promise<DraftedChange | ChangeRefused>;
  /** Executes a change if it still equals the draft. */
  carryOut(change: ChangeGiven, terms: ChangeTerms): Promise<ChangeOutcome>;
  /** Reads the record to determine whether a change without a known response was executed. */
  lookUp(change: ChangeGiven): Promise<ChangeOutcome>;
  /**
   * Returns the fields of a record that differ from their state after a change. Returns an empty list if none do.
   * @throws the same errors as an operation client
   */
  changedSince(undo: UndoChange): Promise<readonly FieldChange[]>;
  /** Returns the argument that identifies the record of an operation. Returns undefined if there is none or several. */
  recordArgument(tool: string): Promise<string | undefined>;
  /**
   * Returns whether an operation with this body argument creates a record. Returns undefined if it has no such
   * argument.
   */
  takes(tool: string, argument: string): Promise<{ readonly isNew: boolean } | undefined>;
  readonly kept: CallerStore;
  /** Time for which previous values are stored for an undo, in milliseconds. 0: they are not stored. */
  readonly undoMs: number;
  /** Whether this server runs in dry-run mode and sends no changes. */
  readonly isDryRun: boolean;
}

/** A row of a plan in a confirmation, with its number. */
export interface PlanRowForPeople extends ChangeForPeople {
  readonly row: number;
  /** Whether a person must confirm this row. Such rows are shown first and in full. */
  readonly isAsked: boolean;
}

/** A plan that a person must confirm. */
export interface PlanProposal {
  readonly rows: readonly PlanRowForPeople[];
  /** Data that the confirmation is bound to, as JSON. */
  readonly basis: unknown;
}

/** Confirmation of a plan by a person. */
export interface PlanAgreement {
  readonly by: 'confirmed' | 'confirmed in a card';
  /** Numbers of the rows that the person excluded. */
  readonly leftOut: readonly number[];
}
