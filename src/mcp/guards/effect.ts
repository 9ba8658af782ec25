import { classEffects, effects, type Harm, operationClasses } from '../../contract/operations/effects.ts';
import type { Operation, ToolDefinition } from '../../contract/operations/operation.ts';
import { classesAtTimes, classesOf, type Policy } from './policy.ts';

export const harmOf = ({ access }: Pick<ToolDefinition, 'access'>): Harm => effects[access].harm;

/** Name of each meta tool. The key is the kind of harm that the operations which it calls can do. */
export const metaToolFor: Readonly<Record<Harm, string>> = {
  read: 'call_read_operation',
  write: 'call_write_operation',
  delete: 'call_delete_operation',
};

/** Returns the operation that a tool calls. Returns undefined for workflows and meta tools. */
export const operationOf = (facts: ToolDefinition): Operation | undefined =>
  'route' in facts ? (facts as Operation) : undefined;

/** Checks whether the policy allows any operation that can do this harm. */
export const isHarmAllowed = (harm: Harm, { allow }: Policy) =>
  operationClasses.some((name) => classEffects[name].harm === harm && allow.has(name));

/** Lists a tool's access classes, such as `delete`, `action, outbound`, or `update, at times delete`. */
export const classText = (tool: ClassFacts) =>
  [
    ...new Set([tool.access, ...classesOf(tool), ...classesAtTimes(tool).map((name) => `at times ${name}`)]),
  ].join(', ');
type ClassFacts = Pick<Operation, 'access' | 'risk' | 'handler' | 'loses' | 'outboundIf'>;
