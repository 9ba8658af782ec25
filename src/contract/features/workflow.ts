import type { z } from 'zod';
import type { Language, Worded } from '../language.ts';
import type { Access, Risk, ToolSearchWords } from '../operations/operation.ts';
import type { OperationClient } from '../operations/operation-client.ts';
import type { NameResolver } from '../records/name-resolver.ts';
import type { Note } from '../worded.ts';
import type { CardName } from './card.ts';
import type { CardFacts } from './card-facts.ts';
import type { DocumentPicture, DocumentReader } from './documents/document-reader.ts';
import type { DocumentWriter } from './documents/document-writer.ts';
import type { PlanAgreement, PlannedChanges, PlanProposal } from './planned-changes.ts';
import type { SqlEngine } from './sql-engine.ts';

/** Everything a workflow needs besides its arguments and the operations. */
export interface WorkflowContext {
  readonly now: Date;
  /** IANA name of the time zone to use if the caller's own is unknown. */
  readonly timeZone: string;
  /** True if the caller configured the time zone. Then only an argument of the call overrides it. */
  readonly isOwnTimeZone: boolean;
  readonly language: Language;
  readonly server: { readonly name: string; readonly version: string };
  /**
   * Access classes (read, create, update …) that assistants may use (`allow`), and those that a person must confirm
   * (`confirm`).
   */
  readonly policy: { readonly allow: readonly string[]; readonly confirm: readonly string[] };
  readonly names: NameResolver;
  /** Task statuses that the operator declared final, each by its name, system name or id. */
  readonly finalStatuses: readonly string[];
  /** SQL engine for queries over many records, and the maximum number of requests per query. */
  readonly query: { readonly engine: SqlEngine; readonly requests: number };
  readonly documents: DocumentReader;
  /**
   * Reads a file from the shared folder. Undefined if no folder is configured.
   * @throws InvalidArgumentsError if the path does not lead to a file of at most `maxBytes`
   */
  readonly sharedFile: ((path: string, maxBytes: number) => Promise<Uint8Array>) | undefined;
  /** Maximum length of an answer in tokens, and a function that estimates the tokens of a string. */
  readonly room: { readonly tokens: number; readonly tokensOf: (text: string) => number };
  readonly writer: DocumentWriter;
  /** Plans and executes changes. Undefined outside of a tool call, because nothing can be planned there. */
  readonly changes?: PlannedChanges | undefined;
  /** Confirmation that a person gave. Undefined if no person was asked. */
  readonly agreement?: PlanAgreement | undefined;
  /** Reports the number of completed steps and the total number, if the client requested progress. */
  readonly progress: (done: number, of?: number) => void;
}

export interface WorkflowAnswer<Data = unknown> {
  readonly data: Data;
  /** The facts in `data` as text. The lines may contain text from records. */
  readonly text: string;
  /**
   * The most important numbers and dates. Needed because some clients show users only the first line of an answer. The
   * summary never contains text from records, because it is outside the delimiters for untrusted text.
   */
  readonly summary?: Worded | undefined;
  /** Notes from casebridge about parts that were cut, withheld or failed. They never contain text from records. */
  readonly notes?: readonly Note[];
  /** Additional facts that only a card shows. */
  readonly facts?: CardFacts;
  readonly pictures?: readonly Pick<DocumentPicture, 'mediaType' | 'bytes'>[];
  /** True if a part of the request failed or was skipped. The result is then marked as an error. */
  readonly isIncomplete?: boolean;
  /** True if nothing was found. A warning that the result is uncertain then precedes the text. */
  readonly isEmpty?: boolean;
}

/** A tool that combines several operations into one answer. */
export interface Workflow {
  readonly name: string;
  readonly title: string;
  readonly titleRu: string;
  readonly search?: ToolSearchWords;
  readonly description: string;
  readonly access: Access;
  readonly risk?: Risk;
  /**
   * True if the planned changes decide whether a person must confirm the call. Otherwise the tool's access class
   * decides.
   */
  readonly asksItself?: true;
  /** Arguments with long values. A confirmation shows their start, length and SHA-256. */
  readonly abridged?: readonly string[];
  /** Card that shows this workflow's answers in clients with MCP Apps. */
  readonly card?: CardName;
  /** True if the workflow may send as many requests as the operator allows for one query. */
  readonly isBulk?: true;
  /** Maximum number of requests per call. Further requests are refused. Default: the limit for any call. */
  readonly requests?: number;
  /** Strict schema, which refuses unknown arguments. */
  readonly input: z.ZodObject;
  /**
   * Schema of `data`, without the notes. If undefined, the answer has only text and images. Workflows with long texts
   * use this, because structured output would double their size, and some hosts then show only the structured part.
   */
  readonly output: z.ZodObject | undefined;
  /** Runs the workflow. @throws one of the errors in `src/contract/errors.ts` if it cannot answer */
  run(
    operations: OperationClient,
    args: Readonly<Record<string, unknown>>,
    workflowContext: WorkflowContext,
  ): Promise<WorkflowAnswer>;
  /**
   * Returns facts on which the changes depend in addition to the arguments, as JSON. Examples: the records that names
   * refer to, or the content of a file. casebridge reads the facts before the confirmation and again after it. If they
   * differ, the confirmation is invalid.
   */
  basis?(
    operations: OperationClient,
    args: Readonly<Record<string, unknown>>,
    workflowContext: WorkflowContext,
  ): Promise<unknown>;
  /**
   * Returns the plan that a person must confirm. The confirmation shows the plan instead of the arguments, and the
   * tool's access class does not decide whether one is needed.
   * @returns undefined if no confirmation is needed
   */
  proposal?(
    operations: OperationClient,
    args: Readonly<Record<string, unknown>>,
    workflowContext: WorkflowContext,
  ): Promise<PlanProposal | undefined>;
}

interface Definition<Input extends z.ZodObject, Output extends z.ZodObject | undefined>
  extends Omit<Workflow, 'input' | 'output' | 'run' | 'basis' | 'proposal'> {
  readonly input: Input;
  readonly output: Output;
  run(
    operations: OperationClient,
    args: z.output<Input>,
    workflowContext: WorkflowContext,
  ): Promise<WorkflowAnswer<Output extends z.ZodObject ? z.input<Output> : undefined>>;
  basis?(
    operations: OperationClient,
    args: z.output<Input>,
    workflowContext: WorkflowContext,
  ): Promise<unknown>;
  proposal?(
    operations: OperationClient,
    args: z.output<Input>,
    workflowContext: WorkflowContext,
  ): Promise<PlanProposal | undefined>;
}

/** Defines a workflow. `run` receives arguments validated by `input` and returns data that matches `output`. */
export function workflow<Input extends z.ZodObject, Output extends z.ZodObject | undefined>(
  definition: Definition<Input, Output>,
): Workflow {
  return Object.freeze(definition as unknown as Workflow);
}
