import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { effects, type Harm } from '../../contract/operations/effects.ts';
import type { Access } from '../../contract/operations/operation.ts';
import { alsoCalled, argumentsOfTool } from '../../contract/operations/other-words.ts';
import { harmOf, isHarmAllowed, metaToolFor } from '../guards/effect.ts';
import type { Policy } from '../guards/policy.ts';
import { refusalResult } from '../output/error-text.ts';
import { nearestTools } from './nearest-tools.ts';
import type { MetaTool, Toolbox } from './tool.ts';

/** Meta tools find, describe and call operations that are not listed. The called operation runs its own steps. */

const name = z.string().min(1).max(100);

const findOperations = metaTool({
  name: 'find_operations',
  title: 'Find operations',
  titleRu: 'Найти операции',
  access: 'read',
  description:
    'Finds operations of the service by words in Russian or English, with arguments and the tool that calls it.',
  schema: z.strictObject({
    query: z.string().min(1).max(500).describe('The task, in a few words'),
  }),
  isOffered: () => true,
  answer: async ({ services, args: { query = '' } }) => {
    const { findTools } = await import('./find-tools.ts');
    return text(await findTools(services, query));
  },
});

const describeOperation = metaTool({
  name: 'describe_operation',
  title: 'Describe operation',
  titleRu: 'Описание операции',
  access: 'read',
  description: 'Full argument schema and refusals of one operation.',
  schema: z.strictObject({ operation: name }),
  isOffered: () => true,
  answer: async ({ services, args, target }) => {
    if (target === undefined) return unknown(services, args.operation);
    const { describeTool } = await import('./describe-tool.ts');
    return text(describeTool(target));
  },
});

const callInput = z.strictObject({
  operation: alsoCalled(name, 'tool', 'tool_name', 'operation_name'),
  arguments: argumentsOfTool(z.record(z.string().max(200), z.unknown())).optional(),
});

function callerFor(harm: Harm, access: Access, verb: string, titleRu: string): MetaTool {
  return metaTool({
    name: metaToolFor[harm],
    title: `Call ${harm} operation`,
    titleRu,
    access,
    description: `Calls an operation of find_operations that ${verb}.`,
    schema: callInput,
    isOffered: (policy) => isHarmAllowed(harm, policy),
    passesOn: harm,
    answer: async ({ services, args, target }) => {
      if (target === undefined) return unknown(services, args.operation);
      const right = harmOf(target.definition);
      return refusalResult({
        code: 'WRONG_CALLER',
        reason: `${target.definition.name} is a ${right} operation: call it with ${metaToolFor[right]}. Nothing was done.`,
      });
    },
  });
}

export const metaTools: readonly MetaTool[] = [
  findOperations,
  describeOperation,
  callerFor('read', 'read', 'only reads', 'Операция чтения'),
  callerFor('write', 'action', 'creates, changes, sends or runs', 'Операция изменения'),
  callerFor('delete', 'delete', 'deletes', 'Операция удаления'),
];

interface Definition extends Pick<MetaTool, 'schema' | 'isOffered' | 'passesOn' | 'answer'> {
  readonly name: string;
  readonly title: string;
  readonly titleRu: string;
  readonly access: Access;
  readonly description: string;
}

function metaTool({ schema, isOffered, passesOn, answer, ...definition }: Definition): MetaTool {
  return {
    kind: 'meta',
    definition,
    toolset: undefined,
    schema,
    hints: effects[definition.access].hints,
    isOffered: (policy) => isOffered(policy) && !policy.removed.has(definition.name),
    passesOn,
    answer,
  };
}

async function unknown(
  services: { readonly toolbox: Toolbox; readonly policy: Policy },
  wanted: string | undefined,
): Promise<CallToolResult> {
  const hint = await nearestTools(services, wanted ?? '');
  return refusalResult({
    code: 'UNKNOWN_OPERATION',
    reason: `There is no operation ${JSON.stringify(wanted)}.${hint} find_operations searches by words. Nothing was done.`,
  });
}

const text = (content: string): CallToolResult => ({ content: [{ type: 'text', text: content }] });
