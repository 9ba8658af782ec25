import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/**
 * Tests that the table of faults in `robustness.md` is complete and names existing scripts. `npm run docs` generates
 * its column of test files from the names of tests.
 */

const here = new URL('..', import.meta.url);
const page = readFileSync(new URL('robustness.md', here), 'utf8');
const rowsOf = (heading: string) =>
  (page.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|(-|\s*(Id|Fault) \|)/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );

describe('the table of faults', () => {
  const rows = rowsOf('Shown by tests');

  it('has a row for each, with the requirement and its tests', () => {
    expect(rows.length).toBeGreaterThan(20);
    for (const [index, [id, fault, holds, tests, ...more]] of rows.entries())
      expect([id, fault !== '', holds !== '', tests !== '', more]).toEqual([
        `FLT-${index + 1}`,
        true,
        true,
        true,
        [],
      ]);
  });

  it('names runs that exist', () => {
    const { scripts } = JSON.parse(readFileSync(new URL('../package.json', here), 'utf8'));
    const runs = rowsOf('Shown by a run');
    expect(runs.length).toBe(5);
    for (const [, , run = ''] of runs) expect(Object.keys(scripts)).toContain(/npm run (\w+)/.exec(run)?.[1]);
  });
});
