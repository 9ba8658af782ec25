import type { Language } from '../language.ts';
import type { ShapeName } from '../records/answer-fields.ts';
import type { Row } from '../records/row.ts';
import type { QuestionRow } from './card.ts';

/** A change as the caller requested it. */
export interface ChangeGiven {
  readonly tool: string;
  readonly arguments: Row;
}

export interface FieldChange {
  readonly field: string;
  /** Undefined if the record does not contain the field, or if the field is empty. */
  readonly from?: unknown;
  readonly to?: unknown;
  /** User and time of the last change, if the record contains them. */
  readonly by?: string;
}

/** A date that a change writes. If it ends a period of whole days, `moment` is the last of these days. */
export interface NewDate {
  readonly moment: string;
  /**
   * Whether the API defines the date, such as a due date. Dates that a firm defines on its object cards are often in
   * the past, such as the date of a contract.
   */
  readonly isOwn: boolean;
}

/** A planned change, shown to a user as one line. */
export interface ChangeForPeople {
  /** Line for a dialog of the MCP client (elicitation), in the language and time zone of the server. */
  readonly dialog: QuestionRow;
  /** Line in each language for a card, which formats times in the user's time zone. */
  readonly cards: Readonly<Record<Language, QuestionRow>>;
}

export type MomentFormat = (moment: string) => string;

/** A planned change in words, in the language of the server. */
export interface ChangeInWords {
  /** The record: its type, name, number and case. If the operation refers to no record, the operation. */
  readonly record: string;
  /** The record and the changes to it, such as each value before and after. */
  readonly change: string;
  /** Name of the record. Undefined if there is no record, or it has no name. */
  readonly name: string | undefined;
  /** Data that the change deletes. Each entry is one value. */
  readonly loses: readonly string[];
  /** People outside the firm whom the change reaches, unless `change` names them. */
  readonly notifies: readonly string[];
  /** Fields of the existing record that do not change, such as its due date. Empty if there are none. */
  readonly facts: string;
  /** Sentences about absent users who are assigned work by the change. Default: none. */
  readonly absences?: readonly string[];
}

export interface DraftWording {
  /** Origin of the change, shown to the person who confirms it. */
  readonly source?: Readonly<Record<Language, string>> | undefined;
  readonly momentText: MomentFormat;
}

/** A change that passed all checks of a real call. No change was sent to the service. */
export interface DraftedChange {
  /** Digest of the request and of the record's current state. */
  readonly digest: string;
  /** Digest of the request alone, without the record's state. */
  readonly requestDigest: string;
  /** The arguments, in which names are replaced with ids. */
  readonly args: Row;
  /** Key of the record that the change affects. Undefined if it affects no existing record. */
  readonly record: string | undefined;
  readonly recordName: string | undefined;
  /** The record's current values, by argument name. Values that no argument can write are omitted. */
  readonly present: Row;
  readonly fields: readonly FieldChange[];
  readonly dates: readonly NewDate[];
  readonly loses: readonly FieldChange[];
  readonly inWords: ChangeInWords;
  /** Whether casebridge could not determine which data the change deletes. */
  readonly isLossUnread: boolean;
  readonly classes: readonly string[];
  /** Whether a person must confirm the change. */
  readonly isAsked: boolean;
  /** Type of the changed or new record. Undefined if `answerShapes` does not define the type. */
  readonly shape: ShapeName | undefined;
  readonly isNew: boolean;
  /** State of the record after the change. */
  readonly becomes: 'archived' | 'in work' | undefined;
  /** Whether the change deletes the whole record. */
  readonly isRemoval: boolean;
  /** Whether the change only adds data and modifies no existing data. */
  readonly isAddition: boolean;
  /**
   * Position in the execution order of a plan: changes that restore records run first (0), changes that delete or
   * archive run last (2), all others between them (1).
   */
  readonly phase: 0 | 1 | 2;
  /**
   * How the change can be undone. `values`: by writing the previous values. `removal`: by deleting the new record.
   * `counterpart`: by calling the opposite operation.
   */
  readonly undo: 'values' | 'removal' | 'counterpart' | 'none';
  readonly forPeople: ChangeForPeople;
}

