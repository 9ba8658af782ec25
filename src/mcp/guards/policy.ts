import type { Arguments } from '../../api/client/build-request.ts';
import { effects, type OperationClass } from '../../contract/operations/effects.ts';
import { moreArgument } from '../../contract/operations/field-marks.ts';
import type { Operation, ToolDefinition } from '../../contract/operations/operation.ts';
import type { FetchRule } from '../outbound/fetch-hosts.ts';
import type { MarkupChoice } from '../outbound/markup-choice.ts';
import { textsAt, textsIn } from '../outbound/text-arguments.ts';
import { type Lost, surelyLoses } from './losses.ts';
import type { WayToAsk } from './ways-to-ask.ts';

/** Decisions of the operator. They can only narrow the permissions of the signed-in user. */
export interface Policy {
  /** Classes of operations that assistants may use. */
  readonly allow: ReadonlySet<OperationClass>;
  /** Whether the operator disabled all changes at once. */
  readonly isReadOnly?: boolean;
  /** Classes that a person must confirm. */
  readonly confirm: ReadonlySet<OperationClass>;
  /** Ways to ask for confirmation. Default: dialogs. */
  readonly askBy?: ReadonlySet<WayToAsk>;
  /** Names of removed tools. */
  readonly removed: ReadonlySet<string>;
  /** Hosts from which the service may fetch. Default: none, and tools that make it fetch do not exist. */
  readonly fetching?: FetchRule | undefined;
  /** Tags allowed in texts for people. Default: those that the service renders with formatting. */
  readonly markup?: MarkupChoice;
  /** The operator's own policy, if a request narrowed it. */
  readonly narrows?: Policy;
}

/** Returns the policy of a request, which can only be narrower. */
export function selectPolicy(
  policy: Policy,
  { readOnly, removed }: { readonly readOnly: boolean; readonly removed: readonly string[] },
): Policy {
  if (!readOnly && removed.length === 0) return policy;
  const allow = readOnly ? new Set([...policy.allow].filter((name) => name === 'read')) : policy.allow;
  return { ...policy, allow, removed: new Set([...policy.removed, ...removed]), narrows: policy };
}

/** Returns the classes of an operation: by its effect on data, its risk, and `delete` if every call removes data. */
export function classesOf({
  access,
  risk,
  handler,
  loses,
}: Pick<Operation, 'access' | 'risk' | 'handler' | 'loses'>): readonly OperationClass[] {
  const risks: OperationClass[] = risk === undefined ? [] : [risk];
  if (loses?.always !== undefined) risks.push('delete');
  const effect = effects[access];
  if (effect.isRiskAlone && risks.length > 0) return risks;
  // Operations that casebridge executes itself change no data of the service.
  return [handler === undefined ? effect.class : 'read', ...risks];
}

/** Returns further classes that a call may have, depending on its arguments and the record. */
export function classesAtTimes(tool: Pick<Operation, 'risk' | 'loses' | 'outboundIf'>): OperationClass[] {
  const isOutbound = tool.outboundIf !== undefined && tool.risk === undefined;
  const isLoss = tool.loses !== undefined && tool.loses.always === undefined;
  return [...(isOutbound ? (['outbound'] as const) : []), ...(isLoss ? (['delete'] as const) : [])];
}

/**
 * Returns the tool with the classes of one call: also outbound if its arguments or record reach people, and also a
 * deletion if it removes data.
 * @param args checked
 * @param known data read for it: the record, and its losses
 */
export function asCalled<Tool extends ToolDefinition>(
  tool: Tool,
  args: Arguments,
  { record = {}, lost = [] }: { readonly record?: Arguments; readonly lost?: Lost } = {},
): Tool {
  const { outboundIf, risk, loses } = tool;
  const reaches = outboundIf !== undefined && risk === undefined && reachesPeople(outboundIf, args, record);
  const isLoss =
    loses?.always === undefined && (lost === 'unread' || lost.length > 0 || surelyLoses(tool, args));
  if (!reaches && !isLoss) return tool;
  return {
    ...tool,
    ...(reaches && { risk: 'outbound' }),
    ...(isLoss && { loses: { ...loses, always: [] } }),
  };
}

/**
 * Checks whether a call reaches people by its arguments or its record. In the arguments, any e-mail address counts,
 * because a service may write to it for any type of attendee. In the record, only the type counts, because the record
 * also shows addresses of the firm's own users.
 */
function reachesPeople(
  { path, values }: NonNullable<Operation['outboundIf']>,
  args: Arguments,
  record: Arguments,
): boolean {
  const [list = ''] = path.split('.');
  const given = [args[list], args[moreArgument]].flatMap((one) => textsIn(one, ''));
  return (
    given.some(([, text]) => isAddress(text)) ||
    [args, record].some((one) => textsAt(one, path).some(([, value]) => values.includes(value)))
  );
}

/**
 * Checks for an e-mail address. Includes full-width and percent-encoded forms, and spaces around the @ (RFC 5322,
 * 3.4.1), because services decode them.
 */
const isAddress = (text: string) => /[^\s@]\s*(?:@|%40)\s*[^\s@]/i.test(text.normalize('NFKC'));

/** Returns a class of the operation that the operator disabled. Returns undefined if the operation is allowed. */
export function forbiddenClass(policy: Policy, tool: ToolDefinition): OperationClass | undefined {
  return classesOf(tool).find((name) => !policy.allow.has(name));
}

/** Checks whether assistants may use the tool. */
export function isAllowed(policy: Policy, tool: ToolDefinition): boolean {
  return (
    forbiddenClass(policy, tool) === undefined && !policy.removed.has(tool.name) && canFetch(policy, tool)
  );
}

/** Returns false for a tool that makes the service fetch if the operator allows no host. */
export const canFetch = ({ fetching }: Policy, { fetches }: Pick<ToolDefinition, 'fetches'>): boolean =>
  fetches === undefined || fetching !== undefined;

/** Checks whether a person must confirm first. */
export function needsConfirmation(policy: Policy, tool: ToolDefinition): boolean {
  return tool.asksItself !== true && classesOf(tool).some((name) => policy.confirm.has(name));
}
