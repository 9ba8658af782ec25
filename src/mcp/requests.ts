import type { Server, ServerContext } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { Answer } from '../api/client/read-response.ts';
import type { ChangeTerms, PlannedChanges } from '../contract/features/planned-changes.ts';
import type { Operation, ToolDefinition } from '../contract/operations/operation.ts';
import type {
  AnswerReading,
  AnyOperationClient,
  OperationClient,
} from '../contract/operations/operation-client.ts';
import type { AuditEvent } from '../observability/audit-log.ts';
import type { HeldAnswers } from './calls/hold-answer.ts';
import type { RequestContext } from './calls/request-context.ts';
import type { Typing } from './content/complete.ts';
import type { CardAnswer } from './guards/card-state.ts';
import type { NamesRead } from './guards/question/record-names.ts';
import type { RecordBefore } from './guards/target.ts';
import type { Refs } from './input/argument-refs.ts';
import type { CallServices, Services } from './services.ts';
import type { MetaTool } from './tools/tool.ts';

/** Data of a request before its first step. */

interface Arrived extends RequestContext {
  readonly services: CallServices;
  /** Name in log and metrics. */
  readonly label: string;
  /** Start on the monotonic clock. */
  readonly began: number;
  /** Executes operations on behalf of the caller. */
  readonly client: (signal?: AbortSignal) => OperationClient;
  /** Filter checks of all responses to this request. */
  readonly heard: HeldAnswers;
}

/** A received tool call. */
export interface ToolRequest extends RequestContext {
  readonly input: unknown;
  readonly server: Server;
  readonly context: ServerContext;
  /** Answer of a card, if a card made this call. */
  readonly answered?: CardAnswer | undefined;
  /** Whether the client declared dialogs and then failed on one. Default: false. */
  readonly failsDialogs?: boolean;
}

export interface Call<Definition extends ToolDefinition> extends Arrived, ToolRequest {
  readonly definition: Definition;
  /** The definition with the classes of this call, as far as they are known. */
  readonly called: Definition;
  readonly schema: z.ZodObject;
  readonly refs: Refs | undefined;
  /** Reason for carrying out the call if no confirmation is needed. */
  readonly decision: AuditEvent['decision'];
  /** Whether the client supports structured results. */
  readonly takesStructure: boolean;
  readonly showsCards: boolean;
  /** Reads records for the confirming person, who may see them regardless of the classes for assistants. */
  readonly peopleClient: (signal?: AbortSignal) => AnyOperationClient;
  /** Reads the names of records under the policy of the assistant. */
  readonly namingClient: (signal?: AbortSignal) => AnyOperationClient;
  /** Plans changes on behalf of the caller. */
  readonly changes: () => PlannedChanges;
}

/** A change that is planned. */
export interface PlanningCall extends Call<Operation> {
  /** Origin of the change, for the person who confirms it. */
  readonly source: string | undefined;
  readonly namesRead: NamesRead;
}

/** A planned change that is carried out. */
export interface PlannedCall extends Call<Operation> {
  readonly terms: ChangeTerms;
  readonly isReadBack: true;
}

/** A planned change whose response was lost. */
export interface LookedUpCall extends Call<Operation> {
  /** This field and `answer` are empty, because neither the previous record nor the response is known. */
  readonly was: RecordBefore;
  readonly answer: Answer;
}

export interface MetaCall extends Arrived, ToolRequest {
  readonly tool: MetaTool;
}

/** Answer that a card sends. */
export interface Answering extends Arrived, ToolRequest {}

/** An operation that runs within a request. */
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
