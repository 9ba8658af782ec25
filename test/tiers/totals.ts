import { stripVTControlCharacters } from 'node:util';

/** Types of results, in the order of vitest's summary. */
const kinds = ['failed', 'passed', 'skipped', 'todo'] as const;
export type Counts = Partial<Record<(typeof kinds)[number], number>>;

/** Adds up the summary lines of vitest in an output that may contain several runs. */
export function countsIn(output: string, label: 'Test Files' | 'Tests'): Counts {
  const counts: Counts = {};
  const lines = stripVTControlCharacters(output).matchAll(
    new RegExp(`^ *${label}  (\\d.*)\\(\\d+\\)$`, 'gm'),
  );
  for (const [, line = ''] of lines)
    for (const kind of kinds) {
      const [, count] = new RegExp(`(\\d+) ${kind}`).exec(line) ?? [];
      if (count !== undefined) counts[kind] = (counts[kind] ?? 0) + Number(count);
    }
  return counts;
}

/** Returns a summary line in the form of vitest: `Tests  1 failed | 20 passed | 3 skipped (24)`. */
export function summary(label: string, counts: Counts): string {
  const all = kinds.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0);
  const said = kinds.flatMap((kind) => (counts[kind] === undefined ? [] : [`${counts[kind]} ${kind}`]));
  return `${label.padStart(11)}  ${said.join(' | ') || '0 passed'} (${all})`;
}

/** Returns the sum of several counts. */
export function sum(all: readonly Counts[]): Counts {
  const total: Counts = {};
  for (const counts of all)
    for (const kind of kinds) if (counts[kind] !== undefined) total[kind] = (total[kind] ?? 0) + counts[kind];
  return total;
}

/** Returns the failed tests that vitest lists in an output, without duplicates. */
export function failuresIn(output: string): readonly string[] {
  const lines = stripVTControlCharacters(output).matchAll(/^ FAIL +(\S.*)$/gm);
  return [...new Set(Array.from(lines, ([, name = '']) => name))];
}

/** Maximum length of the failure messages that are repeated after all parts, in characters. */
const shownCharacters = 8000;

/** Returns vitest's message for each failed test in an output, to repeat it at the end of a long log. */
export function reasonsIn(output: string): string {
  const [, , reasons = ''] =
    /⎯ (Failed Tests|Failed Suites|Unhandled Errors) [\s\S]*?\n([\s\S]*?)(?=^ *Test Files|$(?![\s\S]))/m.exec(
      stripVTControlCharacters(output),
    ) ?? [];
  return reasons.trim().slice(0, shownCharacters);
}

/** Checks whether only tests failed, without an error outside a test or a process that is still running. */
export const hasOnlyFailedTests = (output: string): boolean =>
  failuresIn(output).length > 0 &&
  !/⎯ Unhandled Errors|Processes are left/.test(stripVTControlCharacters(output));
