import type { ServerContext } from '@modelcontextprotocol/server';
import { LRUCache } from 'lru-cache';
import { BusyError } from '../api/errors.ts';
import type { Operation, ToolFacts } from '../contract/operation.ts';
import { classesOf, needsConfirmation, type Policy } from './policy.ts';

/** What one caller may do, so that nobody takes the service away from the others. */
export interface Quotas {
  /** Calls in a minute: of tools that only read, that change data, and that delete, reach people or administer. */
  readonly reads: number;
  readonly writes: number;
  readonly risky: number;
  /** Calls at the same time, of one caller and of all. */
  readonly parallel: number;
  readonly total: number;
}

type Kind = 'reads' | 'writes' | 'risky';

/** What decides the kind of a call. */
export type Counted = Pick<Operation, 'access' | 'risk' | 'grants'>;

/** Lets calls in as long as their caller keeps to the quotas. */
export interface Quota {
  /**
   * @returns to be called when the call has ended
   * @throws BusyError with the time to wait
   */
  enter(principalId: string, operation: Counted): () => void;
  /**
   * Counts a call that turned out to be risky, where it was let in as something else.
   * @throws BusyError with the time to wait
   */
  recount(principalId: string, entered: Counted, turned: Counted): void;
}

/** What a call is for its caller's quota: where a question of this server comes back answered, its call was counted. */
export const countedAs = (policy: Policy, tool: ToolFacts, { mcpReq }: ServerContext): Counted =>
  needsConfirmation(policy, tool) &&
  mcpReq.inputResponses !== undefined &&
  mcpReq.requestState() !== undefined
    ? { access: 'read' }
    : tool;

const minuteMs = 60_000;
const maxCallers = 10_000;
const soonMs = 1000;

interface Usage {
  parallel: number;
  /** Calls that may begin now, and the moment of that count. */
  readonly left: Record<Kind, { calls: number; at: number }>;
}

export function createQuota(quotas: Quotas): Quota {
  const usages = new LRUCache<string, Usage>({ max: maxCallers });
  let total = 0;
  const usageOf = (id: string): Usage => {
    const known = usages.get(id);
    if (known) return known;
    const at = performance.now();
    const full = (kind: Kind) => ({ calls: quotas[kind], at });
    const usage = {
      parallel: 0,
      left: { reads: full('reads'), writes: full('writes'), risky: full('risky') },
    };
    usages.set(id, usage);
    return usage;
  };
  const count = ({ left }: Usage, kind: Kind): void => {
    const waitMs = take(left[kind], quotas[kind]);
    if (waitMs > 0)
      throw new BusyError(
        `Only ${quotas[kind]} calls of this kind (${kind}) in a minute are possible.`,
        waitMs,
      );
  };
  return {
    enter: (id, operation) => {
      const usage = usageOf(id);
      if (usage.parallel >= quotas.parallel)
        throw new BusyError(`Only ${quotas.parallel} calls at the same time are possible.`, soonMs);
      if (total >= quotas.total)
        throw new BusyError('The server has as many calls as it can carry out.', soonMs);
      count(usage, kindOf(operation));
      usage.parallel += 1;
      total += 1;
      return () => {
        usage.parallel -= 1;
        total -= 1;
      };
    },
    recount: (id, entered, turned) => {
      if (kindOf(turned) === 'risky' && kindOf(entered) !== 'risky') count(usageOf(id), 'risky');
    },
  };
}

/** Calls come back evenly over the minute. @returns milliseconds until there is one; 0 where it was taken */
function take(left: { calls: number; at: number }, perMinute: number): number {
  const now = performance.now();
  left.calls = Math.min(perMinute, left.calls + ((now - left.at) * perMinute) / minuteMs);
  left.at = now;
  if (left.calls < 1) return Math.ceil(((1 - left.calls) * minuteMs) / perMinute);
  left.calls -= 1;
  return 0;
}

function kindOf(operation: Counted): Kind {
  const classes = classesOf(operation);
  if (classes.some((name) => name === 'delete' || name === 'outbound' || name === 'admin')) return 'risky';
  return classes.includes('read') ? 'reads' : 'writes';
}
