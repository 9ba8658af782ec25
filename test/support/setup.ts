import fc from 'fast-check';
import { afterAll, afterEach, vi } from 'vitest';
import { endProcesses } from './clients/process.ts';
import { setClock, usualMoment } from './time/clock.ts';

/** What every file of tests begins and ends with. */

setClock(usualMoment);

// The same inputs on every day: what is found by chance would fail a change that has nothing to do with it. Others are
// tried by whoever names another seed, or `random`; a failure prints its own.
const { CASEBRIDGE_TEST_SEED: seed = '20261122' } = process.env;
fc.configureGlobal(seed === 'random' ? {} : { seed: Number(seed) });

// A second, which vitest gives by itself, is short on a busy machine, and there is no setting for it.
const timeouts = 15_000;
const { waitFor, waitUntil } = vi;
const patient = <Options extends object>(options: number | Options | undefined) =>
  typeof options === 'number' ? options : { timeout: timeouts, ...options };
vi.waitFor = (callback, options) => waitFor(callback, patient(options));
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options));

// An error that nobody waits for ends the run, and vitest can only guess at its test: here it fails that test.
const stray: unknown[] = [];
const collect = (error: unknown) => void stray.push(error);
const events = ['unhandledRejection', 'uncaughtException'];
const before = events.map((event) => process.listeners(event as 'exit'));
for (const event of events) process.removeAllListeners(event).on(event, collect);
async function failOnStray(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  const [first] = stray.splice(0);
  if (first !== undefined) throw new Error('An error that nobody waited for', { cause: first });
}
afterEach(failOnStray);

// Servers that tests of a file share, and whatever one of them forgot.
afterAll(async () => {
  await endProcesses();
  await failOnStray();
  for (const [index, event] of events.entries()) {
    process.off(event, collect);
    for (const listener of before[index] ?? []) process.on(event, listener);
  }
});
