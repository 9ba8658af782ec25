import type { Arguments } from '../../api/client/build-request.ts';
import type { ToolDefinition } from '../../contract/operations/operation.ts';
import type { Sanitizer } from '../output/sanitize.ts';
import type { Lost } from './losses.ts';
import type { Called } from './question/record-names.ts';
import type { AskedValue } from './question/sent-values.ts';
import type { Wording } from './question/wording.ts';

/** A call that a human has to agree to. */
export interface Proposal {
  readonly operation: ToolDefinition;
  /** All that would be sent. */
  readonly sent: readonly AskedValue[];
  /** The arguments that the caller gave: what else is sent stays as it is. */
  readonly given: Arguments;
  /** Who calls. */
  readonly principalId: string;
  /** What the operation acts on, freshly read; undefined where nothing shows it. */
  readonly target: unknown;
  /** What else the outcome rests on, as JSON; nobody is shown it. */
  readonly basis?: unknown;
  /** What of it would go. */
  readonly lost?: Lost;
  /** Addresses that the operation would offer people to open. */
  readonly links: readonly string[];
  readonly wording: Wording;
  readonly sanitizer: Pick<Sanitizer, 'json' | 'withoutSecrets'>;
  /** What the records are called whose ids are sent, by these in lower case; undefined where no name could be read. */
  readonly called: () => Promise<Called>;
}
