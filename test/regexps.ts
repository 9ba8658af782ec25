import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { RegExpParser } from '@eslint-community/regexpp';
import { type Expression, parseSync, Visitor } from 'oxc-parser';
import { analyse } from 'scslre';

/**
 * Part of `npm run check`. Checks that every regular expression of the source takes at most linear time.
 * Expressions that are built at run time are found by loading their files.
 */

interface Found {
  readonly file: string;
  readonly pattern: string;
  readonly flags: string;
}

const root = new URL('../', import.meta.url);
/**
 * Files that build expressions within functions: from literal words, from the letters of a word, or from the
 * operator's settings for tests.
 */
const builtLater = new Set([
  'src/mcp/output/sanitize.ts',
  'scripts/docs.ts',
  'src/sandbox/http/app.ts',
  'src/sandbox/faults/fault-rules.ts',
  'src/workflows/document-texts/find.ts',
]);

function filesIn(folder: string): string[] {
  return readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`);
}

/** Returns the literals of a file, and whether it builds expressions. */
function read(file: string): { literals: Found[]; isBuilding: boolean } {
  const literals: Found[] = [];
  let isBuilding = false;
  const note = (callee: Expression) => {
    if (callee.type === 'Identifier' && callee.name === 'RegExp') isBuilding = true;
  };
  const { program } = parseSync(file, readFileSync(new URL(file, root), 'utf8'));
  new Visitor({
    Literal: (node) => {
      if ('regex' in node) literals.push({ file, ...node.regex });
    },
    NewExpression: ({ callee }) => note(callee),
    CallExpression: ({ callee }) => note(callee),
  }).visit(program);
  return { literals, isBuilding };
}

/** Returns the expressions that a file builds while it is loaded. */
async function built(file: string): Promise<Found[]> {
  const found: Found[] = [];
  const { RegExp: original } = globalThis;
  globalThis.RegExp = new Proxy(original, {
    construct: (target, [pattern, flags = '']) => {
      const made = new target(pattern, flags);
      found.push({ file, pattern: made.source, flags: made.flags });
      return made;
    },
  });
  try {
    await import(new URL(`${file}?built`, root).href);
  } finally {
    globalThis.RegExp = original;
  }
  return found;
}

/** Returns why an expression may take more than linear time. Returns undefined if it cannot. */
export function slowness({ pattern, flags }: Pick<Found, 'pattern' | 'flags'>): string | undefined {
  const parser = new RegExpParser();
  const unicode = flags.includes('u');
  const { reports } = analyse({
    pattern: parser.parsePattern(pattern, 0, pattern.length, { unicode }),
    flags: parser.parseFlags(flags),
  });
  const [first] = reports;
  if (first === undefined) return undefined;
  const where = first.type === 'Move' ? 'begun anew at each place' : 'divided in many ways';
  return `${first.exponential ? 'exponential' : 'quadratic'} time: what it repeats can be ${where}`;
}

async function main(): Promise<void> {
  const files = ['src', 'tools'].flatMap(filesIn);
  const all: Found[] = [];
  const faults: string[] = [];
  for (const file of files) {
    const { literals, isBuilding } = read(file);
    all.push(...literals);
    if (!isBuilding || builtLater.has(file)) continue;
    const made = await built(file);
    all.push(...made);
    if (made.length === 0) faults.push(`${file} builds a regular expression that cannot be checked`);
  }
  for (const one of all) {
    const fault = slowness(one);
    if (fault !== undefined) faults.push(`${one.file}: /${one.pattern}/${one.flags} takes ${fault}`);
  }
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
  else console.log(`${all.length} regular expressions take linear time`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
