import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';
import type { Assistant } from './assistant.ts';
import { assistants } from './table.ts';

export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export const thisMachine = (environment: Machine['environment']): Machine => ({
  platform: process.platform,
  home: homedir(),
  environment,
});

export interface Placed {
  readonly assistant: Assistant;
  readonly path: string;
  /** Whether the assistant seems to be installed, judged by its folders. */
  readonly isFound: boolean;
}

/** Returns every assistant with its file on a machine, including those that are not installed. */
export function placeAll(machine: Machine): Placed[] {
  return assistants.flatMap((assistant) => placeOf(assistant, machine) ?? []);
}

export function settingsFolder({ platform, home, environment }: Machine): string {
  const { join } = pathsOf(platform);
  if (platform === 'win32') return environment.APPDATA || join(home, 'AppData', 'Roaming');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  return environment.XDG_CONFIG_HOME || join(home, '.config');
}

function placeOf(assistant: Assistant, machine: Machine): Placed | undefined {
  const { files, signs } = assistant;
  const { dirname } = pathsOf(machine.platform);
  const listed = Array.isArray(files) ? files : (filesOf(files as object, machine.platform) ?? []);
  const paths = (listed as readonly string[]).flatMap((path) => filled(path, machine) ?? []);
  // Prefer an existing file to an existing folder, because a program may use one of two file names.
  const present = paths.find((path) => existsSync(path)) ?? paths.find((path) => existsSync(dirname(path)));
  const path = signs === undefined ? (present ?? paths.at(-1)) : (paths[0] as string);
  if (path === undefined) return undefined;
  const isFound = signs
    ? signs.some((sign) => existsSync(filled(sign, machine) ?? ''))
    : present !== undefined;
  return { assistant, path, isFound };
}

const filesOf = (
  files: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>>,
  platform: NodeJS.Platform,
) => files[platform] ?? files.linux;

/** Replaces the variables in a path. @returns undefined if a variable is not set */
function filled(template: string, machine: Machine): string | undefined {
  const { environment, home, platform } = machine;
  const known: Readonly<Record<string, string | undefined>> = {
    config: settingsFolder(machine),
    xdg: environment.XDG_CONFIG_HOME || pathsOf(platform).join(home, '.config'),
    APPDATA: settingsFolder(machine),
  };
  const parts = template.split('/').map((part) => {
    if (part === '~') return home;
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    return name === undefined ? part : known[name] || environment[name];
  });
  return parts.some((part) => !part) ? undefined : pathsOf(platform).join(...(parts as string[]));
}

const pathsOf = (platform: NodeJS.Platform) => (platform === 'win32' ? win32 : posix);
