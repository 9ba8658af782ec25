import type { Arguments } from '../../api/client/build-request.ts';
import { effects, type OperationClass } from '../../contract/operations/effects.ts';
import { moreArgument } from '../../contract/operations/field-marks.ts';
import type { Operation, ToolDefinition } from '../../contract/operations/operation.ts';
import type { FetchRule } from '../outbound/fetch-hosts.ts';
import type { MarkupChoice } from '../outbound/markup-choice.ts';
import { textsAt, textsIn } from '../outbound/text-arguments.ts';
import { type Lost, surelyLoses } from './losses.ts';
import type { WayToAsk } from './ways-to-ask.ts';

/** The operator's decisions. They can only narrow the permissions that the signed-in user has in the service. */
export interface Policy {
  /** Classes of operations that assistants may use. */
  readonly allow: ReadonlySet<OperationClass>;
  /** Whether the operator disabled all changes with one setting. */
  readonly isReadOnly?: boolean;
  /** Classes of operations that a person must confirm. */
  readonly confirm: ReadonlySet<OperationClass>;
  /** Ways in which casebridge may ask for a confirmation. Default: dialogs. */
  readonly askBy?: ReadonlySet<WayToAsk>;
  /** Names of the tools that the operator removed. */
  readonly removed: ReadonlySet<string>;
  /**
   * Hosts from which the service may fetch data. Default: none. Tools that make the service fetch data are then
   * removed.
   */
  readonly fetching?: FetchRule | undefined;
  /** HTML tags that are allowed in text for people. Default: tags that the service renders as formatting. */
  readonly markup?: MarkupChoice;
  /** The operator's own policy. Set if a request narrowed it. */
  readonly narrows?: Policy;
}

/** Returns the policy for a request. A request can only narrow the operator's policy. */
export function selectPolicy(
  policy: Policy,
  { readOnly, removed }: { readonly readOnly: boolean; readonly removed: readonly string[] },
): Policy {
  if (!readOnly && removed.length === 0) return policy;
  const allow = readOnly ? new Set([...policy.allow].filter((name) => name === 'read')) : policy.allow;
  return { ...policy, allow, removed: new Set([...policy.removed, ...removed]), narrows: policy };
}

/**
 * Returns the classes of an operation. They follow from its effect on data and its risk. An operation that always
 * removes data also has the class `delete`.
 */
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
  // An operation that casebridge executes itself changes no service data.
  return [handler === undefined ? effect.class : 'read', ...risks];
}

/** Returns the access classes that only some calls of a tool have, depending on their arguments and the record. */
export function classesAtTimes(tool: Pick<Operation, 'risk' | 'loses' | 'outboundIf'>): OperationClass[] {
  const isOutbound = tool.outboundIf !== undefined && tool.risk === undefined;
  const isLoss = tool.loses !== undefined && tool.loses.always === undefined;
  return [...(isOutbound ? (['outbound'] as const) : []), ...(isLoss ? (['delete'] as const) : [])];
}

/**
 * Returns the tool with the access classes of one call. The call is also outbound if its arguments or its record show
 * that it reaches people. It is also a deletion if it removes data.
 * @param args validated arguments
 * @param known data that was read for the call: the record, and the data that the call removes
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
 * Checks whether the arguments or the record of a call show that it reaches people. In the arguments, every e-mail
 * address counts, because a service may send a message to it, whatever the type of the attendee is. In the record, only
 * the attendee type counts, because the record also contains addresses of the firm's own users.
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
 * Checks whether text contains an e-mail address. Also finds full-width and percent-encoded spellings, and spaces
 * around the @ (RFC 5322, 3.4.1), because services decode them.
 */
const isAddress = (text: string) => /[^\s@]\s*(?:@|%40)\s*[^\s@]/i.test(text.normalize('NFKC'));

/** Returns a class of the operation that is disabled, if there is one. */
export function forbiddenClass(policy: Policy, tool: ToolDefinition): OperationClass | undefined {
  return classesOf(tool).find((name) => !policy.allow.has(name));
}

/** Checks whether the policy lets assistants use the tool. */
export function isAllowed(policy: Policy, tool: ToolDefinition): boolean {
  return (
    forbiddenClass(policy, tool) === undefined && !policy.removed.has(tool.name) && canFetch(policy, tool)
  );
}

/** Returns false if the tool makes the service fetch data and the operator allows no host for this. */
export const canFetch = ({ fetching }: Policy, { fetches }: Pick<ToolDefinition, 'fetches'>): boolean =>
  fetches === undefined || fetching !== undefined;

export function needsConfirmation(policy: Policy, tool: ToolDefinition): boolean {
  return tool.asksItself !== true && classesOf(tool).some((name) => policy.confirm.has(name));
}
