import type { z } from 'zod';
import type { Language } from '../language.ts';
import type { Access, Risk } from '../operations/operation.ts';
import type { OperationClient } from '../operations/operation-client.ts';
import type { NameResolver } from '../records/name-resolver.ts';
import type { Note } from '../worded.ts';
import type { CardName } from './card.ts';
import type { DocumentPicture, DocumentReader } from './document-reader.ts';
import type { DocumentWriter } from './document-writer.ts';
import type { SqlEngine } from './sql-engine.ts';

/** What a workflow may know of the place where it is answered. */
export interface WorkflowContext {
  readonly now: Date;
  /** IANA name of the time zone of callers of whom none is known. */
  readonly timeZone: string;
  /** The caller chose it: nothing else counts but the argument of a call. */
  readonly isOwnTimeZone: boolean;
  /** In which people read the answer. */
  readonly language: Language;
  readonly server: { readonly name: string; readonly version: string };
  /** What the operator lets assistants do, and what a human is asked about first: names of operation classes. */
  readonly policy: { readonly allow: readonly string[]; readonly confirm: readonly string[] };
  /** Finds records by what people call them. */
  readonly names: NameResolver;
  /** Names, system names or ids of task statuses that the operator says are final. */
  readonly finalStatuses: readonly string[];
  /** For questions over many records, and how many requests one may send for them. */
  readonly query: { readonly engine: SqlEngine; readonly requests: number };
  /** What files say. */
  readonly documents: DocumentReader;
  /**
   * The bytes of a file in the shared folder; undefined where none is set up.
   * @throws InvalidArgumentsError where the path leads to no file of at most so many bytes
   */
  readonly sharedFile: ((path: string, maxBytes: number) => Promise<Uint8Array>) | undefined;
  /** How many tokens the text of an answer may have, and how many a text has, about. */
  readonly room: { readonly tokens: number; readonly tokensOf: (text: string) => number };
  /** Makes documents of texts. */
  readonly writer: DocumentWriter;
  /** Tells the caller how far a longer answer is, in steps; does nothing where nobody asked. */
  readonly progress: (done: number, of?: number) => void;
}

export interface WorkflowAnswer<Data = unknown> {
  readonly data: Data;
  /** The same facts for readers of text: lines, which may hold anything that people wrote into records. */
  readonly text: string;
  /** What the bridge itself has to say: what was cut, withheld or failed. Never words out of records. */
  readonly notes?: readonly Note[];
  /** Follow the text. */
  readonly pictures?: readonly Pick<DocumentPicture, 'mediaType' | 'bytes'>[];
  /** Not everything that was asked for was done: the answer is marked as an error. */
  readonly isIncomplete?: boolean;
}

/** An answer in the user's own words, put together from several operations. */
export interface Workflow {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly access: Access;
  readonly risk?: Risk;
  /** Texts too long for a question: people are asked about their beginning, length and SHA-256, as about a file. */
  readonly abridged?: readonly string[];
  /** The page that clients which can may show its answers on. */
  readonly card?: CardName;
  /** It may send as many requests as the operator lets a query send. */
  readonly isBulk?: true;
  /** Strict. */
  readonly input: z.ZodObject;
  /**
   * Of `data`; without the notes, which every answer can have. Undefined: text and pictures are all of the answer, since
   * a long text would cost twice as much, and hosts that take a structure show nothing else.
   */
  readonly output: z.ZodObject | undefined;
  /** @throws the classes of `src/contract/errors.ts` where there is nothing to answer */
  run(
    operations: OperationClient,
    args: Readonly<Record<string, unknown>>,
    workflowContext: WorkflowContext,
  ): Promise<WorkflowAnswer>;
  /**
   * What its changes depend on beside the arguments, as JSON: which records they name, what a file holds. It is read
   * before a human is asked and once more with the answer: when it is another one by then, nobody has agreed.
   */
  basis?(
    operations: OperationClient,
    args: Readonly<Record<string, unknown>>,
    workflowContext: WorkflowContext,
  ): Promise<unknown>;
}

interface Definition<Input extends z.ZodObject, Output extends z.ZodObject | undefined>
  extends Omit<Workflow, 'input' | 'output' | 'run' | 'basis'> {
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
}

/** Defines a workflow: `run` gets what `input` checked, and has to answer what `output` says. */
export function workflow<Input extends z.ZodObject, Output extends z.ZodObject | undefined>(
  definition: Definition<Input, Output>,
): Workflow {
  return Object.freeze(definition as unknown as Workflow);
}
