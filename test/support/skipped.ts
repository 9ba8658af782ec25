import type { Reporter, TestModule, Vitest } from 'vitest/node';

/** Maximum number of groups whose names are printed for one file. Only the number of the other groups is printed. */
const shownGroups = 3;

/** Prints the tests that a run skipped, so that nobody mistakes them for passed tests. */
export class Skipped implements Reporter {
  #isFiltered = false;

  onInit({ config }: Vitest): void {
    // A run that selects tests by name skips all other tests, so nothing is printed.
    this.#isFiltered = config.testNamePattern !== undefined;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (this.#isFiltered) return;
    const lines = modules.flatMap((module) => {
      const tests = [...module.children.allTests('skipped')];
      const groups = new Set(
        tests.map(({ parent, name }) => (parent.type === 'suite' ? parent.fullName : name)),
      );
      const [shown, others] = [[...groups].slice(0, shownGroups), groups.size - shownGroups];
      const named = [...shown, ...(others > 0 ? [`${others} more`] : [])].join('; ');
      return tests.length === 0 ? [] : `  ${module.relativeModuleId} (${tests.length}): ${named}`;
    });
    if (lines.length > 0) process.stdout.write(`\n Skipped:\n${lines.join('\n')}\n`);
  }
}
