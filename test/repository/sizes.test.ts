import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** Files and folders are small enough to read. */

const root = fileURLToPath(new URL('../../', import.meta.url));
const linesBelow = (folder: string): [path: string, lines: number][] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.m?[jt]s$/.test(path) && !path.split(/[\\/]/).includes('node_modules'))
    .map((path) => [
      join(folder, path),
      readFileSync(join(root, folder, path), 'utf8').split('\n').length - 1,
    ]);

/** Folders with one file per area are exempt, because they are read as lists. */
const lists = ['src/sandbox/routes', 'tools/operations', 'test/e2e/operations'];

it('a folder has some fifteen files, unless it is a list of areas', () => {
  const folders = new Map<string, number>();
  for (const [path] of ['src', 'tools', 'scripts', 'test'].flatMap(linesBelow))
    folders.set(dirname(path), (folders.get(dirname(path)) ?? 0) + 1);
  for (const folder of lists) expect(folders.delete(join(folder)), folder).toBe(true);
  expect(folders.size).toBeGreaterThan(100);
  expect([...folders].filter(([, files]) => files > 18)).toEqual([]);
});

it('a file of tests has 300 lines at most', () => {
  const files = linesBelow('test');
  expect(files.length).toBeGreaterThan(300);
  expect(files.filter(([, lines]) => lines > 300)).toEqual([]);
});

describe('a file of the program', () => {
  const files = ['src', 'tools', 'scripts', 'bin'].flatMap(linesBelow);

  it('has 300 lines at most', () => {
    expect(files.length).toBeGreaterThan(300);
    expect(files.filter(([, lines]) => lines > 300)).toEqual([]);
  });

  it('has 100 lines or fewer in the middle of all', () => {
    const lengths = files.map(([, lines]) => lines).sort((one, other) => one - other);
    expect(lengths[lengths.length >> 1]).toBeLessThanOrEqual(100);
  });
});
