import { bodies, forReads, retryAfter, statuses, tokens } from './answer-faults.ts';
import type { UpstreamFault } from './proxy.ts';
import { behindChanges, connections, outOfStep } from './wire-faults.ts';
import { answer, type Plays } from './words.ts';

/**
 * Everything that goes wrong between the bridge and the service. A fault that claims a change was made lets it be made,
 * and one that claims for certain that none was made lets none be made: what lies cannot be seen through by anybody.
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

/** What happens to everybody for a while. */
export const storms = {
  'a storm of 401': { name: 'a storm of 401', play: answer(401, '') },
  'a storm of 503': { name: 'a storm of 503', play: retryAfter(503, '1') },
} as const satisfies Record<string, UpstreamFault>;
