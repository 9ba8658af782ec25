import fc from 'fast-check';
import { afterAll, afterEach, vi } from 'vitest';
import { endProcesses } from './clients/process.ts';
import { setClock, usualMoment } from './time/clock.ts';

/** Setup and teardown of every test file. */

setClock(usualMoment);

// A fixed seed, so that a random failure never blocks an unrelated change. Set another seed, or `random`, to try other
// inputs. A failure prints its seed.
const { CASEBRIDGE_TEST_SEED: seed = '20261122' } = process.env;
fc.configureGlobal(seed === 'random' ? {} : { seed: Number(seed) });

// Default timeout of `waitFor` and `waitUntil`, in milliseconds. Vitest's default of one second is too short on a busy
// machine, and no setting changes it.
const timeouts = 15_000;
const { waitFor, waitUntil } = vi;
const patient = <Options extends object>(options: number | Options | undefined) =>
  typeof options === 'number' ? options : { timeout: timeouts, ...options };
vi.waitFor = (callback, options) => waitFor(callback, patient(options));
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options));

// Fail the current test if an error is not handled. Otherwise the error ends the run, and vitest can only guess the
// test.
const stray: unknown[] = [];
const collect = (error: unknown) => void stray.push(error);
const events = ['unhandledRejection', 'uncaughtException'];
const before = events.map((event) => process.listeners(event as 'exit'));
for (const event of events) process.removeAllListeners(event).on(event, collect);
async function failOnStray(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  const [first] = stray.splice(0);
  if (first !== undefined) throw new Error('An error was not handled', { cause: first });
}
afterEach(failOnStray);

// End the servers that the tests of a file share, and those that a test did not close.
afterAll(async () => {
  await endProcesses();
  await failOnStray();
  for (const [index, event] of events.entries()) {
    process.off(event, collect);
    for (const listener of before[index] ?? []) process.on(event, listener);
  }
});
