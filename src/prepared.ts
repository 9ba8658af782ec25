import { readFileSync, statSync, writeFileSync } from 'node:fs';
import type { Tool } from '@modelcontextprotocol/server';

/**
 * The tool list that the build leaves beside the compiled program. Converting the schemas takes longer than everything
 * else between the start of the program and its first answer.
 */
const listFile = new URL('../tools.json', import.meta.url);
const catalogueFile = new URL('../tools/index.js', import.meta.url);

/** The prepared list; undefined where there is none, or none as new as the compiled catalogue. */
export function readPreparedTools(): readonly Tool[] | undefined {
  try {
    if (statSync(listFile).mtimeMs < statSync(catalogueFile).mtimeMs) return undefined;
    return JSON.parse(readFileSync(listFile, 'utf8'));
  } catch {
    return undefined;
  }
}

export function writePreparedTools(tools: readonly Tool[]): void {
  writeFileSync(listFile, JSON.stringify(tools));
}
