import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { run } from '../support/clients/process.ts';

/** Home directory with configuration files of assistants, new for each test. */

let home = '';
export const homeFolder = () => home;

/** Creates a home directory for each test of the calling file. */
export function useHome(): void {
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'casebridge-дом-'));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));
}

export const cursor = '.cursor/mcp.json';
export const codex = '.codex/config.toml';
export const goose = '.config/goose/config.yaml';
export const texts = {
  [cursor]: '{\r\n  // mine\r\n  "mcpServers": {},\r\n}\r\n',
  [codex]: 'model = "o" # the best',
  [goose]: 'extensions:\n  a:\n    type: builtin # in\n',
};

export function write(path: string, text: string): string {
  const file = join(homeFolder(), path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

export const init = (words: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  run(['init', ...words], { HOME: homeFolder(), ...env });
export const read = (path: string) => readFileSync(join(homeFolder(), path), 'utf8');

/** Returns all files and folders in the home directory, with the contents of the files. */
export const everything = () =>
  Object.fromEntries(
    readdirSync(homeFolder(), { recursive: true, encoding: 'utf8' }).map((path) => [
      path,
      statSync(join(homeFolder(), path)).isFile() ? read(path) : undefined,
    ]),
  );
