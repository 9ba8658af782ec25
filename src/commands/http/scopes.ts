import type { Principal } from '../../api/client/executor.ts';
import type { Config } from '../../config/command-line.ts';
import { type CaseScope, caseScopeOf, caseScopes } from '../../contract/operations/effects.ts';
import { createCallScopes } from '../../mcp/tools/call-scopes.ts';
import type { Toolbox } from '../../mcp/tools/tool.ts';
import type { Lack } from '../../transports/http/index.ts';

type Chosen = Pick<Config['access'], 'issuer' | 'scopes' | 'signInWith'>;

/** Checks whether tokens contain casebridge scopes, from this server or a configured issuer. */
export const isScoped = (chosen: Chosen): boolean =>
  chosen.signInWith !== 'none' ||
  (chosen.issuer !== undefined && chosen.scopes.some((scope) => caseScopeOf(scope) !== undefined));

/**
 * Returns the scopes that assistants may request: casebridge's own if users sign in at this server, otherwise the
 * configured ones.
 */
export const offeredScopes = ({ signInWith, scopes }: Chosen): readonly string[] =>
  signInWith === 'none' ? scopes : Object.values(caseScopes);

/**
 * Returns the scopes that clients request first. The scope for risky calls is not among them, because it is requested
 * only when a call needs it.
 */
export const firstScopes = (chosen: Chosen): readonly string[] =>
  offeredScopes(chosen).filter((scope) => caseScopeOf(scope) !== caseScopes.risky);

/**
 * Creates the check of requests against the scopes of their caller's token.
 * @param refuse records a call that lacks a scope. If it resolves to true, the request continues, and the call is
 * refused later with a result.
 */
export function scopeCheck(
  chosen: Chosen,
  toolbox: Toolbox,
  refuse: (bearer: string) => Promise<boolean> = async () => false,
) {
  const scopes = offeredScopes(chosen);
  const lackingIn = createCallScopes(toolbox);
  return async (caller: Principal, body: unknown, bearer = ''): Promise<Lack | undefined> => {
    const lacking = await lackingIn(caller, body);
    if (lacking.length === 0 || (await refuse(bearer))) return undefined;
    const wanted = new Set<CaseScope>([...(caller.scopes ?? []), ...lacking]);
    const offered = scopes.filter((scope) => isAmong(wanted, caseScopeOf(scope)));
    const others = [...wanted].filter((scope) => !offered.some((one) => caseScopeOf(one) === scope));
    return { lacking, ask: [...offered, ...others] };
  };
}

const isAmong = (wanted: ReadonlySet<CaseScope>, scope: CaseScope | undefined) =>
  scope === undefined || wanted.has(scope);
