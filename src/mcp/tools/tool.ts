import type { CallToolResult, Tool, ToolAnnotations } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { Prompt } from '../../contract/features/prompt.ts';
import type { QuestionWords } from '../../contract/features/question.ts';
import { titleIn } from '../../contract/features/tool-title.ts';
import type { Arrangement } from '../../contract/features/toolsets.ts';
import type { Workflow } from '../../contract/features/workflow.ts';
import type { Language } from '../../contract/language.ts';
import type { Harm } from '../../contract/operations/effects.ts';
import type { Operation, ToolDefinition } from '../../contract/operations/operation.ts';
import type { Policy } from '../guards/policy.ts';
import type { Refs } from '../input/argument-refs.ts';
import type { Catalogue } from '../input/catalogue.ts';
import { publishResponseOptions } from '../input/response-options.ts';
import { createPublisher, publishOutput } from './published-schema.ts';

interface Listed {
  readonly definition: ToolDefinition;
  /** Toolset that contains the tool. Undefined for meta tools. */
  readonly toolset: string | undefined;
  readonly schema: z.ZodObject;
  /** Schema of the structured result. Undefined if the tool returns only text. */
  readonly output?: z.ZodObject | undefined;
  readonly hints: ToolAnnotations;
  /** Checks whether the tool is useful under the policy. */
  readonly isOffered: (policy: Policy) => boolean;
}

interface Callable extends Listed {
  /** Places in the arguments that refer to records. */
  readonly refs: Refs | undefined;
}

export interface OperationTool extends Callable {
  readonly kind: 'operation';
  readonly definition: Operation;
}

export interface WorkflowTool extends Callable {
  readonly kind: 'workflow';
  readonly definition: Workflow & ToolDefinition;
}

/** Arguments of meta tools. Each meta tool uses some of them. */
export interface MetaArguments {
  readonly query?: string;
  readonly operation?: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
}

export interface MetaServices {
  readonly toolbox: Toolbox;
  readonly policy: Policy;
}

export interface MetaTool extends Listed {
  readonly kind: 'meta';
  /** Kind of harm that the operations called through this tool can do. Undefined if it calls none. */
  readonly passesOn?: Harm | undefined;
  /** Answers a call that the tool does not pass on. */
  readonly answer: (call: {
    readonly services: MetaServices;
    readonly args: MetaArguments;
    readonly target: CallableTool | undefined;
  }) => Promise<CallToolResult>;
}

/** Tools that the meta tools can find, describe and call. */
export type CallableTool = OperationTool | WorkflowTool;

export type AnyTool = CallableTool | MetaTool;

/** Search results, best match first. */
export interface Found {
  readonly tools: readonly AnyTool[];
  /** Tools whose score is close to the score of the best tool. */
  readonly close: ReadonlySet<AnyTool>;
  /** Probability of the best tool, from 0 to 1, by the learned weights. */
  readonly certainty: number;
  readonly prompts: readonly Prompt[];
}

/** All tools, whether they are listed or not. */
export interface Toolbox {
  readonly catalogue: Catalogue;
  readonly arrangement: () => Promise<Arrangement>;
  readonly questions: () => Promise<QuestionWords>;
  /** All tools by name, in list order. */
  readonly tools: () => Promise<ReadonlyMap<string, AnyTool>>;
  /** Searches for tools. The index is created at the first search. */
  readonly search: (query: string) => Promise<Found>;
  /** Returns one tool. Loads only the code that this tool needs. */
  readonly find: (name: string) => Promise<AnyTool | undefined>;
}

/** Returns the text blocks of a result in order: the answer, then the notes. */
export const textsOf = ({ content }: CallToolResult): string[] =>
  content.flatMap((block) => (block.type === 'text' ? [block.text] : []));

/**
 * Converts tools to their published form. Each list is created separately, because a schema may refer to an earlier
 * tool in the same list.
 */
export function publishTools(tools: Iterable<AnyTool>, language: Language = 'en'): Tool[] {
  const publish = createPublisher();
  return Array.from(tools, ({ definition, schema, hints, output }) => ({
    name: definition.name,
    title: titleIn(language, definition),
    description: definition.description,
    inputSchema: publishResponseOptions(definition, publish(definition.name, schema)) as Tool['inputSchema'],
    ...(output && { outputSchema: publishOutput(output) as Tool['outputSchema'] }),
    annotations: hints,
  }));
}
