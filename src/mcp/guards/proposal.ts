import type { Arguments } from '../../api/client/build-request.ts';
import type { PlanRowForPeople } from '../../contract/features/planned-changes.ts';
import type { Operation, ToolDefinition } from '../../contract/operations/operation.ts';
import type { Sanitizer } from '../output/sanitize.ts';
import type { Lost } from './losses.ts';
import type { Called } from './question/record-names.ts';
import type { AskedValue } from './question/sent-values.ts';
import type { Wording } from './question/wording.ts';

/** A call that a person must confirm. */
export interface Proposal {
  readonly operation: ToolDefinition & { readonly stores?: Operation['stores'] };
  /** All values that will be sent. */
  readonly sent: readonly AskedValue[];
  /** Arguments of the caller. Other values are sent back unchanged. */
  readonly given: Arguments;
  /** Owner key of the caller. */
  readonly principalId: string;
  /** The target record, as it was just read. Undefined if no operation returns it. */
  readonly target: unknown;
  /** Further facts on which the outcome depends, as JSON. They are not shown. */
  readonly basis?: unknown;
  /** Rows of a plan. The question shows them in place of the arguments. */
  readonly rows?: readonly PlanRowForPeople[];
  /** Data of the target that the call removes. */
  readonly lost?: Lost;
  /** Values of the target that the call replaces, by argument. Only in plans. */
  readonly before?: ReadonlyMap<string, unknown>;
  /** Addresses that the operation would offer to people. */
  readonly links: readonly string[];
  readonly wording: Wording;
  readonly sanitizer: Pick<Sanitizer, 'json' | 'withoutSecrets'>;
  /**
   * Returns the names of the records whose ids are sent, by lower-case id. Undefined for a name that could not be read.
   */
  readonly called: () => Promise<Called>;
}
