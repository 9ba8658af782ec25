import type { Execute } from '../api/client/executor.ts';
import type { SharedFolder } from '../api/files/shared-folder.ts';
import type { FindAbsences } from '../contract/features/absences.ts';
import type { ArrangeList } from '../contract/features/arranged-list.ts';
import type { FindOpenWork } from '../contract/features/open-work.ts';
import type { CallerStore } from '../contract/features/planned-changes.ts';
import type { DescribeRecord } from '../contract/features/whole-record.ts';
import type { AnswerReader } from '../contract/operations/deployment.ts';
import type { PagingHabits, RecordCaches } from '../contract/operations/operation-client.ts';
import type { VerifiedFilters } from '../contract/operations/row-check.ts';
import type { NameResolver } from '../contract/records/name-resolver.ts';
import type { Audit } from '../observability/audit-log.ts';
import type { Log } from '../observability/log.ts';
import type { Requested, Tracer } from '../observability/tracing/tracer.ts';
import type { ByHand } from './calls/by-hand.ts';
import type { DraftRequest, Knowledge } from './calls/draft-call.ts';
import type { RequestContext } from './calls/request-context.ts';
import type { ContextServices } from './calls/run-workflow.ts';
import type { Cards } from './content/card-pages.ts';
import type { ContentRegistry } from './content/registry.ts';
import type { Confirmations } from './guards/confirmation.ts';
import type { Quota } from './guards/limits/rate-limit.ts';
import type { Policy } from './guards/policy.ts';
import type { Wording } from './guards/question/wording.ts';
import type { Catalogue } from './input/catalogue.ts';
import type { ResponseWorker } from './output/fit/worker.ts';
import type { ResultStore } from './output/result-store.ts';
import type { Sanitizer } from './output/sanitize.ts';
import type { Toolbox } from './tools/tool.ts';

/**
 * Services that all calls of the process share. `app.ts` creates them once. They contain no state of a call. A step
 * picks the services that it needs.
 */
export interface CallServices extends ContextServices {
  readonly policy: Policy;
  readonly toolbox: Toolbox;
  readonly catalogue: Catalogue;
  readonly draft: DraftRequest;
  /** The names that the deployment uses. They may still be loading. */
  readonly deployment: Knowledge;
  readonly execute: Execute;
  readonly caches: RecordCaches;
  readonly paging: PagingHabits;
  readonly arrange: ArrangeList;
  readonly describeRecord: DescribeRecord;
  /** Finds users who are away at the time of the work that a change assigns to them. */
  readonly findAbsences: FindAbsences;
  /** Finds the unfinished work of a case, so that a person sees it before confirming that the case is archived. */
  readonly findOpenWork: FindOpenWork;
  /** Converts responses for workflows to the catalogue's names. */
  readonly readAnswer: AnswerReader;
  readonly verified: VerifiedFilters;
  /** Finds records by name. Receives every change, so that it can discard stale names. */
  readonly names: NameResolver;
  readonly confirmations: Confirmations;
  readonly wording: Wording;
  readonly audit: Audit;
  readonly log: Log;
  /** Undefined if traces are off. */
  readonly tracer?: Pick<Tracer, 'within'> | undefined;
  readonly sanitizer: Sanitizer;
  readonly responseWorker: ResponseWorker;
  readonly answers: ResultStore;
  /** Returns a principal's store for plans. */
  readonly callerStores: (principalId: string) => CallerStore;
  /** How long a plan can be undone, in milliseconds. */
  readonly undoMs: number;
  /** Whether the server runs in dry-run mode and sends no changes. */
  readonly isDryRun: boolean;
  /** The shared folder. Undefined if callers may be on other machines. */
  readonly exchange?: SharedFolder | undefined;
  /** Undefined if the server has only one user. */
  readonly quota?: Quota | undefined;
  /** Set if a person enters the calls at a terminal. An entered call counts as confirmed. */
  readonly byHand?: ByHand | undefined;
}

export interface Services extends CallServices {
  /** Undefined if cards are off. */
  readonly cards?: Cards | undefined;
  readonly content: () => Promise<ContentRegistry>;
}

/** Runs a function within a trace span. If traces are off, just runs it. */
export const within = <Result>(
  { tracer }: Pick<CallServices, 'tracer'>,
  { trace }: RequestContext,
  requested: Requested,
  run: () => Promise<Result>,
): Promise<Result> => (tracer ? tracer.within(trace, requested, run) : run());
