import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { extended, first, type Part } from './parts.ts';
import { type Counts, countsIn, failuresIn, sum, summary } from './totals.ts';

/**
 * Runs parts of the proof: `npm run test:all` those that `npm test` leaves out, `--ci` all, and names given those alone.
 * Two run side by side, because much of each is waiting. Each prints its whole output when it ends.
 */

const root = fileURLToPath(new URL('../../', import.meta.url));
const lanes = 2;

interface Result {
  readonly part: Part;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly output: string;
}

const minutesSince = (began: number) => `${((performance.now() - began) / 60_000).toFixed(1)} min`;
const isInstalled = (program: string) =>
  spawnSync(`command -v ${program}`, { shell: true, stdio: 'ignore' }).status === 0;

async function runPart(part: Part): Promise<Result> {
  if (part.needs !== undefined && !isInstalled(part.needs)) {
    process.stdout.write(`── ${part.name}: skipped, ${part.needs} is not installed\n`);
    return { part, outcome: 'skipped', output: '' };
  }
  const began = performance.now();
  process.stdout.write(`── ${part.name} begins: ${part.command}\n`);
  const run = spawn(part.command, { cwd: root, shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const pieces: Buffer[] = [];
  for (const stream of [run.stdout, run.stderr]) stream.on('data', (piece: Buffer) => pieces.push(piece));
  const [status] = await once(run, 'close');
  const output = Buffer.concat(pieces).toString('utf8');
  const outcome = status === 0 ? 'passed' : 'failed';
  process.stdout.write(`${output.trimEnd()}\n── ${part.name}: ${outcome}, ${minutesSince(began)}\n\n`);
  return { part, outcome, output };
}

/** Runs the parts in their order, a few at a time. */
async function runAll(parts: readonly Part[]): Promise<Result[]> {
  const waiting = [...parts];
  const results: Result[] = [];
  const lane = async () => {
    for (let part = waiting.shift(); part !== undefined; part = waiting.shift())
      results.push(await runPart(part));
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}

function chosenParts(): readonly Part[] {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { ci: { type: 'boolean' } } });
  const all = [...first, ...extended];
  if (positionals.length === 0) return values.ci ? all : extended;
  return positionals.map((name) => {
    const found = all.find((part) => part.name === name);
    if (found === undefined)
      throw new Error(`No part is called ${name}. Parts: ${all.map((part) => part.name).join(', ')}.`);
    return found;
  });
}

const began = performance.now();
const results = await runAll(chosenParts());
const counted = (label: 'Test Files' | 'Tests') => sum(results.map(({ output }) => countsIn(output, label)));
const parts: Counts = sum(results.map(({ outcome }) => ({ [outcome]: 1 })));
const failed = results.filter(({ outcome }) => outcome === 'failed').map(({ part }) => part.name);
if (failed.length > 0) {
  process.exitCode = 1;
  const tests = results.flatMap(({ part, output }) =>
    failuresIn(output).map((test) => `  ${part.name}: ${test}\n`),
  );
  process.stdout.write(`Failed: ${failed.join(', ')}\n${tests.join('')}`);
}
process.stdout.write(
  `${[
    summary('Parts', parts),
    summary('Test Files', counted('Test Files')),
    summary('Tests', counted('Tests')),
    `   Duration  ${minutesSince(began)}`,
  ].join('\n')}\n`,
);
