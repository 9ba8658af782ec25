import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Launch } from '../../assistants/assistant.ts';
import { type Machine, settingsFolder } from '../../assistants/places.ts';
import { type Config, UsageError } from '../../config/command-line.ts';
import { usageMessages } from '../../config/messages.ts';
import { allSettings, valuesOfSettings } from '../../config/settings.ts';
import { fileTrouble } from '../../config/usage-error.ts';

/** A secret that is not yet in a file, and the file for it, which only its user can read. */
export interface SecretFile {
  readonly path: string;
  readonly text: string;
}

/** Returns the environment variables of a configuration. Secrets in it are replaced with names of files. */
export function variablesOf(
  config: Config,
  machine: Machine,
): { readonly env: Launch['env']; readonly files: readonly SecretFile[] } {
  const { stated } = config;
  const files: Record<string, SecretFile> = {};
  for (const [{ env, secret, isCommon }, text] of valuesOfSettings(config)) {
    const variable = `${env}_FILE`;
    if (!secret || isCommon || stated[variable] !== undefined || typeof text !== 'string') continue;
    // Each combination of service and login has a separate file.
    const whose = createHash('sha256')
      .update(`${config.service.url}\n${config.signIn.login}`)
      .digest('hex')
      .slice(0, 12);
    files[variable] = { path: join(ownFolder(machine), `${fileNameOf(env)}-${whose}`), text };
  }
  const paths = Object.entries(files).map(([variable, { path }]) => [variable, path]);
  return { env: { ...stated, ...Object.fromEntries(paths) }, files: Object.values(files) };
}

const fileNameOf = (env: string) => env.toLowerCase().replace('casebridge_', '').replaceAll('_', '-');
/** Prefixes of the names of files that are written here. */
const fileNames = allSettings.filter(({ secret }) => secret).map(({ env }) => fileNameOf(env));

const ownFolder = (machine: Machine) => join(settingsFolder(machine), 'casebridge');

/** Writes files that only their user can read (on Windows by their folder). @throws UsageError if that fails */
export function writeSecrets(files: readonly SecretFile[]): void {
  for (const { path, text } of files) {
    try {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      rmSync(path, { force: true });
      writeFileSync(path, text, { mode: 0o600, flag: 'wx' });
      chmodSync(path, 0o600);
    } catch (error) {
      throw new UsageError(usageMessages.cannotBeWritten, { name: path, why: fileTrouble(error) });
    }
  }
}

/** Deletes secret files that no configuration refers to any more. @param texts current texts of all configurations */
export function forgetSecrets(machine: Machine, texts: readonly string[]): void {
  const folder = ownFolder(machine);
  try {
    for (const name of readdirSync(folder)) {
      const isOurs =
        /-[0-9a-f]{12}$/.test(name) && fileNames.includes(name.slice(0, -'-123456789abc'.length));
      if (isOurs && !texts.some((text) => text.includes(name))) rmSync(join(folder, name));
    }
    rmdirSync(folder);
  } catch {
    // The folder does not exist, or it contains other files.
  }
}
