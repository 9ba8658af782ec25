import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';

/**
 * Ledgers are tables of requirements with ids. The name of a test ends with the ids that it proves: `it('identifies
 * records by UUIDs [CON-1]', …)`. The last column of a ledger is generated from these names.
 */
export interface NamedTest {
  /** Path below the folder of tests. */
  readonly file: string;
  /** `group > test`, without the ids. */
  readonly name: string;
  /** Ids of the requirements that the test proves, such as `CON-1`. */
  readonly ids: readonly string[];
}

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** Ids at the end of a name: ` [CON-1, VER-3]`. */
const idsAtEnd = / \[([A-Z]+-\d+(?:, [A-Z]+-\d+)*)\]$/;

/** Returns all tests of a folder with their names in the source. */
export function testsBelow(folder: string): NamedTest[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules'))
    .sort()
    .flatMap((file) =>
      namesIn(readFileSync(join(folder, file), 'utf8')).map((title) => {
        const [, ids] = idsAtEnd.exec(title) ?? [];
        const name = title.replace(idsAtEnd, '');
        return { file: file.replaceAll('\\', '/'), name, ids: ids?.split(', ') ?? [] };
      }),
    );
}

/** Returns the names of the tests in a source text, each preceded by the names of its groups. */
export function namesIn(source: string): string[] {
  const names: string[] = [];
  const walk = (value: unknown, groups: readonly string[]): void => {
    if (Array.isArray(value)) for (const item of value) walk(item, groups);
    if (!isNode(value)) return;
    const title = titleOf(value);
    const inside = title?.kind === 'describe' ? [...groups, title.text] : groups;
    if (title?.kind === 'it') names.push([...groups, title.text].join(' > '));
    for (const child of Object.values(value)) walk(child, inside);
  };
  walk(parseSync('file.ts', source).program.body, []);
  return names;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Functions that declare tests and groups. `timeless` wraps `it`. */
const kinds = new Map([
  ['describe', 'describe'],
  ['it', 'it'],
  ['test', 'it'],
  ['timeless', 'it'],
]);

/** Returns the name that a call gives to a test or group. Returns undefined for other calls. */
function titleOf(node: Node): { kind: string; text: string } | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const kind = kinds.get(beginningOf(node.callee as Node));
  const [first] = node.arguments as Node[];
  const text = textOf(first);
  return kind === undefined || text === undefined ? undefined : { kind, text };
}

/** Returns `it` for `it`, `it.each([…])` and `it.runIf(…).each`. */
function beginningOf(node: Node): string {
  if (node.type === 'Identifier') return String(node.name);
  const inner = node.object ?? node.callee ?? node.tag;
  return isNode(inner) ? beginningOf(inner) : '';
}

function textOf(node: Node | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type !== 'TemplateLiteral' || (node.expressions as unknown[]).length > 0) return undefined;
  return (node.quasis as { value: { cooked: string } }[])[0]?.value.cooked;
}

/**
 * Returns the table with a regenerated last column.
 * @throws Error if no test proves a requirement
 */
export function withTests(ledger: string, tests: readonly NamedTest[]): string {
  return ledger
    .split('\n')
    .map((line) => {
      const [, id = ''] = /^\| ([A-Z]+-\d+) \|/.exec(line) ?? [];
      if (id === '') return line;
      const shown = tests.filter(({ ids }) => ids.includes(id));
      if (shown.length === 0) throw new Error(`no test has [${id}] at the end of its name`);
      return `${line.split('|').slice(0, -2).join('|')}| ${listed(shown)} |`;
    })
    .join('\n');
}

/** Formats tests as `` `file`: “name”, “name”; `file`: “name” ``. */
function listed(tests: readonly NamedTest[]): string {
  const names = new Map<string, string[]>();
  for (const { file, name } of tests) names.set(file, [...(names.get(file) ?? []), `“${name}”`]);
  return [...names]
    .map(([file, all]) => `\`${file}\`: ${all.join(', ')}`)
    .join('; ')
    .replaceAll(/(?<!\\)\|/g, '\\|');
}

/** Returns ids in test names that no ledger contains. */
export function withoutRow(ledgers: readonly string[], tests: readonly NamedTest[]): string[] {
  const rows = new Set(
    ledgers.flatMap((text) => [...text.matchAll(/^\| ([A-Z]+-\d+) \|/gm)].map(([, id]) => id)),
  );
  return [...new Set(tests.flatMap(({ ids }) => ids))].filter((id) => !rows.has(id));
}
