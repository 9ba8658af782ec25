import { readFileSync } from 'node:fs';
import type { Tool } from '@modelcontextprotocol/server';
import type { Surface } from './tool-selection.ts';

/**
 * The lists of tools that the build leaves beside the program. Converting the schemas takes longer than everything else
 * between the start of the program and its first answer.
 */
const listFile = (surface: Surface) => new URL(`../lists/${surface}.json`, import.meta.url);

/** The prepared list; undefined in a program that was not built. */
export function readPreparedList(surface: Surface): readonly Tool[] | undefined {
  try {
    return JSON.parse(readFileSync(listFile(surface), 'utf8'));
  } catch {
    return undefined;
  }
}
