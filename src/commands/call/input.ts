import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { z } from 'zod';
import { fileTrouble, UsageError } from '../../config/usage-error.ts';
import { innermost } from '../../contract/operations/registered.ts';
import { operationOf } from '../../mcp/guards/effect.ts';
import { takesResponseOptions } from '../../mcp/input/response-options.ts';
import type { AnyTool } from '../../mcp/tools/tool.ts';
import { callMessages } from './messages.ts';

/**
 * Reads the arguments of a call from the command line: `key=value …`, or JSON.
 * @param json JSON, `@FILE`, or `-` for stdin
 * @throws UsageError if the arguments cannot be parsed
 */
export function readInput(tool: AnyTool, pairs: readonly string[], json: string | undefined): unknown {
  if (json !== undefined) {
    if (pairs.length > 0) throw new UsageError(callMessages.eitherWay);
    return parseJson(json);
  }
  const given = new Map<string, string[]>();
  const typed = pairs.filter(isJsonArgument).map((word) => objectOf(word));
  for (const pair of pairs.filter((word) => !isJsonArgument(word))) {
    const at = pair.indexOf('=');
    if (at < 1) throw new UsageError(callMessages.noPair, { pair: JSON.stringify(pair) });
    const key = pair.slice(0, at);
    given.set(key, [...(given.get(key) ?? []), pair.slice(at + 1)]);
  }
  const named = Array.from(given, ([key, values]) => [key, argumentOf(tool, key, values)] as const);
  const all = [...typed.flatMap((one) => Object.entries(one)), ...named];
  const keys = all.map(([key]) => key);
  const twice = keys.find((key, at) => keys.indexOf(key) !== at);
  if (twice !== undefined)
    throw new UsageError(callMessages.givenTwice, {
      key: twice,
      count: keys.filter((key) => key === twice).length,
    });
  return Object.fromEntries(all);
}

const isJsonArgument = (word: string) => word === '-' || /^\s*\{/.test(word);

/** Parses a JSON object. @throws UsageError, for example if the shell removed quotation marks */
function objectOf(word: string): object {
  const text = word === '-' ? readText(0, 'stdin') : word;
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new UsageError(callMessages.noJsonArgument, { word: JSON.stringify(word.slice(0, 80)) });
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new UsageError(callMessages.noJsonArgument, { word: JSON.stringify(word.slice(0, 80)) });
}

function parseJson(given: string): unknown {
  const text = given === '-' ? readText(0, 'stdin') : given;
  const json = given.startsWith('@') ? readText(given.slice(1), JSON.stringify(given.slice(1))) : text;
  try {
    // Remove the byte order mark, which some editors on Windows add.
    return JSON.parse(json.replace(/^\uFEFF/, ''));
  } catch {
    throw new UsageError(callMessages.noJson);
  }
}

function readText(file: string | number, what: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(callMessages.unreadableJson, { what, why: fileTrouble(error) });
  }
}

function argumentOf(tool: AnyTool, key: string, values: readonly string[]): unknown {
  const kind = kindOf(tool, key);
  const [first = ''] = values;
  if (kind === 'names') return values.length === 1 ? first : values.join(',');
  if (kind === 'list') return values.length === 1 && isJsonList(first) ? first : values;
  if (values.length > 1) throw new UsageError(callMessages.givenTwice, { key, count: values.length });
  if (kind === 'file') return fileOf(key, first);
  return first;
}

function kindOf({ definition, schema }: AnyTool, key: string): 'list' | 'names' | 'file' | 'one' {
  const field = Object.hasOwn(schema.shape, key) ? (schema.shape[key] as z.ZodType) : undefined;
  const operation = operationOf(definition);
  if (field === undefined)
    return key === 'fields' && operation && takesResponseOptions(operation) ? 'names' : 'one';
  if (innermost(field) instanceof z.ZodArray) return 'list';
  return operation?.fileParts?.includes(key) ? 'file' : 'one';
}

const isJsonList = (text: string) => text.trimStart().startsWith('[');

/** Converts `@path` to a file argument. The path becomes absolute, so it never refers to the shared folder. */
function fileOf(key: string, value: string): unknown {
  if (value.trimStart().startsWith('{')) return value;
  const path = value.startsWith('@') ? value.slice(1) : '';
  if (path === '') throw new UsageError(callMessages.isFile, { key });
  return { name: basename(path), path: resolve(path) };
}
