import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createTurns } from '../../../src/auth/turns.ts';

/** Returns the time limits of a call: a deadline in one minute. Each request belongs to a separate call. */
const timeOf = () => ({ signal: undefined, deadline: performance.now() + 60_000, timeoutMs: 60_000 });

/**
 * Returns the maximum number of one user's requests in flight, measured after the first thirty of sixty.
 * @param ofCall number of requests that each call has already sent
 */
async function mostAtOnce(others: boolean, ofCall = 1): Promise<number> {
  const turns = createTurns({ own: 8, all: 64 });
  const [ann, bob] = [turns(() => 'ann'), turns(() => 'bob')];
  let sent = 0;
  let inFlight = 0;
  let most = 0;
  const send = async () => {
    sent += 1;
    inFlight += 1;
    if (sent > 30) most = Math.max(most, inFlight);
    await sleep(2);
    inFlight -= 1;
  };
  await Promise.all(
    Array.from({ length: 60 }, () => {
      if (others) void bob(async () => undefined, timeOf(), 1);
      return ann(send, timeOf(), ofCall);
    }),
  );
  return most;
}

describe('requests of one user', () => {
  it("are sent one at a time after many, for any of the user's calls, if others are active [FLT-49]", async () => {
    expect(await mostAtOnce(true)).toBe(1);
  });

  it('are sent one at a time when their call has sent many, if others are active [FLT-49]', async () => {
    expect(await mostAtOnce(true, 21)).toBe(1);
  });

  it('are sent concurrently if no other user is active, regardless of their number', async () => {
    expect(await mostAtOnce(false)).toBe(8);
    expect(await mostAtOnce(false, 21)).toBe(8);
  });
});
