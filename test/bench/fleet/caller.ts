import { setTimeout as sleep } from 'node:timers/promises';
import { createUser } from '../../support/clients/asked.ts';
import { spelt } from '../../support/clients/callers.ts';
import { type ClientKind, clientKinds, connectTo, textOf } from '../../support/clients/harness.ts';

/** Results of all callers together. */
export interface Met {
  calls: number;
  agreements: number;
  /** Number of responses that belonged to another caller. */
  crossed: number;
  readonly ms: number[];
  readonly failures: Failure[];
  readonly byKind: Map<ClientKind, number>;
}

export interface Failure {
  readonly who: number;
  readonly kind: ClientKind;
  readonly what: string;
  /** Start of the call, on the monotonic clock, in milliseconds. */
  readonly began: number;
  readonly ended: number;
}

export const nothingMet = (): Met => ({
  ...{ calls: 0, agreements: 0, crossed: 0, ms: [], failures: [] },
  byKind: new Map(),
});

/** One of this many calls asks the user to confirm. */
const askedEach = 5;

/** Returns the id of the script that only this call runs. */
export const scriptOf = (who: number, turn: number): string =>
  `00000000-0000-4000-8${String(who).padStart(3, '0')}-${String(turn).padStart(12, '0')}`;

/**
 * Connects a user's assistant.
 * @param pauseMs approximate pause between calls, in milliseconds
 * @returns a function that makes calls until the run is over
 */
export async function arrive(
  url: string,
  who: number,
  pauseMs: number,
  met: Met,
): Promise<(isOver: () => boolean) => Promise<void>> {
  const kind = clientKinds[who % clientKinds.length] ?? 'v1';
  const token = `person-${who}`;
  const client = await connectTo(url, { kind, token, user: createUser('agrees') });
  const call = async (turn: number): Promise<string> => {
    if (turn % askedEach === 0) {
      const answer = await client.callTool('run_script', { ScriptId: scriptOf(who, turn) });
      if (answer.isError === true) return textOf(answer);
      met.agreements += 1;
      return '';
    }
    const { Of } = await client.call('list_users');
    if (Of === `of/${spelt(token)}`) return '';
    met.crossed += 1;
    return `the answer of ${Of}`;
  };
  return async (isOver) => {
    for (let turn = 1; !isOver(); turn += 1) {
      const began = performance.now();
      const what = await call(turn).catch(String);
      const ended = performance.now();
      met.calls += 1;
      met.byKind.set(kind, (met.byKind.get(kind) ?? 0) + 1);
      if (what === '') met.ms.push(ended - began);
      else met.failures.push({ who, kind, what, began, ended });
      await sleep(pauseMs * (0.5 + Math.random()));
    }
    await client.close().catch(() => undefined);
  };
}
