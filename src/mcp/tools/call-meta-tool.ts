import type { CallToolResult } from '@modelcontextprotocol/server';
import { harmOf } from '../guards/effect.ts';
import { withinLimitsOfReading } from '../guards/limits/within-limits.ts';
import type { Policy } from '../guards/policy.ts';
import { withoutAdditions } from '../input/foreign-arguments.ts';
import { parseArguments } from '../input/parse-arguments.ts';
import { refusalResult } from '../output/error-text.ts';
import type { AnyTool, CallableTool, MetaArguments, MetaServices, MetaTool } from './tool.ts';

interface Called {
  readonly services: MetaServices;
  readonly tool: MetaTool;
}

/**
 * Pipeline step: refuses a meta tool that was removed. The audit log omits this refusal, because it records the tool
 * that a meta tool calls, not the meta tool.
 */
export function notRemoved({
  services,
  tool: { definition },
}: Called & { readonly services: { readonly policy: Policy } }): { ended: CallToolResult } | undefined {
  if (!services.policy.removed.has(definition.name)) return undefined;
  return {
    ended: refusalResult({ code: 'SWITCHED_OFF', reason: `${definition.name} is removed.` }),
  };
}

/** Pipeline step: validates the arguments. @throws InvalidArgumentsError */
export const metaParsed = ({
  tool,
  input,
}: Called & { readonly input: unknown }): { args: MetaArguments } => ({
  args: parseArguments(tool.schema, input) as MetaArguments,
});

type Aimed = Called & { readonly args: MetaArguments; readonly target: CallableTool | undefined };

/** Pipeline step: finds the named tool, unless it is a meta tool. */
export async function targetFound({
  services: { toolbox },
  args: { operation },
}: Called & { readonly args: MetaArguments }): Promise<{ target: CallableTool | undefined }> {
  const found = operation === undefined ? undefined : await toolbox.find(operation);
  return { target: found && found.kind !== 'meta' ? found : undefined };
}

const isPassedOn = ({ tool, target }: Aimed): boolean =>
  target !== undefined && harmOf(target.definition) === tool.passesOn;

/** A call to another tool that replaces the call to the meta tool. */
export interface PassedOn {
  readonly next: { readonly tool: AnyTool; readonly input: unknown };
}

/** Pipeline step: answers the call, or passes it on to the named tool. */
export async function answeredOrPassedOn(call: Aimed): Promise<{ result: CallToolResult | PassedOn }> {
  const { tool, target, args } = call;
  if (target !== undefined && isPassedOn(call))
    return { result: { next: { tool: target, input: withoutAdditions(target, args.arguments) } } };
  return { result: await tool.answer(call) };
}

/**
 * Pipeline step: counts the call as a read, unless it is passed on. A call that is passed on counts as a call to the
 * named tool.
 */
export function withinLimitsItself(call: Aimed & Parameters<typeof withinLimitsOfReading>[0]): {
  leave?: (() => void) | undefined;
} {
  return isPassedOn(call) ? {} : withinLimitsOfReading(call);
}
