import { type CaseScope, caseScopes, classEffects } from '../../contract/operations/effects.ts';
import type { ToolDefinition } from '../../contract/operations/operation.ts';
import { classesOf } from './policy.ts';
import type { Refusal } from './refusal.ts';

/** A caller, as far as it matters here. */
export interface Granted {
  /** Left out: tokens name nothing of what they grant. */
  readonly scopes?: ReadonlySet<CaseScope>;
}

/** Scopes that calls of a tool take and a caller's token does not grant; none where tokens name none. */
export function lackingScopes({ scopes }: Granted, tool: ToolDefinition): CaseScope[] {
  if (scopes === undefined) return [];
  const taken = classesOf(tool).map((name) => caseScopes[classEffects[name].rate]);
  return [...new Set(taken)].filter((scope) => !scopes.has(scope));
}

/** Why a caller may not make a call; undefined where it may. Where it was known before, HTTP has said so with status 403. */
export function outOfScope(caller: Granted, tool: ToolDefinition): { refusal: Refusal } | undefined {
  const lacking = lackingScopes(caller, tool);
  if (lacking.length === 0) return undefined;
  const reason = `The token of this connection does not grant ${lacking.join(' and ')}, which this call takes. Nothing was done. Tell the user to disconnect casebridge in the assistant, connect it again and agree to it on the page.`;
  return { refusal: { code: 'INSUFFICIENT_SCOPE', reason } };
}
