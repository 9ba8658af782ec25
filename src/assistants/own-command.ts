import { spawnSync } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Unusable } from './assistant.ts';
import { configMessages } from './messages.ts';
import type { Machine } from './places.ts';

/** Timeout of a command, in milliseconds. Some programs first look for a newer version of themselves. */
const patienceMs = 60_000;

/** Finds a program in the PATH. On Windows, finds only executables, because a shell would parse the arguments again. */
export function programOf(
  name: string,
  { platform, environment }: Machine,
  extension = '.exe',
): string | undefined {
  const file = platform === 'win32' ? name + extension : name;
  return (environment.PATH ?? environment.Path ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, file))
    .find(isProgram);
}

/** Runs a command. @throws Unusable with the output of the program if it fails */
export function runOwn(program: string, words: readonly string[], machine: Machine): void {
  const { error, status, stderr, stdout } = spawnSync(program, [...words], {
    cwd: machine.home,
    env: { ...machine.environment },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: patienceMs,
  });
  if (status === 0) return;
  const said = (stderr || stdout || error?.message || '').trim().split('\n').at(-1) ?? '';
  throw new Unusable(configMessages.ownCommandEnded, {
    code: status ?? configMessages.noCode,
    said: said.slice(0, 300),
  });
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
