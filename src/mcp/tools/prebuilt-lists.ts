import { readFileSync } from 'node:fs';
import type { Tool } from '@modelcontextprotocol/server';
import type { Language } from '../../contract/language.ts';
import type { Surface } from './tool-selection.ts';

/**
 * Tool lists that the build writes next to the program. Needed because converting the schemas takes longer than
 * everything else that happens before the first answer.
 */
const listFile = (surface: Surface, language: Language) =>
  new URL(`../lists/${surface}.${language}.json`, import.meta.url);

/** Reads a prebuilt list. Returns undefined if the build did not create it. */
export function readPreparedList(surface: Surface, language: Language): readonly Tool[] | undefined {
  try {
    return JSON.parse(readFileSync(listFile(surface, language), 'utf8'));
  } catch {
    return undefined;
  }
}
