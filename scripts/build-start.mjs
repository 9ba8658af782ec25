import { join } from 'node:path';

/** Entry points of the worker threads and child processes, by output name. */
export const beside = {
  'worker-thread': 'src/mcp/output/fit/worker-thread.ts',
  'learn-thread': 'src/commands/learn/thread.ts',
  'sql-thread': 'src/sql/sql-thread.ts',
  'document-process': 'src/documents/document-process.ts',
  'document-thread': 'src/documents/document-thread.ts',
};

/**
 * Returns a function that assigns modules to chunks. `start`: modules that are loaded at every start and that no thread
 * or child process uses. `leaves`: other modules that are loaded at every start and need no package. Otherwise each
 * module of `leaves` would be a separate file.
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

/** Module that exports only the parts of undici that connections to the service need. */
export const undiciParts = 'scripts/undici-parts.mjs';

/** Returns a function that puts all other modules of undici into one chunk, which is loaded for the first fetch. */
export function fetchName(root) {
  let needed;
  return (file, context) => {
    if (!/[\\/]node_modules[\\/]undici[\\/]/.test(file)) return undefined;
    needed ??= reached([join(root, undiciParts)], context);
    return needed.has(file) ? undefined : 'undici-fetch';
  };
}

/** Returns these files and all files that they import, directly or indirectly. */
function reached(files, context, more = () => []) {
  const found = new Set(files);
  for (const file of found) {
    const info = context.getModuleInfo(file);
    for (const imported of info ? [...info.importedIds, ...more(info)] : []) found.add(imported);
  }
  return found;
}
