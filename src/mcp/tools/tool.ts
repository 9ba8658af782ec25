import type {
  CallToolResult,
  InputRequiredResult,
  Server,
  ServerContext,
  Tool,
  ToolAnnotations,
} from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { ToolDefinition } from '../../contract/operation.ts';
import type { QuestionWords } from '../../contract/question.ts';
import type { Arrangement } from '../../contract/toolsets.ts';
import type { WorkflowServices } from '../calls/call-workflow.ts';
import type { Caller } from '../calls/request-context.ts';
import type { Policy } from '../guards/policy.ts';
import { publishResponseOptions } from '../input/response-options.ts';
import type { Catalogue } from './operations.ts';
import { createPublisher, publishOutput } from './published-schema.ts';

export type ToolResult = CallToolResult | InputRequiredResult;

/** A call as it came in, whichever tool it is of. */
export interface Request extends Caller {
  readonly input: unknown;
  readonly server: Server;
  readonly context: ServerContext;
}

/** What every call of every tool goes through, made once. */
export interface ToolServices extends WorkflowServices {
  readonly toolbox: Toolbox;
}

/** Anything that assistants can list and call: an operation, a lookup, a way to the others. */
export interface AnyTool {
  readonly definition: ToolDefinition;
  /** Undefined for the ways to everything else. */
  readonly toolset: string | undefined;
  /** Strict. */
  readonly schema: z.ZodObject;
  /** Of the structured part of its results, where there is one. */
  readonly output?: z.ZodObject | undefined;
  readonly hints: ToolAnnotations;
  /** Whether it is of any use under the policy. */
  readonly isOffered: (policy: Policy) => boolean;
  /** Never throws. */
  readonly call: (parts: ToolServices, request: Request) => Promise<ToolResult>;
}

/** All tools, whichever of them are listed. */
export interface Toolbox {
  readonly catalogue: Catalogue;
  readonly arrangement: () => Promise<Arrangement>;
  readonly questions: () => Promise<QuestionWords>;
  /** By name, in the order of lists. */
  readonly tools: () => Promise<ReadonlyMap<string, AnyTool>>;
  /** Those that have to do with the words, best first; the index is made with the first search. */
  readonly search: (query: string) => Promise<readonly AnyTool[]>;
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
