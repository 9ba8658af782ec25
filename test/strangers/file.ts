import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Stranger } from './world.ts';

/** Parts of a deployment file that a person adds or replaces. */
export interface Edits {
  readonly [name: string]: string | Edits;
}

const main = fileURLToPath(new URL('../../dist/src/main.js', import.meta.url));

/**
 * Runs `casebridge doctor` to write a deployment file, and edits it.
 * @returns the path of the file
 */
export async function writeFile({ baseUrl, world }: Stranger, edits: Edits): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'casebridge-file-'));
  const file = join(folder, 'deployment.json');
  const env = {
    ...process.env,
    CASEBRIDGE_URL: baseUrl,
    CASEBRIDGE_LOGIN: world.signsIn.login,
    CASEBRIDGE_PASSWORD: world.signsIn.password,
    CASEBRIDGE_CACHE_DIR: folder,
  };
  // Ignore problems that doctor finds, because the edits solve them.
  const run = promisify(execFile)(process.execPath, [main, 'doctor', '--out', file], { env });
  await run.catch(() => undefined);
  writeFileSync(file, JSON.stringify(merged(JSON.parse(readFileSync(file, 'utf8')), edits)));
  return file;
}

function merged(form: Readonly<Record<string, unknown>>, edits: Edits): Record<string, unknown> {
  const changed = Object.entries(edits).map(([name, value]) => {
    const known = form[name];
    const isGroup = typeof known === 'object' && known !== null && typeof value !== 'string';
    return [name, isGroup ? merged(known as Record<string, unknown>, value) : value];
  });
  return { ...form, ...Object.fromEntries(changed) };
}

/** Returns the number of lines that a person writes for these edits: one for each value and for each group. */
export const linesOf = (edits: Edits): number =>
  Object.values(edits).reduce<number>(
    (lines, value) => lines + (typeof value === 'string' ? 1 : 1 + linesOf(value)),
    0,
  );
