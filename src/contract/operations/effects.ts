import type { Access } from './operation.ts';

/** What an operator switches on and off, and what a human is asked about. */
export const operationClasses = ['read', 'create', 'update', 'delete', 'outbound', 'admin'] as const;
export type OperationClass = (typeof operationClasses)[number];

/** How much harm a tool can do at most: none, a change, a loss. Each has a meta tool that carries out its operations. */
export type Harm = 'read' | 'write' | 'delete';

/** How far a call may be repeated: always, where the service surely did not carry it out, or where it never saw it. */
export type Repeatability = 'safe' | 'idempotent' | 'none';

/** MCP's hints for clients (`ToolAnnotations`); all that a service holds may be text of outsiders: open world. */
interface Hints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  /** Said where it can be and where it matters: not of reading, and `false` is what its absence means. */
  readonly idempotentHint?: true;
  readonly openWorldHint: true;
}

interface Effect {
  /** The class of an operation that is no risk. An action without one changes what only its caller sees: unpacked files. */
  readonly class: OperationClass;
  /** Whether a risk stands in place of that class: else it comes on top. */
  readonly isRiskAlone?: true;
  readonly harm: Harm;
  /** By PUT or DELETE, which replace and remove; any other method that changes something is repeated only unseen. */
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

/** What each access means wherever it matters: a new one does not compile until it says all of it. */
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

/** Calls that share a limit: those that read, that change data, and that delete, reach people or administer. */
export const rates = ['reads', 'writes', 'risky'] as const;
export type Rate = (typeof rates)[number];

/** What each class means: which meta tool is of use where it is allowed, and which limit its calls share. */
export const classEffects: Readonly<Record<OperationClass, { readonly harm: Harm; readonly rate: Rate }>> = {
  read: { harm: 'read', rate: 'reads' },
  create: { harm: 'write', rate: 'writes' },
  update: { harm: 'write', rate: 'writes' },
  delete: { harm: 'delete', rate: 'risky' },
  outbound: { harm: 'write', rate: 'risky' },
  admin: { harm: 'write', rate: 'risky' },
};

/** What the token of a caller may name of what it lets its bearer do here: the calls of each limit are a scope (RFC 6749, 3.3). */
export const caseScopes = {
  reads: 'cases:read',
  writes: 'cases:write',
  risky: 'cases:risky',
} as const satisfies Record<Rate, string>;
export type CaseScope = (typeof caseScopes)[Rate];

/** The scope among ours that a name means: issuers may put an address before it, such as `api://cases/cases:read`. */
export const caseScopeOf = (name: string): CaseScope | undefined =>
  Object.values(caseScopes).find((scope) => name === scope || name.endsWith(`/${scope}`));
