import { type CaseScope, caseScopeOf } from '../contract/operations/effects.ts';
import type { Claims } from './identity.ts';

/** Returns the granted scopes: `scope` (RFC 9068, 2.2.3), or `scp`, which some issuers use. */
export function grantedScopes({ scope, scp }: Claims): ReadonlySet<CaseScope> {
  const names = [scope, scp].flat().flatMap((one) => (typeof one === 'string' ? one.split(/\s+/) : []));
  return new Set(names.flatMap((name) => caseScopeOf(name) ?? []));
}
