import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Brings the packages that a folder's own lock file names, on first use and again when it has changed. */
export function install(folder: string): void {
  const wanted = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  const installed = join(folder, 'node_modules/.installed.json');
  if (contentOf(installed) === wanted) return;
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
  execFileSync('npm', args, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' });
  writeFileSync(installed, wanted);
}

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
