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

/** Common data of every tool. */
interface Listed {
  readonly definition: ToolDefinition;
  /** Undefined for meta tools. */
  readonly toolset: string | undefined;
  /** Strict schema of the arguments. */
  readonly schema: z.ZodObject;
  /** Schema of the structured result, if it has one. */
  readonly output?: z.ZodObject | undefined;
  readonly hints: ToolAnnotations;
  /** Whether the tool is useful under the policy. */
  readonly isOffered: (policy: Policy) => boolean;
}

/** Common data of operations and workflows. */
interface Callable extends Listed {
  /** Positions of record references in the arguments. */
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

/** Arguments of meta tools. Each uses some of them. */
export interface MetaArguments {
  readonly query?: string;
  readonly operation?: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
}

export interface MetaServices {
  readonly toolbox: Toolbox;
  readonly policy: Policy;
}

/** Tool that finds, describes or calls others. */
export interface MetaTool extends Listed {
  readonly kind: 'meta';
  /** Harm of the operations to which it passes calls on. */
  readonly passesOn?: Harm | undefined;
  /** Answers a call that is not passed on. */
  readonly answer: (call: {
    readonly services: MetaServices;
    readonly args: MetaArguments;
    readonly target: CallableTool | undefined;
  }) => Promise<CallToolResult>;
}

/** Tools that meta tools find, describe and call. */
export type CallableTool = OperationTool | WorkflowTool;

/** A tool of MCP that can be listed: an operation, a workflow, or a meta tool. */
export type AnyTool = CallableTool | MetaTool;

/** Search results, best match first. */
export interface Found {
  readonly tools: readonly AnyTool[];
  readonly prompts: readonly Prompt[];
}

/** All tools, listed or not. */
export interface Toolbox {
  readonly catalogue: Catalogue;
  readonly arrangement: () => Promise<Arrangement>;
  readonly questions: () => Promise<QuestionWords>;
  /** All tools by name, in list order. */
  readonly tools: () => Promise<ReadonlyMap<string, AnyTool>>;
  /** Searches tools. The index is created with the first search. */
  readonly search: (query: string) => Promise<Found>;
  /** Returns one tool and loads only what it needs. */
  readonly find: (name: string) => Promise<AnyTool | undefined>;
}

/** Returns the texts of a result in order: the answer, then the notes. */
export const textsOf = ({ content }: CallToolResult): string[] =>
  content.flatMap((block) => (block.type === 'text' ? [block.text] : []));

/** Returns the tool list for assistants. A tool may refer to a previous one, so each list is created separately. */
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
