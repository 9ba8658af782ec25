import type { Principal } from '../../api/client/executor.ts';
import { SwitchedOffError } from '../../contract/errors.ts';
import type { AnyOperationClient } from '../../contract/operation-client.ts';
import type { Trace } from '../../contract/trace.ts';
import { nextTurn } from '../../util/give-way.ts';
import { mayLose } from '../guards/losses.ts';
import { asCalled, operationClasses } from '../guards/policy.ts';
import { readIds } from '../input/resolve-names.ts';
import { checkOutbound } from '../outbound/check-outbound.ts';
import type { Catalogue } from '../tools/operations.ts';
import { type AuditedServices, decisionOf, executeAudited, switchedOff } from './execute-audited.ts';

export interface DeskParts extends AuditedServices {
  readonly catalogue: Catalogue;
}

/** On whose behalf calls are made, and what ends them. */
export interface DeskCaller {
  readonly principal: Principal;
  readonly signal: AbortSignal | undefined;
  readonly trace: Trace;
}

/** A client for what people are shown: they see records, whatever classes the assistant is offered. */
export function createPeopleDesk(parts: DeskParts, caller: DeskCaller): AnyOperationClient {
  const { confirm } = parts.policy;
  const policy = { allow: new Set(operationClasses), confirm, removed: new Set<string>() };
  return createOperationClient({ ...parts, policy }, caller);
}

export function createOperationClient(parts: DeskParts, caller: DeskCaller): AnyOperationClient {
  const { principal, signal, trace } = caller;
  const operations: AnyOperationClient = {
    principalId: principal.id,
    cache: parts.caches.of(principal.id),
    identity: principal.identity,
    signal,
    call: async (name, input) => (await operations.answer(name, input)).body,
    answer: async (name, input) => {
      const entry = (await parts.catalogue.entries()).get(name);
      if (entry === undefined) throw new Error(`there is no operation ${name}`);
      const { operation } = entry;
      const off = switchedOff(parts.policy, operation);
      if (off) throw new SwitchedOffError(off.reason);
      const args = readIds(entry, input);
      await checkOutbound(operation, args);
      // Nobody reads here what a call would lose.
      const called = asCalled(operation, args, { lost: mayLose(operation, args) ? 'unread' : [] });
      const barred = switchedOff(parts.policy, called);
      if (barred) throw new SwitchedOffError(barred.reason);
      const draft = parts.draft(called, args);
      const order = { draft, given: args, principal, signal, trace, decision: decisionOf(parts) };
      const answer = await executeAudited(parts, order);
      // Whoever called wants it parsed.
      if (answer.isUnchecked) await nextTurn();
      return answer;
    },
  };
  return operations;
}
