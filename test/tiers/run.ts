import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { extended, first, type Part } from './parts.ts';
import { type Counts, countsIn, failuresIn, hasOnlyFailedTests, reasonsIn, sum, summary } from './totals.ts';

/**
 * Runs parts of the proof: by default the parts that `npm test` leaves out, with `--ci` all parts, or the parts given
 * by name. Two parts run in parallel, because much of each is waiting, and a third if it mostly waits. Each prints its
 * whole output when it ends.
 * With two parts running, the machine has several processes for each core, and a test may wait too long for another
 * process. So if only a few tests failed, they run again twice, alone. They count as failed unless they pass both
 * times. They are listed in any case, with the reason.
 */

const root = fileURLToPath(new URL('../../', import.meta.url));
const lanes = 2;
/** Maximum number of failed tests in all parts that may be due to a busy machine. */
const maxRepeatedTests = 3;
const repetitions = 2;

interface Result {
  readonly part: Part;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly output: string;
}

/** Returns each failed test with its part: `test: stdio  cli/call.test.ts > …`. */
const failedTests = (results: readonly Result[]) =>
  results.flatMap(({ part, output }) => failuresIn(output).map((test) => `${part.name}: ${test}`));

const minutesSince = (began: number) => `${((performance.now() - began) / 60_000).toFixed(1)} min`;
const isInstalled = (program: string) =>
  spawnSync(`command -v ${program}`, { shell: true, stdio: 'ignore' }).status === 0;

/** Returns the command followed by the processor time of its processes, as bash prints it (see {@link timesPrinted}). */
const measured = (command: string) => `${command}\nstatus=$?; echo; times; exit $status`;

/** Output of `times`: user and system time of the shell, then of its processes that have ended. */
const timesPrinted = /\n\S+m\S+s \S+m\S+s\n(\d+)m([\d.]+)s (\d+)m([\d.]+)s\s*$/;

/** @returns the output without the times at its end, and minutes such as `12.3`, `?` if the shell did not print them */
function withoutTimes(output: string): { output: string; processorMinutes: string } {
  const [, userMinutes, userSeconds, systemMinutes, systemSeconds] = timesPrinted.exec(output) ?? [];
  if (userMinutes === undefined) return { output, processorMinutes: '?' };
  const minutes =
    Number(userMinutes) + Number(systemMinutes) + (Number(userSeconds) + Number(systemSeconds)) / 60;
  return { output: output.replace(timesPrinted, ''), processorMinutes: minutes.toFixed(1) };
}

async function runPart(part: Part): Promise<Result> {
  if (part.needs !== undefined && !isInstalled(part.needs)) {
    process.stdout.write(`── ${part.name}: skipped, ${part.needs} is not installed\n`);
    return { part, outcome: 'skipped', output: '' };
  }
  const began = performance.now();
  process.stdout.write(`── ${part.name} begins: ${part.command}\n`);
  const run = spawn('bash', ['-c', measured(part.command)], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const pieces: Buffer[] = [];
  for (const stream of [run.stdout, run.stderr]) stream.on('data', (piece: Buffer) => pieces.push(piece));
  const [status] = await once(run, 'close');
  const { output, processorMinutes } = withoutTimes(Buffer.concat(pieces).toString('utf8'));
  const outcome = status === 0 ? 'passed' : 'failed';
  process.stdout.write(
    `${output.trimEnd()}\n── ${part.name}: ${outcome}, ${minutesSince(began)}, ${processorMinutes} min of processor time\n\n`,
  );
  return { part, outcome, output };
}

/** Runs the parts in order with several lanes, and in parallel those that mostly wait. */
async function runAll(parts: readonly Part[]): Promise<Result[]> {
  const waiting = parts.filter(({ waits, isMeasured }) => !waits && !isMeasured);
  const results: Result[] = [];
  const lane = async () => {
    for (let part = waiting.shift(); part !== undefined; part = waiting.shift())
      results.push(await runPart(part));
  };
  const beside = parts
    .filter(({ waits }) => waits)
    .map(async (part) => {
      results.push(await runPart(part));
    });
  await Promise.all([...beside, ...Array.from({ length: lanes }, lane)]);
  for (const part of parts.filter(({ isMeasured }) => isMeasured)) results.push(await runPart(part));
  return results;
}

/** Returns the command that repeats the failures: these files if it accepts file names, otherwise the whole part. */
function commandAgain({ part: { command }, output }: Result): string {
  const files = failuresIn(output).flatMap((test) => /\S+\.test\.ts/.exec(test) ?? []);
  return command.startsWith('npx vitest run ') ? `${command} ${[...new Set(files)].join(' ')}` : command;
}

/** @returns the parts that failed again when run alone */
async function failedAlone(failed: readonly Result[]): Promise<Result[]> {
  if (
    failedTests(failed).length > maxRepeatedTests ||
    !failed.every(({ output }) => hasOnlyFailedTests(output))
  )
    return [...failed];
  const left: Result[] = [];
  for (const result of failed)
    for (let time = 0; time < repetitions && !left.includes(result); time += 1) {
      const again = await runPart({
        ...result.part,
        name: `${result.part.name} again`,
        command: commandAgain(result),
      });
      if (again.outcome === 'failed') left.push(result);
    }
  return left;
}

function chosenParts(): readonly Part[] {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { ci: { type: 'boolean' } } });
  const all = [...first, ...extended];
  if (positionals.length === 0) return values.ci ? all.filter(({ isMeasured }) => !isMeasured) : extended;
  return positionals.map((name) => {
    const found = all.find((part) => part.name === name);
    if (found === undefined)
      throw new Error(`There is no part ${name}. Parts: ${all.map((part) => part.name).join(', ')}.`);
    return found;
  });
}

const began = performance.now();
const results = await runAll(chosenParts());
const failed = results.filter(({ outcome }) => outcome === 'failed');
const left = await failedAlone(failed);
if (left.length > 0) process.exitCode = 1;
/** Tests that passed alone count as passed. */
const counted = (countsOf: (result: Result) => Counts) =>
  sum(
    results.map((result) => {
      const { failed: count = 0, ...counts } = countsOf(result);
      if (count === 0 || left.includes(result)) return countsOf(result);
      return { ...counts, passed: (counts.passed ?? 0) + count };
    }),
  );
for (const result of failed) {
  const outcome = left.includes(result) ? 'Failed' : 'Failed beside other parts, passed twice alone';
  const tests = failedTests([result]).map((test) => `  ${test}\n`);
  process.stdout.write(`${outcome}: ${result.part.name}\n${tests.join('')}${reasonsIn(result.output)}\n`);
}
process.stdout.write(
  `${[
    summary(
      'Parts',
      counted(({ outcome }) => ({ [outcome]: 1 })),
    ),
    summary(
      'Test Files',
      counted(({ output }) => countsIn(output, 'Test Files')),
    ),
    summary(
      'Tests',
      counted(({ output }) => countsIn(output, 'Tests')),
    ),
    `   Duration  ${minutesSince(began)}`,
  ].join('\n')}\n`,
);