export interface ChangeRefused {
  readonly code: string;
  readonly reason: string;
  /** Whether the same change may succeed later without any correction. */
  readonly canRetry?: boolean;
  /** Minimum wait before a retry, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

/** Change that undoes another one. It is made only if the record has not changed since. */
export interface UndoChange extends ChangeGiven {
  readonly read: ChangeGiven;
  /** Result of `read` after the original change: field values, or the state of the whole record under `*`. */
  readonly expected: Row;
  /** Fields whose previous values the operation cannot write back. */
  readonly unwritable: readonly string[];
}

export type ChangeOutcome =
  | {
      /**
       * `done`: a read confirmed the change. `unverified`: the service reported success, but no read confirmed it. `not
       * kept`: a read shows that the service did not save it.
       */
      readonly state: 'done' | 'unverified' | 'not kept';
      readonly created?: string | undefined;
      /** Arguments whose values the service did not save, or that the read does not return. */
      readonly doubts: readonly string[];
      /** Fields that changed although the request did not contain them. */
      readonly others: readonly string[];
      readonly undo?: UndoChange | undefined;
    }
  | ({ readonly state: 'refused' | 'changed meanwhile' } & ChangeRefused)
  | { readonly state: 'unknown'; readonly code: string; readonly reason: string };

export interface ChangeTerms {
  readonly digest: string;
  /**
   * Whether an earlier change in the same plan may have changed the record. Then only `requestDigest` is compared,
   * because `digest` includes the record's state.
   */
  readonly isAfterOwn: boolean;
  /** How a person confirmed the plan. Undefined if no person had to confirm it. */
  readonly agreedBy: PlanAgreement['by'] | undefined;
  /** Plan id and row number for the audit log. */
  readonly act: string;
  readonly row: number;
}

/** Encrypted store that holds one caller's data. @throws KeptAwayError if the store is unavailable */
export interface CallerStore {
  get<T>(key: string): Promise<T | undefined>;
  put(key: string, value: unknown, lifetimeMs: number): Promise<void>;
  /** Claims a key. Returns true for the first claim in all processes together, and false for every later one. */
  claim(key: string, lifetimeMs: number): Promise<boolean>;
  /** Acquires a lock for `lifetimeMs`. Its holder can renew it. Returns false if somebody else holds it. */
  hold(key: string, holder: string, lifetimeMs: number): Promise<boolean>;
  release(key: string, holder: string): Promise<void>;
}

/** Plans and executes changes during one tool call. Each change passes the same steps as a separate call. */
export interface PlannedChanges {
  /** Checks a change like a real call, but sends only reads to the service. */
  draft(change: ChangeGiven, wording: DraftWording): Promise<DraftedChange | ChangeRefused>;
  /** Executes a change if the request and the record still match the draft. */
  carryOut(change: ChangeGiven, terms: ChangeTerms): Promise<ChangeOutcome>;
  /** For a change whose response was lost, reads the record to find out whether the change was executed. */
  lookUp(change: ChangeGiven): Promise<ChangeOutcome>;
  /** Returns the fields that differ from `expected`. @throws the errors of an operation client */
  changedSince(undo: UndoChange): Promise<readonly FieldChange[]>;
  /**
   * Returns the argument that contains the record's id. Returns undefined if several arguments or none identify the
   * record, and a refusal if the operation is unknown.
   */
  recordArgument(tool: string): Promise<string | ChangeRefused | undefined>;
  /** Returns whether the operation creates a record. Returns undefined if it lacks this body argument. */
  takes(tool: string, argument: string): Promise<{ readonly isNew: boolean } | undefined>;
  readonly kept: CallerStore;
  /** How long previous values are stored for an undo, in milliseconds. 0: they are not stored. */
  readonly undoMs: number;
  /** Whether this server runs in dry-run mode and sends no changes. */
  readonly isDryRun: boolean;
}

/** A row of a plan with its number, as a confirmation shows it. */
export interface PlanRowForPeople extends ChangeForPeople {
  readonly row: number;
  /** Whether a person must confirm this row. Such rows are shown first and in full. */
  readonly isAsked: boolean;
}

export interface PlanProposal {
  readonly rows: readonly PlanRowForPeople[];
  /** Data that the confirmation is bound to, as JSON. */
  readonly basis: unknown;
}

export interface PlanAgreement {
  readonly by: 'confirmed' | 'confirmed in a card';
  /** Numbers of the rows that the person excluded. */
  readonly leftOut: readonly number[];
}
