import type { Principal } from '../../../api/client/executor.ts';
import type { DocumentReader } from '../../../contract/features/documents/document-reader.ts';
import type { Operation } from '../../../contract/operations/operation.ts';
import type { AnyOperationClient } from '../../../contract/operations/operation-client.ts';
import type { Note } from '../../../contract/worded.ts';
import type { Policy } from '../../guards/policy.ts';
import type { Naming } from '../../guards/question/record-names.ts';
import type { Wording } from '../../guards/question/wording.ts';
import type { Refs } from '../../input/argument-refs.ts';
import type { Changed } from './made-change.ts';
import type { Verified } from './verified.ts';

export interface ChangeToTell extends Omit<Changed, 'services'>, Verified {
  readonly services: Changed['services'] &
    Naming['services'] & {
      readonly wording: Wording;
      readonly policy: Policy;
      readonly documents: DocumentReader;
    };
  /** The operation with the access classes of this call, such as `delete` or `outbound`. */
  readonly called: Operation;
  readonly principal: Pick<Principal, 'isConfigured'>;
  readonly refs: Refs | undefined;
  /** Names that the caller passed. The key is the id that replaced the name in the arguments. */
  readonly given: ReadonlyMap<string, string>;
  readonly namingClient: (signal?: AbortSignal) => AnyOperationClient;
}

export interface Told {
  /**
   * Description of the change. Undefined if the call changes nothing, or if casebridge has no data about the record.
   */
  readonly told: string | undefined;
  /** Names of records, by record id in lower case. */
  readonly called: ReadonlyMap<string, string>;
  readonly next?: Note | undefined;
}
