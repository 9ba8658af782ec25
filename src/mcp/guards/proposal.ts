import type { Arguments } from '../../api/client/build-request.ts';
import type { OpenWork } from '../../contract/features/open-work.ts';
import type { PlanRowForPeople } from '../../contract/features/planned-changes.ts';
import type { Operation, ToolDefinition } from '../../contract/operations/operation.ts';
import type { Sanitizer } from '../output/sanitize.ts';
import type { Lost } from './losses.ts';
import type { Called } from './question/record-names.ts';
import type { AskedValue } from './question/sent-values.ts';
import type { Wording } from './question/wording.ts';

/** A call that a person must confirm. */
export interface Proposal {
  readonly operation: ToolDefinition & Pick<Operation, 'stores' | 'keeps' | 'fills' | 'replaces'>;
  /** All values that the request will contain. */
  readonly sent: readonly AskedValue[];
  /** Arguments that the caller passed. All other values are sent back as the record contains them. */
  readonly given: Arguments;
  readonly principalId: string;
  /** The target record, read just before the confirmation. Undefined if no operation returns it. */
  readonly target: unknown;
  /** Further facts on which the outcome depends, as JSON. The confirmation does not show them. */
  readonly basis?: unknown;
  /** Rows of a plan. The confirmation shows them instead of the arguments. */
  readonly rows?: readonly PlanRowForPeople[];
  /** Data that the call removes from the target record. */
  readonly lost?: Lost;
  readonly openWork?: OpenWork | undefined;
  /** Values in the target record that the call replaces. The key is the argument. */
  readonly before?: ReadonlyMap<string, unknown>;
  /** Addresses that the operation would show to people as links. */
  readonly links: readonly string[];
  readonly wording: Wording;
  readonly sanitizer: Pick<Sanitizer, 'json' | 'withoutSecrets'>;
  /** Returns record names by lower-case id. A name that could not be read is undefined. */
  readonly called: () => Promise<Called>;
}
