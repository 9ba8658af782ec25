import type { Server, ServerContext } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { Answer } from '../api/client/read-response.ts';
import type { ChangeTerms, DraftWording, PlannedChanges } from '../contract/features/planned-changes.ts';
import type { Operation, ToolDefinition } from '../contract/operations/operation.ts';
import type {
  AnswerReading,
  AnyOperationClient,
  OperationClient,
} from '../contract/operations/operation-client.ts';
import type { AuditEvent } from '../observability/audit-log.ts';
import type { HeldAnswers } from './calls/hold-answer.ts';
import type { TypesRead } from './calls/plans/record-type.ts';
import type { RequestContext } from './calls/request-context.ts';
import type { Typing } from './content/complete.ts';
import type { CardAnswer } from './guards/card-state.ts';
import type { NamesRead } from './guards/question/record-names.ts';
import type { RecordBefore } from './guards/target.ts';
import type { Refs } from './input/argument-refs.ts';
import type { CallServices, Services } from './services.ts';
import type { MetaTool } from './tools/tool.ts';

/** Properties of a request before its first step. */
interface Arrived extends RequestContext {
  readonly services: CallServices;
  /** Name of the request in log and metrics. */
  readonly label: string;
  /** Start time on the monotonic clock. */
  readonly began: number;
  /** Creates the client that runs operations on the caller's behalf. */
  readonly client: (signal?: AbortSignal) => OperationClient;
  /** Filter checks of all responses that the service sends for this request. */
  readonly heard: HeldAnswers;
}

/** A tool call as the client sent it. */
export interface ToolRequest extends RequestContext {
  readonly input: unknown;
  readonly server: Server;
  readonly context: ServerContext;
  /** The user's answer, if a card made this call. */
  readonly answered?: CardAnswer | undefined;
  /** Whether the client declared that it supports dialogs and then failed on one. Default: false. */
  readonly failsDialogs?: boolean;
}

export interface Call<Definition extends ToolDefinition> extends Arrived, ToolRequest {
  readonly definition: Definition;
  /** Definition of the tool, with the access classes of this call, such as `delete`, that are known at this point. */
  readonly called: Definition;
  readonly schema: z.ZodObject;
  readonly refs: Refs | undefined;
  /** Decision that the audit log records for a call that needs no confirmation. */
  readonly decision: AuditEvent['decision'];
  /** Whether the client supports structured results. */
  readonly takesStructure: boolean;
  readonly showsCards: boolean;
  /** Creates the client that reads for the confirming person, even if assistants may not read the record. */
  readonly peopleClient: (signal?: AbortSignal) => AnyOperationClient;
  /** Creates the client that reads record names under the policy for assistants. */
  readonly namingClient: (signal?: AbortSignal) => AnyOperationClient;
  readonly changes: () => PlannedChanges;
}

export interface PlanningCall extends Call<Operation> {
  readonly draftWording: DraftWording;
  readonly namesRead: NamesRead;
  readonly typesRead: TypesRead;
}

export interface PlannedCall extends Call<Operation> {
  readonly terms: ChangeTerms;
  readonly isReadBack: true;
}

/** A planned change whose response was lost. */
export interface LookedUpCall extends Call<Operation> {
  /** `was` and `answer` are empty, because neither the record before the change nor the response is known. */
  readonly was: RecordBefore;
  readonly answer: Answer;
}

export interface MetaCall extends Arrived, ToolRequest {
  readonly tool: MetaTool;
}

/** The user's answer to a confirmation, as a card sends it. */
export interface Answering extends Arrived, ToolRequest {}

/** An operation that casebridge itself runs for a request. */
export interface OwnCall
  extends RequestContext,
    Pick<Call<Operation>, 'services' | 'definition' | 'called' | 'schema' | 'refs' | 'decision' | 'input'> {
  readonly reading: AnswerReading | undefined;
}

export interface Reading extends Arrived {
  readonly services: Services;
  readonly uri: string;
  readonly context: ServerContext;
}

export interface Suggesting extends Arrived, Typing {
  readonly services: Services;
}
