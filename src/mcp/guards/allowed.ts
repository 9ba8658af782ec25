import type { Server, ServerContext } from '@modelcontextprotocol/server';
import type { Arguments } from '../../api/client/build-request.ts';
import type { Principal } from '../../api/client/executor.ts';
import { withAdvice } from '../../contract/advice.ts';
import type { Operation, ToolDefinition } from '../../contract/operations/operation.ts';
import { cannotAsk } from './decide.ts';
import { mayLose } from './losses.ts';
import { asCalled, canFetch, forbiddenClass, needsConfirmation, type Policy } from './policy.ts';
import type { Refusal } from './refusal.ts';
import { outOfScope } from './scopes.ts';
import { wayToAsk } from './ways-to-ask.ts';

/** Decision of the policy about a tool, or about one call to it. */
interface Verdict {
  /** Reason why the tool may not be called. Undefined if it may. */
  readonly refusal: Refusal | undefined;
  /** Whether a person must confirm the call first. */
  readonly isAsked: boolean;
}

const verdicts = new WeakMap<Policy, WeakMap<ToolDefinition, Verdict>>();

/**
 * Returns the decision of the policy, cached per policy and definition. A call that has more access classes than its
 * tool has a separate definition, and therefore a separate decision.
 */
export function verdictOn(policy: Policy, tool: ToolDefinition): Verdict {
  const ofPolicy = verdicts.get(policy) ?? new WeakMap<ToolDefinition, Verdict>();
  const known = ofPolicy.get(tool);
  if (known) return known;
  const verdict = { refusal: switchedOff(policy, tool), isAsked: needsConfirmation(policy, tool) };
  verdicts.set(policy, ofPolicy.set(tool, verdict));
  return verdict;
}

interface Called {
  readonly services: { readonly policy: Policy };
  readonly principal: Principal;
  /** Definition of the tool, with the access and risk of this call, such as `delete`, that are known so far. */
  readonly called: ToolDefinition;
}

/** Pipeline step: refuses a call that the operator, request, or token scopes exclude. */
export function allowed({
  services: { policy },
  principal,
  called,
}: Called): { refusal: Refusal } | undefined {
  const { refusal } = verdictOn(policy, called);
  return refusal ? { refusal } : outOfScope(principal, called);
}

/** Pipeline step: refuses a call that requires a confirmation if no person can be asked. */
export function askable({
  services: { policy, isDryRun },
  called,
  server,
  context,
  failsDialogs,
}: Called & {
  readonly services: { readonly isDryRun: boolean };
  readonly server: Server;
  readonly context: ServerContext;
  readonly failsDialogs?: boolean;
}): { refusal: Refusal } | undefined {
  if (isDryRun || !verdictOn(policy, called).isAsked) return undefined;
  return wayToAsk(policy, server, context, failsDialogs) === undefined ? { refusal: cannotAsk } : undefined;
}

interface Checked {
  readonly definition: Operation;
  readonly args: Arguments;
}

export const classified = ({ definition, args }: Checked): { called: Operation } => ({
  called: asCalled(definition, args),
});

/**
 * Pipeline step: determines the access classes of the call, such as `delete`, without reading the record. A call that
 * may remove data counts as a deletion.
 */
export const classifiedAtWorst = ({ definition, args }: Checked): { called: Operation } => ({
  called: asCalled(definition, args, { lost: mayLose(definition, args) ? 'unread' : [] }),
});

/** Returns why the policy refuses the tool. Returns undefined if it does not. */
function switchedOff(policy: Policy, tool: ToolDefinition): Refusal | undefined {
  const already = policy.narrows && switchedOff(policy.narrows, tool);
  if (already) return already;
  if (!canFetch(policy, tool))
    return {
      code: 'SWITCHED_OFF',
      reason: withAdvice(
        `${tool.name} makes the service fetch a file from an address, but the operator has allowed no hosts. Nothing was done.`,
        'name-hosts',
      ),
    };
  const forbidden = forbiddenClass(policy, tool);
  if (forbidden === undefined && !policy.removed.has(tool.name)) return undefined;
  const what = forbidden === undefined ? tool.name : `${forbidden} tools`;
  const isLoss = forbidden === 'delete' && tool.access !== 'delete';
  const why = isLoss ? ', and this call counts as one, because it would remove data' : '';
  const who = policy.narrows ? 'The settings of this connection exclude' : 'The operator has switched off';
  const setBy = policy.isReadOnly ? 'switched-off-changes' : 'switched-off-classes';
  const advice = forbidden === undefined ? 'switched-off-tools' : setBy;
  const reason = withAdvice(`${who} ${what}${why}. Nothing was done.`, policy.narrows ? undefined : advice);
  return { code: 'SWITCHED_OFF', reason };
}
