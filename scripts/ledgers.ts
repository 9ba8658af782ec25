import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { testNames } from './texts.ts';

/**
 * Ledgers are tables of requirements with ids. The name of a test ends with the ids that it proves: `it('identifies
 * records by UUIDs [CON-1]', …)`. The last column of a ledger is generated from these names.
 */
export interface TestFile {
  /** Path below the folder of tests. */
  readonly file: string;
  /** Ids of the requirements that its tests prove, such as `CON-1`. */
  readonly ids: ReadonlySet<string>;
}

/** Returns the test files in a folder, sorted by path. */
export function testFilesBelow(folder: string): TestFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts') && !path.includes('node_modules'))
    .map((path) => ({
      file: path.replaceAll('\\', '/'),
      ids: idsIn(readFileSync(join(folder, path), 'utf8')),
    }))
    .sort((one, other) => (one.file < other.file ? -1 : 1));
}

/** Returns the ids at the end of the names of tests in a source text. Names of groups do not count. */
export function idsIn(source: string): Set<string> {
  const names = testNames(parseSync('file.ts', source).program);
  return new Set(
    names.flatMap(({ isGroup, text }) => {
      const [, ids] = / \[([A-Z]+-\d+(?:, [A-Z]+-\d+)*)\]$/.exec(text) ?? [];
      return isGroup ? [] : (ids?.split(', ') ?? []);
    }),
  );
}

const rowId = /^\| ([A-Z]+-\d+) \|/gm;

/**
 * Returns the table with a regenerated last column.
 * @throws Error if no test proves a requirement
 */
export function withTests(ledger: string, tests: readonly TestFile[]): string {
  return ledger.replaceAll(/^\| ([A-Z]+-\d+) \|.*$/gm, (line, id: string) => {
    const files = tests.filter(({ ids }) => ids.has(id)).map(({ file }) => `\`${file}\``);
    if (files.length === 0) throw new Error(`no test has [${id}] at the end of its name`);
    return `${line.split('|').slice(0, -2).join('|')}| ${files.join(', ')} |`;
  });
}

/** Returns ids in names of tests that no ledger contains. */
export function withoutRow(ledgers: readonly string[], tests: readonly TestFile[]): string[] {
  const rows = new Set(ledgers.flatMap((text) => [...text.matchAll(rowId)].map(([, id]) => id)));
  return [...new Set(tests.flatMap(({ ids }) => [...ids]))].filter((id) => !rows.has(id));
}
