import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { grown, readKept, tableOfCosts, writeKept } from './kept-ratios.ts';
import { type Cost, measureCosts } from './measure.ts';

/**
 * `npm run bench:costs` measures the processor time of a call to casebridge and of the same call to a minimal server,
 * the baseline. It compares the ratio of both times with a stored ratio. It exits with 1 if a ratio is more than 25 %
 * above its stored value in all three runs. `--keep` stores the medians of three runs instead. A ratio within one run
 * hardly depends on the machine, because other load slows both sides.
 */
const runs = 3;
const say = (text: string) => process.stdout.write(`${text}\n`);

/** Returns the costs of one run. Returns undefined if the system does not report the processor time of a process. */
async function measured(): Promise<readonly Cost[] | undefined> {
  const costs = await measureCosts();
  if (!costs.some(({ ratio }) => Number.isNaN(ratio))) return costs;
  say('This system does not tell the processor time of a process: nothing was compared.');
  return undefined;
}

async function keep(): Promise<void> {
  const all: (readonly Cost[])[] = [];
  for (let run = 0; run < runs; run += 1) {
    const costs = await measured();
    if (costs === undefined) return;
    say(tableOfCosts(costs, readKept()));
    all.push(costs);
  }
  writeKept(all);
}

async function guard(): Promise<void> {
  let dearer: readonly string[] | undefined;
  for (let run = 1; run <= runs; run += 1) {
    const costs = await measured();
    if (costs === undefined) return;
    say(tableOfCosts(costs, readKept()));
    dearer = grown(costs, readKept()).filter((name) => dearer?.includes(name) ?? true);
    if (dearer.length === 0) return;
    say(`Run ${run} of ${runs}: more than a quarter above the kept ratio: ${dearer.join('; ')}.`);
  }
  say(
    'A call has become more expensive. Find out why, or keep the new ratio with --keep and say so in docs/CHANGELOG.md.',
  );
  process.exitCode = 1;
}

say(`node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${process.platform}`);
const { values } = parseArgs({ options: { keep: { type: 'boolean', default: false } } });
await (values.keep ? keep() : guard());
