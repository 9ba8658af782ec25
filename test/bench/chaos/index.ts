import { parseArgs } from 'node:util';
import type { Violation } from './model.ts';
import { type ChaosFindings, chaosKinds, runChaos } from './run.ts';

/**
 * `npm run chaos` lets fifty users work with the built server over HTTP for ten minutes. Meanwhile, faults occur in the
 * users' connections, in the connection to the service, and in the server, the service and the proxy between them. Then
 * the script reads the service's records directly through its API. It exits with 1 if they differ from the acknowledged
 * changes, or if a response belonged to another user, reported an internal error, contained a secret or never arrived.
 * `--seed` repeats the faults of an earlier run. `--minutes` and `--users` change the length and the number of users.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    minutes: { type: 'string', default: '10' },
    users: { type: 'string', default: '50' },
  },
});
const bounded = (text: string, least: number, most: number) =>
  Math.min(most, Math.max(least, Number(text) || least));
const plan = {
  seed: values.seed ?? String(Date.now() % 1e6),
  ends: { seconds: bounded(values.minutes, 0.1, 120) * 60 },
  users: bounded(values.users, 2, 98),
  pauseMs: 400,
};
const say = (text: string) => void process.stdout.write(`${text}\n`);

const zeros: readonly Violation['what'][] = [
  'acknowledged writes lost',
  'doubled',
  'wrong',
  'failed for certain, and made',
  'foreign answers',
  'INTERNAL',
  'unanswered',
  'secrets',
  'record of changes',
];

function table(counts: ReadonlyMap<string, number>): void {
  for (const [name, count] of [...counts].sort(([, a], [, b]) => b - a))
    say(`  ${String(count).padStart(7)}  ${name}`);
}

function print({
  met,
  unmet,
  calls,
  writes,
  codes,
  violations,
  record,
  failures,
  upstream,
  dealt,
}: ChaosFindings): void {
  const all = [...calls.values()].reduce((sum, count) => sum + count, 0);
  say(`\n${all} calls, ${upstream} requests to the service`);
  table(calls);
  say('refusals:');
  table(codes);
  say(`faults of ${met.size} kinds (of ${chaosKinds.length}):`);
  table(met);
  if (unmet.length > 0) say(`not met: ${unmet.join('; ')}`);
  for (const [, { count, first }] of failures) say(`log, ${count} times: ${first.slice(0, 1500)}`);
  say(
    `writes: ${writes.done} acknowledged, ${writes.failed} failed for certain, ${writes.unknown} with an unknown outcome`,
  );
  say(
    `record of changes: ${record.intents} intents = ${record.outcomes} outcomes + ${record.open} of killed processes; ${record.refused} stopped`,
  );
  for (const name of zeros) {
    const found = violations.filter(({ what }) => what === name);
    say(`${String(found.length).padStart(7)}  ${name}`);
    for (const { requestId, detail } of found.slice(0, 10))
      say(
        `           ${requestId} [${dealt.get(requestId) ?? ''}] ${detail.replace(/on the connection of (\S+)/, (text, id) => `${text} [${dealt.get(id)}]`)}`,
      );
  }
}

say(`seed ${plan.seed}: ${plan.users} users, ${plan.ends.seconds} s`);
const findings = await runChaos(plan);
print(findings);
say(`seed ${plan.seed}`);
process.exitCode = findings.violations.length > 0 ? 1 : 0;
