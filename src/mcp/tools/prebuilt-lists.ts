import { readFileSync, statSync } from 'node:fs';
import type { Tool } from '@modelcontextprotocol/server';
import type { Surface } from './tool-selection.ts';

/**
 * The lists of tools that the build leaves beside the compiled program. Converting the schemas takes longer than
 * everything else between the start of the program and its first answer.
 */
const folder = new URL('../../../lists/', import.meta.url);
const listFile = (surface: Surface) => new URL(`${surface}.json`, folder);
const catalogueFile = new URL('../../../tools/index.js', import.meta.url);

/** The prepared list; undefined where there is none, or none as new as the compiled catalogue. */
export function readPreparedList(surface: Surface): readonly Tool[] | undefined {
  try {
    const file = listFile(surface);
    if (statSync(file).mtimeMs < statSync(catalogueFile).mtimeMs) return undefined;
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
