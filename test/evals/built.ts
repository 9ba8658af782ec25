import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serverPath } from '../support/clients/process.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

const changedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Builds the server if a source is newer than the last build. */
export function buildIfOlder(): void {
  const sources = ['src', 'tools'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
      join(root, folder, path),
    ),
  );
  const built = changedAt(serverPath);
  if (sources.every((path) => changedAt(path) <= built)) return;
  execFileSync(process.execPath, [join(root, 'scripts/build.mjs')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
