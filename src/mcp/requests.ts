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

/** What is known of a request before its first step. */

interface Arrived extends RequestContext {
  readonly services: CallServices;
  /** By which it is known in log and figures. */
  readonly label: string;
  /** On the monotonic clock. */
  readonly began: number;
  /** Takes operations on behalf of whoever asked. */
  readonly client: (signal?: AbortSignal) => OperationClient;
  /** What became of the answers that it took. */
  readonly heard: HeldAnswers;
}

/** A call of a tool as it came in. */
export interface ToolRequest extends RequestContext {
  readonly input: unknown;
  readonly server: Server;
  readonly context: ServerContext;
  /** Where this is the call of a card that somebody has answered. */
  readonly answered?: CardAnswer | undefined;
  /** Whether the client declared dialogs and then failed on one. Default: false. */
  readonly failsDialogs?: boolean;
}

export interface Call<Definition extends ToolDefinition> extends Arrived, ToolRequest {
  readonly definition: Definition;
  /** The definition with the classes that this very call belongs to, as far as they are known. */
  readonly called: Definition;
  readonly schema: z.ZodObject;
  readonly refs: Refs | undefined;
  /** Why it may be carried out, where nobody is asked. */
  readonly decision: AuditEvent['decision'];
  /** Whether the client knows the structured part of results. */
  readonly takesStructure: boolean;
  readonly showsCards: boolean;
  /** The same for what people are shown: they see records, whatever classes the assistant is offered. */
  readonly peopleClient: (signal?: AbortSignal) => AnyOperationClient;
  /** Reads the names of records under the policy of the assistant. */
  readonly namingClient: (signal?: AbortSignal) => AnyOperationClient;
  /** Plans changes on behalf of the caller. */
  readonly changes: () => PlannedChanges;
}

/** A change that is planned. */
export interface PlanningCall extends Call<Operation> {
  /** Where the change comes from, for the person who is asked. */
  readonly source: string | undefined;
  readonly namesRead: NamesRead;
}

/** A planned change that is carried out. */
export interface PlannedCall extends Call<Operation> {
  readonly terms: ChangeTerms;
  readonly isReadBack: true;
}

/** A planned change of which no answer is known. */
export interface LookedUpCall extends Call<Operation> {
  /** Nothing that was read before or answered is known. */
  readonly was: RecordBefore;
  readonly answer: Answer;
}

export interface MetaCall extends Arrived, ToolRequest {
  readonly tool: MetaTool;
}

/** An answer that a card brings. */
export interface Answering extends Arrived, ToolRequest {}

/** An operation that is taken within a request. */
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
