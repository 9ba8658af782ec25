import { readdirSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Room, rooms } from './rooms.ts';

/** A block of the linter's configuration for the files of one folder. */
interface Override {
  readonly includes: readonly string[];
  readonly linter: { readonly rules: { readonly style: Readonly<Record<string, unknown>> } };
}

/** The folders of a room that is whole which hold files, itself included; else the room alone. */
export function foldersOf(name: string, { isWhole }: Room, root: URL): string[] {
  if (!isWhole) return [name];
  const top = fileURLToPath(root);
  const below = readdirSync(join(top, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(top, entry.parentPath).split(sep).join('/'));
  return [...new Set([name, ...below.sort()])];
}

/** The linter's rules for every room: each folder may import what its room may. */
export function importRules(root: URL): Override[] {
  return Object.entries(rooms).flatMap(([name, room]) =>
    foldersOf(name, room, root).map((folder) => ruleOf(folder, name, room, root)),
  );
}

function ruleOf(folder: string, name: string, room: Room, root: URL): Override {
  const others = (room.rooms ?? []).flatMap((other) => foldersOf(other, rooms[other] ?? { about: '' }, root));
  const folders = [...foldersOf(name, room, root), ...others].map((other) => {
    const path = posix.relative(folder, other);
    return path === '' ? '!./*.ts' : `!${path.startsWith('.') ? path : `./${path}`}/*.ts`;
  });
  const packages = (room.packages ?? []).flatMap((one) => [`!${one}`, `!${one}/*`]);
  const group = ['**', ...packages, ...(room.node ? ['!node:*', '!node:*/*'] : []), ...folders];
  const message = `${name} imports what scripts/rooms.ts lists: ${room.about}.`;
  return {
    includes: [`${folder}/*.ts`],
    linter: {
      rules: {
        style: { noRestrictedImports: { level: 'error', options: { patterns: [{ group, message }] } } },
      },
    },
  };
}

/** The configuration with these rules in place of those that it has. */
export function withImportRules(configuration: string, root: URL): string {
  const parsed = JSON.parse(configuration);
  const others = parsed.overrides.filter(
    ({ linter }: Override) => linter.rules.style?.noRestrictedImports === undefined,
  );
  return JSON.stringify({ ...parsed, overrides: [...importRules(root), ...others] });
}
