import type { CallToolResult, Tool, ToolAnnotations } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { Prompt } from '../../contract/features/prompt.ts';
import type { QuestionWords } from '../../contract/features/question.ts';
import type { Arrangement } from '../../contract/features/toolsets.ts';
import type { Workflow } from '../../contract/features/workflow.ts';
import type { Harm } from '../../contract/operations/effects.ts';
import type { Operation, ToolDefinition } from '../../contract/operations/operation.ts';
import type { Policy } from '../guards/policy.ts';
import type { Refs } from '../input/argument-refs.ts';
import type { Catalogue } from '../input/catalogue.ts';
import { publishResponseOptions } from '../input/response-options.ts';
import { createPublisher, publishOutput } from './published-schema.ts';

/** What lists and callers need to know of every tool. */
interface Listed {
  readonly definition: ToolDefinition;
  /** Undefined for meta tools. */
  readonly toolset: string | undefined;
  /** Strict. */
  readonly schema: z.ZodObject;
  /** Of the structured part of its results, where there is one. */
  readonly output?: z.ZodObject | undefined;
  readonly hints: ToolAnnotations;
  /** Whether it is of any use under the policy. */
  readonly isOffered: (policy: Policy) => boolean;
}

/** What operations and workflows have and meta tools have not. */
interface Callable extends Listed {
  /** Where the arguments refer to records. */
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

/** What meta tools take; each some of these. */
export interface MetaArguments {
  readonly query?: string;
  readonly operation?: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
}

export interface MetaServices {
  readonly toolbox: Toolbox;
  readonly policy: Policy;
}

/** Finds, describes or calls the others. */
export interface MetaTool extends Listed {
  readonly kind: 'meta';
  /** Calls of operations of this kind are passed on to them. */
  readonly passesOn?: Harm | undefined;
  /** Of a call that is not passed on. */
  readonly answer: (call: {
    readonly services: MetaServices;
    readonly args: MetaArguments;
    readonly target: CallableTool | undefined;
  }) => Promise<CallToolResult>;
}

/** What meta tools find, describe and call. */
export type CallableTool = OperationTool | WorkflowTool;

/** A tool of MCP that can be listed: one operation, a workflow of several, or a caller that finds and calls the unlisted ones. */
export type AnyTool = CallableTool | MetaTool;

/** What a search brings, best first. */
export interface Found {
  readonly tools: readonly AnyTool[];
  readonly prompts: readonly Prompt[];
}

/** What tools are called before people, by name of the tool. */
export type Titles = Readonly<Record<string, string>>;

/** All tools, whichever of them are listed. */
export interface Toolbox {
  readonly catalogue: Catalogue;
  readonly arrangement: () => Promise<Arrangement>;
  readonly questions: () => Promise<QuestionWords>;
  /** In Russian; the English ones stand in the definitions. */
  readonly titles: () => Promise<Titles>;
  /** By name, in the order of lists. */
  readonly tools: () => Promise<ReadonlyMap<string, AnyTool>>;
  /** What has to do with the words; the index is made with the first search. */
  readonly search: (query: string) => Promise<Found>;
  /** One of them; loads no more than it takes. */
  readonly find: (name: string) => Promise<AnyTool | undefined>;
}

/** The texts of a result in their order: the answer, then what there is to say about it. */
export const textsOf = ({ content }: CallToolResult): string[] =>
  content.flatMap((block) => (block.type === 'text' ? [block.text] : []));

/** The list of tools as assistants get it. A tool may refer to one before it, so each list is made for itself. */
export function publishTools(tools: Iterable<AnyTool>): Tool[] {
  const publish = createPublisher();
  return Array.from(tools, ({ definition, schema, hints, output }) => ({
    name: definition.name,
    title: definition.title,
    description: definition.description,
    inputSchema: publishResponseOptions(definition, publish(definition.name, schema)) as Tool['inputSchema'],
    ...(output && { outputSchema: publishOutput(output) as Tool['outputSchema'] }),
    annotations: hints,
  }));
}
