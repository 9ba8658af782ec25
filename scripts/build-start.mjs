import { join } from 'node:path';

/** What runs beside the program, in threads and processes. */
export const beside = {
  'worker-thread': 'src/mcp/output/fit/worker-thread.ts',
  'learn-thread': 'src/commands/learn/thread.ts',
  'sql-thread': 'src/sql/sql-thread.ts',
  'document-process': 'src/documents/document-process.ts',
  'document-thread': 'src/documents/document-thread.ts',
};

/**
 * One file for what every start loads and no thread or process beside it uses, and one for the rest of our own that needs
 * no package: otherwise each part would have a file.
 */
export function startName(root) {
  let starting;
  let everywhere;
  return (file, context) => {
    if (starting === undefined) {
      const main = join(root, 'src/commands/program.ts');
      const others = Object.values(beside).map((entry) => join(root, entry));
      everywhere = reached(others, context, (info) => info.dynamicallyImportedIds);
      starting = reached([main], context);
    }
    if (!starting.has(file)) return undefined;
    if (!everywhere.has(file)) return 'start';
    const needsNoOther = [...reached([file], context)].every((one) => one.startsWith(join(root, 'src')));
    return needsNoOther ? 'leaves' : undefined;
  };
}

/** Of the package, what every connection to the service needs. */
export const undiciParts = 'scripts/undici-parts.mjs';

/** One file for the rest of it, which is loaded with the first fetch. */
export function fetchName(root) {
  let needed;
  return (file, context) => {
    if (!/[\\/]node_modules[\\/]undici[\\/]/.test(file)) return undefined;
    needed ??= reached([join(root, undiciParts)], context);
    return needed.has(file) ? undefined : 'undici-fetch';
  };
}

/** What is imported by these files and whatever they import. */
function reached(files, context, more = () => []) {
  const found = new Set(files);
  for (const file of found) {
    const info = context.getModuleInfo(file);
    for (const imported of info ? [...info.importedIds, ...more(info)] : []) found.add(imported);
  }
  return found;
}
