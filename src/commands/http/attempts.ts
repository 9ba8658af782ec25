import { loginKey } from '../../auth/login-key.ts';
import { createCounter } from '../../shared-state/counter.ts';
import { type SharedState, SharedStateError } from '../../shared-state/shared-state.ts';
import { sharerOf, siteOf } from '../../transports/http/index.ts';
import { createLine, enterWithin } from '../../util/waiting-line.ts';

/** Maximum number of failed attempts per minute: for each network, for each IPv6 site, and for each login. */
const maxAttempts = { network: 30, site: 120, login: 10 };
const minuteMs = 60_000;
/**
 * Maximum number of concurrent attempts to sign in to the service, per address or IPv6 site (`own`) and in total
 * (`all`), and of waiting attempts per address or site. The total is at most an eighth of the connections to the
 * service.
 */
const underWay = { own: 4, all: 32, waiting: 30 };
/** Maximum number of waiting attempts. Further attempts return `away`: sign-in is unavailable right now. */
const maxWaiting = 256;
/** Maximum wait of an attempt, in milliseconds. An attempt that waited longer returns `away`. */
const waitMs = 10_000;
/** How long a network stays known after a person signed in from it, in milliseconds. */
const knownMs = 14 * 24 * 60 * minuteMs;

export interface Trying {
  readonly address: string;
  readonly login?: string;
}

export interface Attempts {
  /**
   * Runs one attempt to sign in. All processes count failures together.
   * @param isFailure checks the result. Other results do not count.
   * @returns `often` after too many failures, `away` if too many attempts are in progress
   */
  within<Result>(
    who: Trying,
    attempt: () => Promise<Result>,
    isFailure: (result: Result) => boolean,
  ): Promise<Result | 'often' | 'away'>;
}

/** Counts failed attempts. While the store is unavailable, each process counts separately. */
export function createAttempts(state: SharedState): Attempts {
  const count = createCounter(state, minuteMs);
  const take = createTurns();
  /**
   * Checks for an earlier sign-in from this network. The limit per login then does not apply, so that others cannot
   * lock the person out.
   */
  const isKnown = async (key: string) => {
    try {
      return (await state.get(key)) !== undefined;
    } catch (error) {
      if (error instanceof SharedStateError) return false;
      throw error;
    }
  };
  const bounds = async ({ address, login }: Trying, knownKey: string) => {
    const site = siteOf(address);
    return [
      { key: `sign-in:${address}`, max: maxAttempts.network },
      ...(site === undefined ? [] : [{ key: `sign-in:${site}`, max: maxAttempts.site }]),
      ...(login === undefined || (await isKnown(knownKey))
        ? []
        : [{ key: `sign-in-as:${loginKey(login)}`, max: maxAttempts.login }]),
    ];
  };
  return {
    within: async (who, attempt, isFailure) => {
      const knownKey = `signed-in:${JSON.stringify([loginKey(who.login ?? ''), who.address])}`;
      const counted = await bounds(who, knownKey);
      // Count before the attempt, so that concurrent attempts see each other.
      const counts = await Promise.all(counted.map(({ key }) => count(key)));
      if (counted.some(({ max }, place) => (counts[place] ?? 0) > max)) return 'often';
      const leave = await take(who.address);
      const result = leave === undefined ? 'away' : await attempt().finally(leave);
      if (leave === undefined || !isFailure(result as Awaited<ReturnType<typeof attempt>>))
        await Promise.all(counted.map(({ key }) => count(key, -1)));
      if (who.login !== undefined && typeof result !== 'string')
        await state.put(knownKey, '1', knownMs).catch(() => undefined);
      return result;
    },
  };
}

/**
 * Creates a queue for attempts. It resolves to the function that releases the slot. It resolves to undefined if too
 * many attempts wait, or after too long a wait.
 */
function createTurns(): (address: string) => Promise<(() => void) | undefined> {
  const line = createLine(underWay);
  let waiting = 0;
  return async (address) => {
    if (waiting >= maxWaiting) return undefined;
    waiting += 1;
    const leave = await enterWithin(line, sharerOf(address), waitMs);
    waiting -= 1;
    return leave;
  };
}

/** Checks whether the service refused. Looks for a status in the error and in its cause. */
export function isRefusal(error: Error): boolean {
  const status =
    (error as { status?: number }).status ?? (error.cause as { status?: number } | undefined)?.status;
  return status !== undefined && [400, 401, 403].includes(status);
}
