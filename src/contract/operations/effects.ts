import type { Access } from './operation.ts';

/** Classes that an operator can allow, and for which an operator can require a confirmation. */
export const operationClasses = ['read', 'create', 'update', 'delete', 'outbound', 'admin'] as const;
export type OperationClass = (typeof operationClasses)[number];

/** Maximum harm of a tool: none, a change, or a loss of data. For each there is a meta tool that calls operations. */
export type Harm = 'read' | 'write' | 'delete';

/**
 * Condition for a retry. `safe`: always. `idempotent`: the service certainly did not execute the request. `none`: the
 * service never received it.
 */
export type Repeatability = 'safe' | 'idempotent' | 'none';

/**
 * Hints of MCP for clients (`ToolAnnotations`). The service may contain text of third parties, so `openWorldHint` is
 * always true.
 */
interface Hints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  /** Sent only if true, and not for reads. Clients treat a missing hint as `false`. */
  readonly idempotentHint?: true;
  readonly openWorldHint: true;
}

interface Effect {
  /**
   * Class of an operation without risk. An action without risk changes only what its caller sees, such as unpacked
   * files.
   */
  readonly class: OperationClass;
  /** True if a risk replaces the class. Otherwise the risk is added to it. */
  readonly isRiskAlone?: true;
  readonly harm: Harm;
  /**
   * `idempotent` for PUT and DELETE, because they replace or remove data. Other changes are retried only if the service
   * never received the request.
   */
  readonly repeat: Repeatability;
  readonly hints: Hints;
}

const changes: Hints = { readOnlyHint: false, destructiveHint: true, openWorldHint: true };
const replaces: Hints = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: true,
};

/** Effects of each access. A new access does not compile until it has an entry here. */
export const effects: Readonly<Record<Access, Effect>> = {
  read: {
    class: 'read',
    harm: 'read',
    repeat: 'safe',
    hints: { readOnlyHint: true, destructiveHint: false, openWorldHint: true },
  },
  create: {
    class: 'create',
    harm: 'write',
    repeat: 'none',
    hints: { ...changes, destructiveHint: false },
  },
  update: { class: 'update', harm: 'write', repeat: 'idempotent', hints: replaces },
  delete: { class: 'delete', harm: 'delete', repeat: 'idempotent', hints: replaces },
  action: { class: 'update', isRiskAlone: true, harm: 'write', repeat: 'none', hints: changes },
};

/** Groups of calls that share a rate limit: reads; changes; and deletions, outbound and administrative calls. */
export const rates = ['reads', 'writes', 'risky'] as const;
export type Rate = (typeof rates)[number];

/** Effects of each class: the meta tool that is needed if the class is allowed, and the rate limit of its calls. */
export const classEffects: Readonly<Record<OperationClass, { readonly harm: Harm; readonly rate: Rate }>> = {
  read: { harm: 'read', rate: 'reads' },
  create: { harm: 'write', rate: 'writes' },
  update: { harm: 'write', rate: 'writes' },
  delete: { harm: 'delete', rate: 'risky' },
  outbound: { harm: 'write', rate: 'risky' },
  admin: { harm: 'write', rate: 'risky' },
};

/** Scopes of a caller's token (RFC 6749, 3.3), one for each rate limit. */
export const caseScopes = {
  reads: 'cases:read',
  writes: 'cases:write',
  risky: 'cases:risky',
} as const satisfies Record<Rate, string>;
export type CaseScope = (typeof caseScopes)[Rate];

/** Returns the scope that a name refers to. Issuers may add a prefix, such as `api://cases/cases:read`. */
export const caseScopeOf = (name: string): CaseScope | undefined =>
  Object.values(caseScopes).find((scope) => name === scope || name.endsWith(`/${scope}`));
