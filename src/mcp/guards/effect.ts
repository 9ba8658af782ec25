import type { Operation, ToolDefinition } from '../../contract/operation.ts';
import { classesAtTimes, classesOf, type OperationClass, type Policy } from './policy.ts';

/** How much harm a tool can do at most: none, a change, a loss. */
export type Kind = 'read' | 'write' | 'delete';

export const kindOf = ({ access }: Pick<ToolDefinition, 'access'>): Kind =>
  access === 'read' || access === 'delete' ? access : 'write';

/** The tool that carries out the operations of each kind. */
export const metaToolFor: Readonly<Record<Kind, string>> = {
  read: 'call_read_operation',
  write: 'call_write_operation',
  delete: 'call_delete_operation',
};

/** The operation of a tool that is one; undefined for workflows and meta tools. */
export const operationOf = (facts: ToolDefinition): Operation | undefined =>
  'route' in facts ? (facts as Operation) : undefined;

const classesOfKind: Readonly<Record<Kind, readonly OperationClass[]>> = {
  read: ['read'],
  write: ['create', 'update', 'outbound', 'admin'],
  delete: ['delete'],
};

/** Whether the policy leaves anything of the kind to do. */
export const isKindAllowed = (kind: Kind, { allow }: Policy) =>
  classesOfKind[kind].some((name) => allow.has(name));

/** What a reader should know of a tool before calling it: `delete`, `action, outbound`, `update, at times delete`. */
export const classText = (tool: ClassFacts) =>
  [
    ...new Set([tool.access, ...classesOf(tool), ...classesAtTimes(tool).map((name) => `at times ${name}`)]),
  ].join(', ');
type ClassFacts = Pick<Operation, 'access' | 'risk' | 'handler' | 'loses' | 'outboundIf'>;
