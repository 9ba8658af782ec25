import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { testNames } from '../support/test-names.ts';

/** The table of faults names tests and runs that exist. */

const here = new URL('..', import.meta.url);
const page = readFileSync(new URL('robustness.md', here), 'utf8');
const rowsOf = (heading: string) =>
  (page.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|(-|\s*Fault \|)/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );

/** `file`: “name”, “name”; `file`: “name” */
const referencesIn = (cell: string) =>
  [...cell.matchAll(/`([\w./-]+\.test\.ts)`: ((?:“[^”]+”(?:, )?)+)/g)].flatMap(([, file = '', names = '']) =>
    [...names.matchAll(/“([^”]+)”/g)].map(([, name = '']) => ({ file, name })),
  );

describe('the table of faults', () => {
  const rows = rowsOf('Shown by tests');

  it('has a row for each, which says what must hold', () => {
    expect(rows.length).toBeGreaterThan(20);
    for (const [fault, holds, tests, ...more] of rows)
      expect([fault, holds !== '', tests !== '', more]).toEqual([fault, true, true, []]);
  });

  it.each(rows.map(([fault = '', , tests = '']) => [fault, tests]))(
    'names tests that exist: %s',
    (_fault, tests) => {
      const found = referencesIn(tests);
      expect(found.length).toBeGreaterThan(0);
      // Nothing in the cell but references.
      expect(found.length).toBe(tests.split('“').length - 1);
      for (const { file, name } of found) {
        const path = new URL(file, here);
        expect(existsSync(path), file).toBe(true);
        const titles = testNames(readFileSync(path, 'utf8'));
        expect([...titles, ...titles.map((title) => title.replace(/^.* > /, ''))], file).toContain(name);
      }
    },
  );

  it('names runs that exist', () => {
    const { scripts } = JSON.parse(readFileSync(new URL('../package.json', here), 'utf8'));
    const runs = rowsOf('Shown by a run');
    expect(runs.length).toBe(5);
    for (const [, , run = ''] of runs) expect(Object.keys(scripts)).toContain(/npm run (\w+)/.exec(run)?.[1]);
  });
});
