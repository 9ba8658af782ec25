import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Installs the packages of a folder's lock file on first use, and again after the lock file has changed. */
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
