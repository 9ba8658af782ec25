import { readFileSync } from 'node:fs';
import type { Tool } from '@modelcontextprotocol/server';
import type { Surface } from './tool-selection.ts';

/**
 * Tool lists that the build writes next to the program, because converting the schemas takes longer than all other work
 * before the first answer.
 */
const listFile = (surface: Surface) => new URL(`../lists/${surface}.json`, import.meta.url);

/** Returns a prepared list. Returns undefined if the program was not built. */
export function readPreparedList(surface: Surface): readonly Tool[] | undefined {
  try {
    return JSON.parse(readFileSync(listFile(surface), 'utf8'));
  } catch {
    return undefined;
  }
}
