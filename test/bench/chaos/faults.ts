import { bodies, forReads, retryAfter, statuses, tokens } from './answer-faults.ts';
import type { UpstreamFault } from './proxy.ts';
import { behindChanges, connections, outOfStep } from './wire-faults.ts';
import { answer, type Plays } from './words.ts';

/**
 * All faults between casebridge and the service. If a fault reports that a change was made, the service makes
 * it. If a fault reports that no change was made, the service makes none. Otherwise, nobody could detect the
 * false report.
 */

const named = (plays: Plays, shape: Omit<UpstreamFault, 'name' | 'play'> = {}): UpstreamFault[] =>
  Object.entries(plays).map(([name, play]) => ({ name, play, ...shape }));

export const upstreamFaults: readonly UpstreamFault[] = [
  ...named(connections),
  ...named(outOfStep),
  ...named(behindChanges, { isForChanges: true }),
  ...named(statuses),
  ...named(bodies, { alters: true }),
  ...named(forReads, { isForReads: true, alters: true }),
  ...named(tokens, { isOfTokens: true }),
];

/** Faults that affect all users for a while. */
export const storms = {
  'a storm of 401': { name: 'a storm of 401', play: answer(401, '') },
  'a storm of 503': { name: 'a storm of 503', play: retryAfter(503, '1') },
} as const satisfies Record<string, UpstreamFault>;
