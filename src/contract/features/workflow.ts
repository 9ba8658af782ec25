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
  /** Finds records by name. */
  readonly names: NameResolver;
  /** Names, system names or ids of task statuses that the operator declared final. */
  readonly finalStatuses: readonly string[];
  /** SQL engine for questions over many records, and the limit of requests for one. */
  readonly query: { readonly engine: SqlEngine; readonly requests: number };
  /** Reader of document files. */
  readonly documents: DocumentReader;
  /**
   * Reads a file in the shared folder. Undefined if no folder is configured.
   * @throws InvalidArgumentsError if the path is no file of at most `maxBytes`
   */
  readonly sharedFile: ((path: string, maxBytes: number) => Promise<Uint8Array>) | undefined;
  /** Token limit of an answer, and a function that estimates the tokens of a text. */
  readonly room: { readonly tokens: number; readonly tokensOf: (text: string) => number };
  /** Writer of Word documents. */
  readonly writer: DocumentWriter;
  /** Plans changes and carries them out. Default: none can be planned, because nobody calls a tool. */
  readonly changes?: PlannedChanges | undefined;
  /** Agreement of a person. Undefined if nobody was asked. */
  readonly agreement?: PlanAgreement | undefined;
  /** Reports progress to the caller, in steps. Does nothing if the client did not ask for it. */
  readonly progress: (done: number, of?: number) => void;
}

export interface WorkflowAnswer<Data = unknown> {
  readonly data: Data;
  /** The same facts as text, in lines that may contain any text of records. */
  readonly text: string;
  /**
   * The most important figures and dates, for clients that show people only the first line of an answer. Never text of
   * records, because it stands outside of the marker lines.
   */
  readonly summary?: Worded | undefined;
  /** Notes of casebridge: parts that were cut, withheld or failed. Never text of records. */
  readonly notes?: readonly Note[];
  /** Facts that only a card shows. */
  readonly facts?: CardFacts;
  /** Pictures after the text. */
  readonly pictures?: readonly Pick<DocumentPicture, 'mediaType' | 'bytes'>[];
  /** True if a part of the request was not done. The answer is then marked as an error. */
  readonly isIncomplete?: boolean;
}

/** A tool that combines several operations into one answer. */
export interface Workflow {
  readonly name: string;
  readonly title: string;
  /** The title for people who read Russian. */
  readonly titleRu: string;
  readonly search?: ToolSearchWords;
  readonly description: string;
  readonly access: Access;
  readonly risk?: Risk;
  /** True if its changes decide about a confirmation, and not its class. */
  readonly asksItself?: true;
  /**
   * Arguments whose texts are too long for a confirmation. It shows their beginning, length and SHA-256, as for a file.
   */
  readonly abridged?: readonly string[];
  /** Card on which capable clients show the answers. */
  readonly card?: CardName;
  /** True if it may send as many requests as the operator allows for a query. */
  readonly isBulk?: true;
  /** Maximum number of requests of one call; more are refused. Default: as many as any call. */
  readonly requests?: number;
  /** Strict schema: unknown arguments are refused. */
  readonly input: z.ZodObject;
  /**
   * Schema of `data`, without the notes. Undefined: the answer has only text and pictures, because a long text would
   * cost twice, and hosts that receive a structure show nothing else.
   */
  readonly output: z.ZodObject | undefined;
  /** Runs the workflow. @throws the classes of `src/contract/errors.ts` if there is nothing to answer */
  run(
    operations: OperationClient,
    args: Readonly<Record<string, unknown>>,
    workflowContext: WorkflowContext,
  ): Promise<WorkflowAnswer>;
  /**
   * Returns facts on which its changes depend besides the arguments, as JSON: records that names refer to, the content
   * of a file. It is read before the confirmation and again with the answer. If it changed, the confirmation is
   * invalid.
   */
  basis?(
    operations: OperationClient,
    args: Readonly<Record<string, unknown>>,
    workflowContext: WorkflowContext,
  ): Promise<unknown>;
  /**
   * What people are asked about in place of the arguments. The class of the tool decides nothing then.
   * @returns undefined if nobody has to agree
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

/** Defines a workflow. `run` receives the arguments that `input` checked and returns data that `output` describes. */
export function workflow<Input extends z.ZodObject, Output extends z.ZodObject | undefined>(
  definition: Definition<Input, Output>,
): Workflow {
  return Object.freeze(definition as unknown as Workflow);
}
