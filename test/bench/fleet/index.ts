import { median } from '../compare.ts';
import { costs } from './costs.ts';
import { crowd } from './crowd.ts';
import { runFleet } from './fleet.ts';

/**
 * `npm run bench:fleet [-- minutes [callers]]` runs two processes of one server behind nginx without session affinity.
 * They share a Redis. The script alternately kills one process and restarts one. `-- costs` measures the cost of Redis
 * per call and the gain of a second process. `-- crowd` measures ten thousand signed-in users. The script prints
 * results and asserts nothing.
 */
const say = (text = '') => process.stdout.write(`${text}\n`);
const [what = '2', count = '200'] = process.argv.slice(2);

async function fleet(minutes: number, callers: number): Promise<void> {
  const ms = minutes * 60_000;
  say(`${callers} callers of each kind of client in turn, ${minutes} minutes`);
  const result = await runFleet({ callers, ms, pauseMs: 1500, say });
  const sorted = result.ms.toSorted((a, b) => a - b);
  say(`calls              ${result.calls} (${[...result.byKind].map((one) => one.join(' ')).join(', ')})`);
  say(`a second           ${(result.calls / (ms / 1000)).toFixed(1)}`);
  say(
    `median, 99 %       ${median(sorted).toFixed(0)} ms, ${(sorted[Math.floor(sorted.length * 0.99)] ?? 0).toFixed(0)} ms`,
  );
  say(`killed, restarted  ${result.kills}, ${result.restarts}`);
  say(
    `agreements         ${result.agreements} told as used, ${result.ran} scripts ran, ${result.twice.length} of them twice`,
  );
  say(`crossed answers    ${result.crossed}`);
  say(
    `failures           ${result.explained.length} under way in a process that was killed, ${result.unexplained.length} others`,
  );
  for (const { kind, what: why, began, ended } of result.unexplained.slice(0, 10))
    say(`  ${kind}, ${(ended - began).toFixed(0)} ms: ${why.slice(0, 200)}`);
}

if (what === 'costs') await costs(say);
else if (what === 'crowd') await crowd(say, Number(count === '200' ? 10_000 : count));
else await fleet(Number(what), Number(count));
process.exit();
