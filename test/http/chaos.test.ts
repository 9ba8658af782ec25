import { expect, it, vi } from 'vitest';
import { chaosKinds, runChaos } from '../bench/chaos/run.ts';
import { clockFlags } from '../support/time/clock.ts';

/** A short run of `npm run chaos` with a fixed seed. */

vi.setConfig({ testTimeout: 400_000 });

it('eight users with faults everywhere lose nothing, get no data of each other, and always get a response [FLT-16]', async () => {
  const found = await runChaos({
    seed: 'short',
    users: 8,
    ends: { steps: 120 },
    pauseMs: 20,
    nodeArgs: clockFlags(),
  });
  const { violations, unmet, met, writes, record, dealt } = found;
  expect(violations.map((one) => ({ ...one, dealt: dealt.get(one.requestId) }))).toEqual([]);
  expect(met.size, `not met: ${unmet.join('; ')}`).toBeGreaterThan(chaosKinds.length * 0.8);
  expect(writes.done).toBeGreaterThan(50);
  expect(record.intents).toBe(record.outcomes + record.open);
});
