import type { z } from 'zod';
import type { Language, Worded } from '../language.ts';
import type { Access, Risk, ToolSearchWords } from '../operations/operation.ts';
import type { OperationClient } from '../operations/operation-client.ts';
import type { NameResolver } from '../records/name-resolver.ts';
import type { Note } from '../worded.ts';
import type { CardName } from './card.ts';
import type { CardFacts } from './card-facts.ts';
import type { DocumentPicture, DocumentReader } from './document-reader.ts';
import type { DocumentWriter } from './document-writer.ts';
import type { PlanAgreement, PlannedChanges, PlanProposal } from './planned-changes.ts';
import type { SqlEngine } from './sql-engine.ts';

/** Environment of a workflow. */
export interface WorkflowContext {
  readonly now: Date;
  /** IANA name of the default time zone, if the caller's own is unknown. */
  readonly timeZone: string;
  /** True if the caller configured the time zone. Only the argument of a call then overrides it. */
  readonly isOwnTimeZone: boolean;
  /** Language of the answer. */
  readonly language: Language;
  readonly server: { readonly name: string; readonly version: string };
  /** Operation classes that assistants may use, and those that a person must confirm. */
  readonly policy: { readonly allow: readonly string[]; readonly confirm: readonly string[] };
  readonly names: NameResolver;
  /** Names, system names or ids of task statuses that the operator declared final. */
  readonly finalStatuses: readonly string[];
  /** SQL engine for queries over many records, and the maximum number of requests per query. */
  readonly query: { readonly engine: SqlEngine; readonly requests: number };
  readonly documents: DocumentReader;
  /**
   * Reads a file in the shared folder. Undefined if no folder is configured.
   * @throws InvalidArgumentsError if the path does not lead to a file of at most `maxBytes`
   */
  readonly sharedFile: ((path: string, maxBytes: number) => Promise<Uint8Array>) | undefined;
  /** Token limit of an answer, and a function that estimates the tokens of a text. */
  readonly room: { readonly tokens: number; readonly tokensOf: (text: string) => number };
  readonly writer: DocumentWriter;
  /** Plans changes and executes them. Undefined outside of a tool call, where nothing can be planned. */
  readonly changes?: PlannedChanges | undefined;
  /** Confirmation by a person. Undefined if nobody was asked. */
  readonly agreement?: PlanAgreement | undefined;
  /** Reports progress to the client, in steps. Does nothing if the client did not request progress. */
  readonly progress: (done: number, of?: number) => void;
}

export interface WorkflowAnswer<Data = unknown> {
  readonly data: Data;
  /** The same facts as text. The lines may contain texts of records. */
  readonly text: string;
  /**
   * The most important numbers and dates, for clients that show users only the first line of an answer. It never
   * contains text of records, because it is outside of the delimiters for untrusted text.
   */
  readonly summary?: Worded | undefined;
  /** Notes of casebridge about parts that were cut, withheld or failed. They never contain text of records. */
  readonly notes?: readonly Note[];
  /** Facts that only a card shows. */
  readonly facts?: CardFacts;
  /** Pictures after the text. */
  readonly pictures?: readonly Pick<DocumentPicture, 'mediaType' | 'bytes'>[];
  /** True if a part of the request failed or was skipped. The answer is then marked as an error. */
  readonly isIncomplete?: boolean;
}

/** A tool that combines several operations into one answer. */
export interface Workflow {
  readonly name: string;
  readonly title: string;
  /** Title in Russian. */
  readonly titleRu: string;
  readonly search?: ToolSearchWords;
  readonly description: string;
  readonly access: Access;
  readonly risk?: Risk;
  /**
   * True if the planned changes decide whether a person must confirm the call. Otherwise the class of the tool decides.
   */
  readonly asksItself?: true;
  /**
   * Arguments whose texts are too long for a confirmation. The confirmation shows start, length and SHA-256 of the
   * text, as it does for a file.
   */
  readonly abridged?: readonly string[];
  /** Card that shows the answers in clients with MCP Apps. */
  readonly card?: CardName;
  /** True if the workflow may send as many requests as the operator allows for a query. */
  readonly isBulk?: true;
  /** Maximum number of requests of one call. Further requests are refused. Default: the limit of any call. */
  readonly requests?: number;
  /** Strict schema: unknown arguments are refused. */
  readonly input: z.ZodObject;
  /**
   * Schema of `data`, without the notes. If undefined, the answer has only text and pictures. Long texts use this,
   * because structured output would double their size, and some hosts then show only the structure.
   */
  readonly output: z.ZodObject | undefined;
  /** Runs the workflow. @throws the classes of `src/contract/errors.ts` if there is nothing to answer */
  run(
    operations: OperationClient,
    args: Readonly<Record<string, unknown>>,
    workflowContext: WorkflowContext,
  ): Promise<WorkflowAnswer>;
  /**
   * Returns facts, other than the arguments, on which the changes depend, as JSON. Examples: the records that names
   * refer to, or the content of a file. The facts are read before the confirmation and again after it. If they differ,
   * the confirmation is invalid.
   */
  basis?(
    operations: OperationClient,
    args: Readonly<Record<string, unknown>>,
    workflowContext: WorkflowContext,
  ): Promise<unknown>;
  /**
   * Returns the plan that a person must confirm. The confirmation shows it instead of the arguments, and the class of
   * the tool is ignored.
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
