import type { Arguments } from '../../api/client/build-request.ts';
import { effects, type OperationClass } from '../../contract/operations/effects.ts';
import { moreArgument } from '../../contract/operations/field-marks.ts';
import type { Operation, ToolDefinition } from '../../contract/operations/operation.ts';
import type { FetchRule } from '../outbound/fetch-hosts.ts';
import type { MarkupChoice } from '../outbound/markup-choice.ts';
import { textsAt, textsIn } from '../outbound/text-arguments.ts';
import { type Lost, surelyLoses } from './losses.ts';
import type { WayToAsk } from './ways-to-ask.ts';

/** What the operator decided. It can only narrow what the signed-in user may do anyway. */
export interface Policy {
  /** Classes of operations that exist for assistants at all. */
  readonly allow: ReadonlySet<OperationClass>;
  /** Whether the operator switched off all changes at once. */
  readonly isReadOnly?: boolean;
  /** Classes that are carried out only after a human agreed. */
  readonly confirm: ReadonlySet<OperationClass>;
  /** How they are asked; left out: in dialogs. */
  readonly askBy?: ReadonlySet<WayToAsk>;
  /** Names of tools that are taken away. */
  readonly removed: ReadonlySet<string>;
  /** Hosts that the service may be made to fetch from; left out: tools that make it fetch do not exist. */
  readonly fetching?: FetchRule | undefined;
  /** Which tags texts for people may have; left out: those that the service shows in style. */
  readonly markup?: MarkupChoice;
  /** The operator's own policy, where this one is what a request left of it. */
  readonly narrows?: Policy;
}

/** What remains where a request wants less: never more than the policy allows. */
export function selectPolicy(
  policy: Policy,
  { readOnly, removed }: { readonly readOnly: boolean; readonly removed: readonly string[] },
): Policy {
  if (!readOnly && removed.length === 0) return policy;
  const allow = readOnly ? new Set([...policy.allow].filter((name) => name === 'read')) : policy.allow;
  return { ...policy, allow, removed: new Set([...policy.removed, ...removed]), narrows: policy };
}

/** Every class that an operation belongs to: what it does to the data, its risk, and `delete` where each call loses something. */
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
  // What the bridge does itself changes nothing of the service's.
  return [handler === undefined ? effect.class : 'read', ...risks];
}

/** Classes that a call may belong to besides, by its arguments and the record. */
export function classesAtTimes(tool: Pick<Operation, 'risk' | 'loses' | 'outboundIf'>): OperationClass[] {
  const isOutbound = tool.outboundIf !== undefined && tool.risk === undefined;
  const isLoss = tool.loses !== undefined && tool.loses.always === undefined;
  return [...(isOutbound ? (['outbound'] as const) : []), ...(isLoss ? (['delete'] as const) : [])];
}

/**
 * The tool as a call makes it: outbound too where its arguments or its record reach people, and one that deletes where
 * it loses something.
 * @param args checked
 * @param known what was read for it: the record, and what of it would go
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
 * Checks whether a call reaches people by its arguments or its record. A service may write to any address that it is
 * given, whatever kind of attendee stands beside it. A record shows addresses of users of the firm, too, so there only
 * the kind counts.
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

const isAddress = (text: string) => /[^\s@]@[^\s@]/.test(text);

/** The class that the operator has switched off; undefined where the operation is allowed. */
export function forbiddenClass(policy: Policy, tool: ToolDefinition): OperationClass | undefined {
  return classesOf(tool).find((name) => !policy.allow.has(name));
}

/** Whether the tool exists for assistants. */
export function isAllowed(policy: Policy, tool: ToolDefinition): boolean {
  return (
    forbiddenClass(policy, tool) === undefined && !policy.removed.has(tool.name) && canFetch(policy, tool)
  );
}

/** False for a tool that makes the service fetch where the operator named no host. */
export const canFetch = ({ fetching }: Policy, { fetches }: Pick<ToolDefinition, 'fetches'>): boolean =>
  fetches === undefined || fetching !== undefined;

/** Whether a human has to agree first. */
export function needsConfirmation(policy: Policy, tool: ToolDefinition): boolean {
  return classesOf(tool).some((name) => policy.confirm.has(name));
}
