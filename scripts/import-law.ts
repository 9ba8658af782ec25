import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import { type Room, rooms } from './rooms.ts';

/**
 * Part of `npm run check`. Checks that each file of `src` and `tools` imports only what `scripts/rooms.ts` lists for
 * its module: by `import`, `export … from` and `import()`, including types.
 */

export interface ForbiddenImport {
  readonly file: string;
  /** Line of the import, from 1. */
  readonly line: number;
  /** Text between the quotes. */
  readonly from: string;
  readonly reason: string;
}

/** Imported module, and the offset of its name in the file. */
interface ModuleRequest {
  readonly from: string;
  readonly offset: number;
}

/** Checks whether a folder belongs to no module. Its files may import everything. */
const isUnlisted = (folder: string) => folder === 'src' || /^src\/commands(?:\/|$)/.test(folder);

/** Returns all modules that a file imports. A computed name of `import()` is returned as its expression. */
export function moduleRequests(file: string, text: string): ModuleRequest[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module;
  const named = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest),
    ...staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest ?? [])),
  ];
  return [
    ...named.map(({ value, start }) => ({ from: value, offset: start })),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => ({
      from: text.slice(start, end).replaceAll(/^['"`]|['"`]$/g, ''),
      offset: start,
    })),
  ];
}

/** Returns the name of the module that contains a folder. Returns undefined if there is none. */
export function roomOf(folder: string): string | undefined {
  if (rooms[folder]) return folder;
  for (let above = posix.dirname(folder); above !== '.'; above = posix.dirname(above))
    if (rooms[above]?.isWhole) return above;
  return undefined;
}

/** Returns all imports in `src` and `tools` that `scripts/rooms.ts` does not allow. */
export function forbiddenImports(root: URL): ForbiddenImport[] {
  const top = fileURLToPath(root);
  const files = ['src', 'tools'].flatMap((name) =>
    readdirSync(join(top, name), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => `${name}/${path.split(sep).join('/')}`),
  );
  return files.flatMap((file) => forbiddenIn(file, readFileSync(join(top, file), 'utf8')));
}

function forbiddenIn(file: string, text: string): ForbiddenImport[] {
  const folder = posix.dirname(file);
  if (isUnlisted(folder)) return [];
  const name = roomOf(folder);
  const room = name === undefined ? undefined : rooms[name];
  if (name === undefined || room === undefined)
    return [{ file, line: 1, from: '', reason: `scripts/rooms.ts lists no module for ${folder}` }];
  const reason = `${name} imports what scripts/rooms.ts lists: ${room.about}`;
  return [
    ...new Map(moduleRequests(file, text).map((request) => [request.offset, request])).values(),
  ].flatMap(({ from, offset }) =>
    mayImport(name, room, folder, from)
      ? []
      : [{ file, line: text.slice(0, offset).split('\n').length, from, reason }],
  );
}

function mayImport(name: string, room: Room, folder: string, from: string): boolean {
  if (from.startsWith('node:')) return room.node === true;
  // An entry point such as `zod/mini` belongs to its package. A deeper one must be listed separately.
  if (!from.startsWith('.'))
    return (room.packages ?? []).some((own) => own === from || own === posix.dirname(from));
  const path = posix.join(folder, from);
  const other = roomOf(posix.dirname(path));
  return path.endsWith('.ts') && other !== undefined && [name, ...(room.rooms ?? [])].includes(other);
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const { file, line, from, reason } of forbiddenImports(new URL('../', import.meta.url))) {
    process.stdout.write(`${file}:${line} may not import '${from}': ${reason}.\n`);
    process.exitCode = 1;
  }
