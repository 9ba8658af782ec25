import type { Access } from './operation.ts';

/** Access classes of operations. The operator allows classes and chooses those that a person must confirm. */
export const operationClasses = ['read', 'create', 'update', 'delete', 'outbound', 'admin'] as const;
export type OperationClass = (typeof operationClasses)[number];

/**
 * Maximum harm that a tool can do: none, a change, or a loss of data. Each degree has its own meta tool, which calls
 * operations that are not in the tool list.
 */
export type Harm = 'read' | 'write' | 'delete';

/**
 * When a failed request may be sent again. `safe`: even if the service executed it. `idempotent`: if the service
 * certainly did not execute it. `none`: if the service never received it, or refused it with 429 and `Retry-After`.
 */
export type Repeatability = 'safe' | 'idempotent' | 'none';

/**
 * MCP hints (`ToolAnnotations`). `openWorldHint` is always true, because data in the service may contain text from
 * anybody.
 */
interface Hints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  /** Sent only if true, and never for reads. Clients treat a missing hint as `false`. */
  readonly idempotentHint?: true;
  readonly openWorldHint: true;
}

interface Effect {
  /** Class of an operation without `risk`. An `action` without a risk changes only the caller's own view. */
  readonly class: OperationClass;
  /** True if the class of a risk replaces this class. Otherwise both classes apply. */
  readonly isRiskAlone?: true;
  readonly harm: Harm;
  /**
   * `idempotent` applies only to PUT and DELETE, because they replace or remove data. Requests with other methods count
   * as `none`.
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

/** Effects of each access value. A new value does not compile until it has an entry here. */
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

/** Kinds of calls, each with its own rate limit. `risky`: deletions, outbound calls and administration. */
export const rates = ['reads', 'writes', 'risky'] as const;
export type Rate = (typeof rates)[number];

/** For each class: the harm that its meta tool must be able to do, and the rate limit that counts its calls. */
export const classEffects: Readonly<Record<OperationClass, { readonly harm: Harm; readonly rate: Rate }>> = {
  read: { harm: 'read', rate: 'reads' },
  create: { harm: 'write', rate: 'writes' },
  update: { harm: 'write', rate: 'writes' },
  delete: { harm: 'delete', rate: 'risky' },
  outbound: { harm: 'write', rate: 'risky' },
  admin: { harm: 'write', rate: 'risky' },
};

/** Scopes in a caller's token (RFC 6749, 3.3). Each one permits the calls that one rate limit counts. */
export const caseScopes = {
  reads: 'cases:read',
  writes: 'cases:write',
  risky: 'cases:risky',
} as const satisfies Record<Rate, string>;
export type CaseScope = (typeof caseScopes)[Rate];

/** Returns the scope for a scope name in a token. The name may have a prefix (`api://cases/cases:read`). */
export const caseScopeOf = (name: string): CaseScope | undefined =>
  Object.values(caseScopes).find((scope) => name === scope || name.endsWith(`/${scope}`));
