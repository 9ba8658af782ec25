import type { Language } from '../language.ts';
import type { QuestionRow } from './card.ts';

type Open = Readonly<Record<string, unknown>>;

/** A change as somebody gave it. */
export interface ChangeGiven {
  /** Name of the operation. */
  readonly tool: string;
  readonly arguments: Open;
}

/** A field of a record before and after a change. */
export interface FieldChange {
  readonly field: string;
  /** Undefined if the record does not show the field, or has no value there. */
  readonly from?: unknown;
  readonly to?: unknown;
  /** Who changed it, and when, as far as the record shows it. */
  readonly by?: string;
}

/** A planned change as a person reads it, as one line. */
export interface ChangeForPeople {
  /** In a dialog of the client: in the language and time zone of the server. */
  readonly dialog: QuestionRow;
  /** In a card, which knows the language and time zone of its reader. */
  readonly cards: Readonly<Record<Language, QuestionRow>>;
}

/** A change that was checked as if it were called. Nothing was sent. */
export interface DraftedChange {
  /** Digest of the request and of the state of the record that it changes. */
  readonly digest: string;
  /** The same without the state of the record. */
  readonly requestDigest: string;
  /** The arguments with ids in place of names. */
  readonly args: Open;
  /** Key of the record that it changes; undefined if it changes none that is there already. */
  readonly record: string | undefined;
  readonly recordName: string | undefined;
  /** Values of the record by the names of arguments, in the form of arguments as far as they have one. */
  readonly present: Open;
  readonly fields: readonly FieldChange[];
  readonly loses: readonly FieldChange[];
  /** Whether nobody could read what it loses. */
  readonly isLossUnread: boolean;
  readonly classes: readonly string[];
  /** Whether a person has to agree. */
  readonly isAsked: boolean;
  /** Whether the whole record goes. */
  readonly isRemoval: boolean;
  /** Whether it adds to a record, and changes nothing that is there. */
  readonly isAddition: boolean;
  /** When it is carried out: first what restores, last what removes or archives. */
  readonly phase: 0 | 1 | 2;
  /** How it can be undone. `values`: the values before. `removal`: the new record is removed. */
  readonly undo: 'values' | 'removal' | 'counterpart' | 'none';
  readonly forPeople: ChangeForPeople;
}

/** Why a change cannot be carried out. */
export interface ChangeRefused {
  readonly code: string;
  readonly reason: string;
  /** Whether the same change may succeed later without anybody changing anything. */
  readonly canRetry?: boolean;
  /** How long to wait first, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

/** How a change is undone: by another one, if the record still is as this one left it. */
export interface UndoChange extends ChangeGiven {
  /** The read that shows the record. */
  readonly read: ChangeGiven;
  /** What it showed after the change: values of fields, or the state of the whole record. */
  readonly expected: Open;
  /** Fields that have no form in which they could be written again. */
  readonly unwritable: readonly string[];
}

/** What became of a change that was tried. */
export type ChangeOutcome =
  | {
      /** `done`: a read shows it. `unverified`: the service answered with success, and no read shows it. */
      readonly state: 'done' | 'unverified' | 'not kept';
      readonly created?: string | undefined;
      /** Arguments that were not kept, or that no read shows. */
      readonly doubts: readonly string[];
      /** Fields that differ in the record without having been asked for. */
      readonly others: readonly string[];
      readonly undo?: UndoChange | undefined;
    }
  | ({ readonly state: 'refused' | 'changed meanwhile' } & ChangeRefused)
  | { readonly state: 'unknown'; readonly code: string; readonly reason: string };

/** Terms on which a planned change is carried out. */
export interface ChangeTerms {
  readonly digest: string;
  /** Whether an earlier change of the same plan may have changed the record: then the state does not count. */
  readonly isAfterOwn: boolean;
  /** How a person agreed to the plan; undefined if nobody was asked. */
  readonly agreedBy: PlanAgreement['by'] | undefined;
  /** The plan that it belongs to, and its row, for the record of changes. */
  readonly act: string;
  readonly row: number;
}

/** What the bridge keeps of one caller, encrypted. @throws KeptAwayError if the store cannot be used */
export interface CallerStore {
  get<T>(key: string): Promise<T | undefined>;
  put(key: string, value: unknown, lifetimeMs: number): Promise<void>;
  /** Returns true for the first who asks of all processes, and false for others. */
  claim(key: string, lifetimeMs: number): Promise<boolean>;
  /** Takes a key for as long as its holder renews it; returns false if somebody else has it. */
  hold(key: string, holder: string, lifetimeMs: number): Promise<boolean>;
  release(key: string, holder: string): Promise<void>;
}

/** Changes drafted and carried out within a call, by the steps that every call takes. */
export interface PlannedChanges {
  /**
   * Checks a change as if it were called; sends nothing but reads.
   * @param source where the change comes from, for the person who is asked
   */
  draft(change: ChangeGiven, source?: string): Promise<DraftedChange | ChangeRefused>;
  /** Carries out a change if it still is what was drafted. */
  carryOut(change: ChangeGiven, terms: ChangeTerms): Promise<ChangeOutcome>;
  /** Looks up by reading whether a change was made of which no answer is known. */
  lookUp(change: ChangeGiven): Promise<ChangeOutcome>;
  /**
   * Returns what of a record is not as a change left it. Returns an empty list if it still is.
   * @throws what an operation client throws
   */
  changedSince(undo: UndoChange): Promise<readonly FieldChange[]>;
  /** Returns the argument of an operation that takes the record; undefined if it takes none or several. */
  recordArgument(tool: string): Promise<string | undefined>;
  /** Returns whether an operation that takes an argument makes a new record; undefined if it takes none such. */
  takes(tool: string, argument: string): Promise<{ readonly isNew: boolean } | undefined>;
  readonly kept: CallerStore;
  /** How long before-images are kept, in milliseconds. 0: none are kept. */
  readonly undoMs: number;
  /** Whether this server sends no change at all. */
  readonly isDryRun: boolean;
}

/** A row of a plan in a question, by its number. */
export interface PlanRowForPeople extends ChangeForPeople {
  readonly row: number;
  /** Whether a person has to agree to it: it stands first, and whole. */
  readonly isAsked: boolean;
}

/** A plan that a person has to agree to. */
export interface PlanProposal {
  readonly rows: readonly PlanRowForPeople[];
  /** What the agreement is bound to, as JSON. */
  readonly basis: unknown;
}

/** What a person agreed to. */
export interface PlanAgreement {
  readonly by: 'confirmed' | 'confirmed in a card';
  /** Numbers of rows that are not to be carried out. */
  readonly leftOut: readonly number[];
}
