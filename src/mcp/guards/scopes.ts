import { type CaseScope, caseScopes, classEffects } from '../../contract/operations/effects.ts';
import type { ToolDefinition } from '../../contract/operations/operation.ts';
import { classesOf } from './policy.ts';
import type { Refusal } from './refusal.ts';

export interface Granted {
  /** Undefined if the token contains no scopes. All calls are then permitted. */
  readonly scopes?: ReadonlySet<CaseScope>;
}

/** Returns the scopes that a tool requires and the token lacks. */
export function lackingScopes({ scopes }: Granted, tool: ToolDefinition): CaseScope[] {
  if (scopes === undefined) return [];
  const taken = classesOf(tool).map((name) => caseScopes[classEffects[name].rate]);
  return [...new Set(taken)].filter((scope) => !scopes.has(scope));
}

/**
 * Returns a refusal if the scopes in the caller's token do not permit a call. Normally the HTTP server has already
 * responded with 403. It cannot check scopes that depend on the record, because the record is read only during the
 * call.
 */
export function outOfScope(caller: Granted, tool: ToolDefinition): { refusal: Refusal } | undefined {
  const lacking = lackingScopes(caller, tool);
  if (lacking.length === 0) return undefined;
  const reason = `The token of this connection does not grant ${lacking.join(' and ')}, which this call needs. Nothing was done. Tell the user to disconnect casebridge in the assistant, connect it again and allow it on the page.`;
  return { refusal: { code: 'INSUFFICIENT_SCOPE', reason } };
}
