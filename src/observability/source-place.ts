import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';

const builtPlace = /(file:\/\/\S+\.js):(\d+):(\d+)/;
const maps = new Map<string, SourceMap | undefined>();

/** Replaces a position in a compiled file with the position in the source, found by the source map. */
export const inSources = (line: string): string =>
  line.replace(builtPlace, (place, file: string, row: string, column: string) => {
    const entry = mapOf(file)?.findEntry(Number(row) - 1, Number(column) - 1);
    if (entry === undefined || !('originalSource' in entry)) return place;
    const source = entry.originalSource.replace(/^(\.\.\/)+/, '');
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });

function mapOf(file: string): SourceMap | undefined {
  if (!maps.has(file)) maps.set(file, readMap(file));
  return maps.get(file);
}

function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(new URL(`${file}.map`), 'utf8')));
  } catch {
    return undefined;
  }
}
