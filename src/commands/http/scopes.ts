import type { Principal } from '../../api/client/executor.ts';
import type { Config } from '../../config/command-line.ts';
import { type CaseScope, caseScopeOf, caseScopes } from '../../contract/operations/effects.ts';
import { createCallScopes } from '../../mcp/tools/call-scopes.ts';
import type { Toolbox } from '../../mcp/tools/tool.ts';
import type { Lack } from '../../transports/http/index.ts';

type Chosen = Pick<Config['access'], 'issuer' | 'scopes' | 'signInWith'>;

/** Whether the tokens of the issuer name what they grant here: the operator offers such scopes. */
export const isScoped = (chosen: Chosen): boolean =>
  chosen.signInWith !== 'none' ||
  (chosen.issuer !== undefined && chosen.scopes.some((scope) => caseScopeOf(scope) !== undefined));

/** What assistants may ask for: ours, where people sign in here. */
export const offeredScopes = ({ signInWith, scopes }: Chosen): readonly string[] =>
  signInWith === 'none' ? scopes : Object.values(caseScopes);

/** What assistants ask for at first: what is risky is asked for when a call takes it. */
export const firstScopes = (chosen: Chosen): readonly string[] =>
  offeredScopes(chosen).filter((scope) => caseScopeOf(scope) !== caseScopes.risky);

/**
 * Holds requests against what their callers' tokens grant.
 * @param refuse notes a call that lacks a scope; true lets the call on, which is refused again with a result
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
