import { type CaseScope, caseScopes, classEffects } from '../../contract/operations/effects.ts';
import type { ToolDefinition } from '../../contract/operations/operation.ts';
import { classesOf } from './policy.ts';
import type { Refusal } from './refusal.ts';

/** Scopes of a caller. */
export interface Granted {
  /** Undefined: the token does not name scopes, so all calls are granted. */
  readonly scopes?: ReadonlySet<CaseScope>;
}

/**
 * Returns the scopes that calls of a tool need and the caller's token lacks. Returns none if the token names no scopes.
 */
export function lackingScopes({ scopes }: Granted, tool: ToolDefinition): CaseScope[] {
  if (scopes === undefined) return [];
  const taken = classesOf(tool).map((name) => caseScopes[classEffects[name].rate]);
  return [...new Set(taken)].filter((scope) => !scopes.has(scope));
}

/**
 * Returns a refusal if the scopes of the caller do not allow a call. If this was known before the call, the HTTP server
 * has already answered 403.
 */
export function outOfScope(caller: Granted, tool: ToolDefinition): { refusal: Refusal } | undefined {
  const lacking = lackingScopes(caller, tool);
  if (lacking.length === 0) return undefined;
  const reason = `The token of this connection does not grant ${lacking.join(' and ')}, which this call needs. Nothing was done. Tell the user to disconnect casebridge in the assistant, connect it again and allow it on the page.`;
  return { refusal: { code: 'INSUFFICIENT_SCOPE', reason } };
}
