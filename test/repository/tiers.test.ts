import { describe, expect, it } from 'vitest';
import { filesOf, placeOf, testFiles } from '../tiers/files.ts';
import { places, tiers } from '../tiers/places.ts';
import { apart, projectsOf } from '../tiers/projects.ts';
import { countsIn, failuresIn, hasOnlyFailedTests, reasonsIn, sum, summary } from '../tiers/totals.ts';

describe('the tiers of the tests', () => {
  it('contain every file once', () => {
    expect(testFiles().filter((file) => placeOf(file) === undefined)).toEqual([]);
    expect(tiers.flatMap((tier) => filesOf(tier)).sort()).toEqual(testFiles());
  });

  it('have no place without a file', () => {
    const used = new Set(testFiles().map(placeOf));
    expect(Object.keys(places).filter((path) => !used.has(path))).toEqual([]);
  });

  it('give a reason for each file or folder whose tier differs from the folder around it', () => {
    const around = (path: string) =>
      Object.keys(places)
        .filter((other) => other !== path && other.endsWith('/') && path.startsWith(other))
        .sort((one, other) => other.length - one.length)[0];
    const silent = Object.entries(places).filter(([path, { tier, why }]) => {
      const folder = around(path);
      return folder !== undefined && places[folder]?.tier !== tier && why === undefined;
    });
    expect(silent.map(([path]) => path)).toEqual([]);
  });

  it('are run by `npm test` and `npm run test:all`', () => {
    const run = (['standard', 'extended'] as const).flatMap((mode) =>
      projectsOf(mode).flatMap(({ files }) => files),
    );
    const expected = testFiles().filter((file) => !apart.some((folder) => file.startsWith(folder)));
    expect([...new Set(run)].sort()).toEqual(expected);
  });

  it('run only code above the transports in memory alone, which `both-transports` compares', () => {
    const run = (['standard', 'extended'] as const).flatMap(projectsOf);
    const filesIn = (name: string) => run.flatMap((project) => (project.name === name ? project.files : []));
    expect(filesIn('memory').filter((file) => !/^(e2e|faults)\//.test(file))).toEqual([]);
    expect(filesIn('stdio')).toContain('e2e/clients/both-transports.test.ts');
  });
});

describe('the totals of several runs', () => {
  const output = [
    '\u001b[2m Test Files \u001b[22m \u001b[1m\u001b[32m2 passed\u001b[39m\u001b[22m (2)',
    '      Tests  1 failed | 9 passed | 2 skipped (12)',
    '      Tests  5 passed | 1 todo (6)',
  ].join('\n');

  it('add up the summaries of vitest', () => {
    expect(countsIn(output, 'Test Files')).toEqual({ passed: 2 });
    expect(countsIn(output, 'Tests')).toEqual({ failed: 1, passed: 14, skipped: 2, todo: 1 });
  });

  it('name each failed test once', () => {
    const failed =
      ' \u001b[31mFAIL\u001b[39m  stdio  a.test.ts > one\n FAIL  stdio  a.test.ts > one\n FAILED nothing\n';
    expect(failuresIn(failed)).toEqual(['stdio  a.test.ts > one']);
  });

  it('repeat why tests failed, and no more of the output', () => {
    const log =
      '⎯⎯ Failed Tests 1 ⎯⎯\n\n FAIL  stdio  a.test.ts > one\nError: no\n\n Test Files  1 failed (1)\n';
    expect(reasonsIn(`begin\n${log}`)).toBe('FAIL  stdio  a.test.ts > one\nError: no');
    expect(reasonsIn(output)).toBe('');
  });

  it('repeat a part if only tests failed, not if an error had no test or a process is left', () => {
    const failed = ' FAIL  stdio  a.test.ts > one\n';
    expect(hasOnlyFailedTests(failed)).toBe(true);
    for (const more of [
      '⎯⎯ Unhandled Errors ⎯⎯\n',
      'Error: Processes are left that tests have started: 12\n',
    ])
      expect(hasOnlyFailedTests(failed + more)).toBe(false);
    expect(hasOnlyFailedTests('error TS2345\n')).toBe(false);
  });

  it('are printed in the form of vitest', () => {
    const total = sum([countsIn(output, 'Tests'), { passed: 1 }]);
    expect(summary('Tests', total)).toBe('      Tests  1 failed | 15 passed | 2 skipped | 1 todo (19)');
  });
});
