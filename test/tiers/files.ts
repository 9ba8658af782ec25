import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Place, places, type Tier } from './places.ts';

const testFolder = fileURLToPath(new URL('../', import.meta.url));

/** Paths of all test files below `test/`, with slashes. */
export function testFiles(): string[] {
  return readdirSync(testFolder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules/'))
    .sort();
}

/** Returns the key of the place that applies to a file. Returns undefined if no place contains it. */
export function placeOf(file: string): string | undefined {
  return Object.keys(places)
    .filter((path) => (path.endsWith('/') ? file.startsWith(path) : file === `${path}.test.ts`))
    .sort((one, other) => other.length - one.length)[0];
}

/** Returns the files whose place meets the condition. */
export const filesWhere = (is: (place: Place) => boolean): string[] =>
  testFiles().filter((file) => {
    const path = placeOf(file);
    const place = path === undefined ? undefined : places[path];
    return place !== undefined && is(place);
  });

export const filesOf = (...chosen: readonly Tier[]): string[] =>
  filesWhere(({ tier }) => chosen.includes(tier));
