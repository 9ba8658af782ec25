import { z } from 'zod';
import type { Access } from '../../contract/operation.ts';
import { isKindAllowed, type Kind, kindOf, metaToolFor } from '../guards/effect.ts';
import { isAllowed, type Policy } from '../guards/policy.ts';
import { withoutAdditions } from '../input/foreign-arguments.ts';
import { parseArguments } from '../input/parse-arguments.ts';
import { errorResult } from '../output/error-text.ts';
import { annotations } from './annotations.ts';
import { describeTool } from './describe-tool.ts';
import { findTools } from './find-tools.ts';
import type { AnyTool, Request, ToolResult, ToolServices } from './tool.ts';

/** The ways to everything that is not listed. They are no more than that: each operation goes through its own checks. */

const name = z.string().min(1).max(100);

const findInput = z.strictObject({
  query: z.string().min(1).max(500).describe('What should be done, in a few words'),
});

const findOperations = wayTo({
  name: 'find_operations',
  title: 'Find operations',
  access: 'read',
  description:
    'Every operation of the service, found by words in Russian or English: name, purpose, arguments, and the tool that calls it.',
  schema: findInput,
  isOffered: () => true,
  answer: async (parts, request) => {
    const { input } = request;
    const { query } = findInput.parse(parseArguments(findInput, input));
    count(parts, request);
    return text(await findTools(parts, query));
  },
});

const describeInput = z.strictObject({ operation: name });

const describeOperation = wayTo({
  name: 'describe_operation',
  title: 'Describe operation',
  access: 'read',
  description: 'Full argument schema and refusals of one operation.',
  schema: describeInput,
  isOffered: () => true,
  answer: async (parts, request) => {
    const { operation } = describeInput.parse(parseArguments(describeInput, request.input));
    count(parts, request);
    const found = await target(parts, operation);
    return 'refused' in found ? found.refused : text(describeTool(found.tool));
  },
});

const callInput = z.strictObject({
  operation: name,
  arguments: z.record(z.string().max(200), z.unknown()).optional(),
});

function callerFor(kind: Kind, access: Access, verb: string): AnyTool {
  return wayTo({
    name: metaToolFor[kind],
    title: `Call ${kind} operation`,
    access,
    description: `Calls an operation of find_operations that ${verb}.`,
    schema: callInput,
    isOffered: (policy) => isKindAllowed(kind, policy),
    answer: async (parts, request) => {
      const { operation, arguments: sent } = callInput.parse(parseArguments(callInput, request.input));
      const tool = await parts.toolbox.find(operation);
      // Whatever is called is counted by its own call.
      if (tool?.toolset === undefined || kindOf(tool.definition) !== kind) count(parts, request);
      const found = await target(parts, operation);
      if ('refused' in found) return found.refused;
      const { definition, call } = found.tool;
      const right = kindOf(definition);
      if (right !== kind)
        return refusal(
          'WRONG_CALLER',
          `${definition.name} is a ${right} operation: call it with ${metaToolFor[right]}. Nothing was done.`,
        );
      return call(parts, { ...request, input: withoutAdditions(found.tool, sent) });
    },
  });
}

export const metaTools: readonly AnyTool[] = [
  findOperations,
  describeOperation,
  callerFor('read', 'read', 'only reads'),
  callerFor('write', 'action', 'creates, changes, sends or runs something'),
  callerFor('delete', 'delete', 'deletes'),
];

interface Way extends Pick<AnyTool, 'schema'> {
  readonly name: string;
  readonly title: string;
  readonly access: Access;
  readonly description: string;
  readonly isOffered: (policy: Policy) => boolean;
  readonly answer: (parts: ToolServices, request: Request) => Promise<ToolResult>;
}

function wayTo({ schema, isOffered, answer, ...definition }: Way): AnyTool {
  return {
    definition,
    toolset: undefined,
    schema,
    hints: annotations[definition.access],
    isOffered: (policy) => isOffered(policy) && !policy.removed.has(definition.name),
    call: async (parts, request) => {
      const began = performance.now();
      try {
        if (parts.policy.removed.has(definition.name))
          return refusal('SWITCHED_OFF', `${definition.name} is removed.`);
        return await answer(parts, request);
      } catch (error) {
        const { trace, principal } = request;
        const call = { tool: definition.name, request: trace.requestId, caller: principal.id };
        parts.log.call({ ...call, error, began });
        return errorResult({ ...definition, access: 'read' }, error, parts.sanitizer, trace.requestId);
      }
    },
  };
}

/** Counts as a call that reads. @throws BusyError with the time to wait */
const count = ({ quota }: ToolServices, { principal, trace }: Request): void =>
  quota?.enter(principal, { access: 'read' }, trace)();

/** The tool that an operation's name stands for; the ways to tools are none. */
async function target(
  { toolbox, policy }: ToolServices,
  wanted: string,
): Promise<{ tool: AnyTool } | { refused: ToolResult }> {
  const tool = await toolbox.find(wanted);
  if (tool?.toolset !== undefined) return { tool };
  const near = (await toolbox.search(wanted)).filter(({ definition }) => isAllowed(policy, definition));
  const names = near.slice(0, 3).map(({ definition }) => definition.name);
  const hint = names.length > 0 ? ` The nearest: ${names.join(', ')}.` : '';
  return {
    refused: refusal(
      'UNKNOWN_OPERATION',
      `There is no operation ${JSON.stringify(wanted)}.${hint} find_operations searches by words. Nothing was done.`,
    ),
  };
}

const text = (content: string): ToolResult => ({ content: [{ type: 'text', text: content }] });

const refusal = (code: string, reason: string): ToolResult => ({
  content: [{ type: 'text', text: `${code}: ${reason}` }],
  isError: true,
});
