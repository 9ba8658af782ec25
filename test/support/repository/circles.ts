import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parseSync } from 'oxc-parser';
import { moduleRequests } from '../../../scripts/import-law.ts';

/** Returns the files that each file imports: by `import`, `import()` and `export … from`, including types. */
export function importsOf(files: readonly string[], root: string): ReadonlyMap<string, readonly string[]> {
  return new Map(
    files.map((file) => {
      const text = readFileSync(posix.join(root, file), 'utf8');
      const names = moduleRequests(file, text).map(({ from }) => from);
      const own = names.filter((name) => name.startsWith('.'));
      return [file, [...new Set(own.map((name) => posix.join(posix.dirname(file), name)))]];
    }),
  );
}

/** Returns the names that each file itself declares and exports, including types. Re-exports are left out. */
export function exportsOf(files: readonly string[], root: string): { file: string; name: string }[] {
  return files.flatMap((file) => {
    const { staticExports } = parseSync(file, readFileSync(posix.join(root, file), 'utf8')).module;
    const own = staticExports.flatMap(({ entries }) => entries).filter(({ moduleRequest }) => !moduleRequest);
    return [...new Set(own.map(({ exportName }) => exportName.name ?? 'default'))].map((name) => ({
      file,
      name,
    }));
  });
}

/** Returns groups of files that import each other, directly or indirectly. */
export function circlesIn(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const reached = new Map([...imports.keys()].map((file) => [file, reachedFrom(file, imports)]));
  const groups = [...reached].flatMap(([file, others]) => {
    const group = [...others].filter((other) => reached.get(other)?.has(file)).sort();
    return group.length > 0 && group[0] === file ? [group] : [];
  });
  return groups.sort();
}

/**
 * Returns all files that a file imports, directly or indirectly. They include the file itself only if there is a cycle.
 */
function reachedFrom(file: string, imports: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const reached = new Set<string>();
  const left = [...(imports.get(file) ?? [])];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    left.push(...(imports.get(next) ?? []));
  }
  return reached;
}
