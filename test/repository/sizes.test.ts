import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** Files that can be read at a sitting. */

const root = fileURLToPath(new URL('../../', import.meta.url));
const linesBelow = (folder: string): [path: string, lines: number][] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.m?[jt]s$/.test(path))
    .map((path) => [
      join(folder, path),
      readFileSync(join(root, folder, path), 'utf8').split('\n').length - 1,
    ]);

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
