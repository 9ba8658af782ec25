import type { Arguments, Draft } from '../../../api/client/build-request.ts';
import type { Answer } from '../../../api/client/read-response.ts';
import type { AnswerReader } from '../../../contract/operations/deployment.ts';
import type { Operation } from '../../../contract/operations/operation.ts';
import type { AnyOperationClient } from '../../../contract/operations/operation-client.ts';
import type { VerifiedFilters } from '../../../contract/operations/row-check.ts';
import type { RecordBefore } from '../../guards/target.ts';
import type { Knowledge } from '../draft-call.ts';

/** A change for which the service reported success. */
export interface Changed {
  readonly was: RecordBefore;
  readonly services: {
    readonly verified: VerifiedFilters;
    readonly readAnswer: AnswerReader;
    readonly deployment: Pick<Knowledge, 'operations'>;
  };
  readonly definition: Operation;
  /** Decision as the audit log records it, such as `allowed` or `confirmed`. */
  readonly decision: string;
  /** Arguments as the caller passed them, before they were validated. */
  readonly input: unknown;
  readonly args: Arguments;
  readonly draft: Draft;
  readonly answer: Answer;
  readonly signal: AbortSignal | undefined;
  readonly peopleClient: (signal?: AbortSignal) => AnyOperationClient;
}
