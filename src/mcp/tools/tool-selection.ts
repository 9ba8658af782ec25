import type { Worded } from '../../contract/language.ts';
import { worded } from '../../contract/worded.ts';
import { selectionMessages } from '../input/messages.ts';
/** Predefined tool lists. `everyday`: the tools for daily work. `all`: every operation. */
export const surfaces = ['everyday', 'all'] as const;
export type Surface = (typeof surfaces)[number];

/** Tools to list and tools to remove, as chosen by the operator or by a request. */
export interface ToolSelection {
  readonly surface?: Surface | undefined;
  /** Toolsets to list instead of a predefined tool list. */
  readonly toolsets?: readonly string[] | undefined;
  readonly added: readonly string[];
  /** Names of tools that are neither listed nor executed. */
  readonly removed: readonly string[];
  /** Whether only tools that read data are listed and executed. */
  readonly readOnly: boolean;
}

export const wordsOf = (value: string): string[] =>
  value
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** Parses the names of tools to add and, with a hyphen, to remove: `get_task,-delete_case`. */
export function parseChanges(value: string): Pick<ToolSelection, 'added' | 'removed'> {
  const words = wordsOf(value);
  return {
    added: words.filter((word) => !word.startsWith('-')),
    removed: words.filter((word) => word.startsWith('-')).map((word) => word.slice(1)),
  };
}

/**
 * Merges a request's selection into the operator's. A request may list any tools, because every allowed tool can be
 * called even if it is not listed. A request can only reduce the tools that may be executed.
 */
export function mergeSelections(operator: ToolSelection, request: ToolSelection): ToolSelection {
  const ownList = request.surface !== undefined || request.toolsets !== undefined;
  const { surface, toolsets } = ownList ? request : operator;
  const unite = (first: readonly string[], second: readonly string[]) => [...new Set([...first, ...second])];
  return {
    surface,
    toolsets,
    added: unite(operator.added, request.added),
    removed: unite(operator.removed, request.removed),
    readOnly: operator.readOnly || request.readOnly,
  };
}

export interface KnownNames {
  readonly toolsets: readonly string[];
  readonly tools: ReadonlySet<string>;
}

/** Returns an error for the first unknown name in a selection. Returns undefined if all names are known. */
export function unknownWord(
  { toolsets = [], added, removed }: ToolSelection,
  known: KnownNames,
): Worded | undefined {
  const toolset = toolsets.find((name) => !known.toolsets.includes(name));
  if (toolset !== undefined)
    return worded(selectionMessages.noToolset, { name: quote(toolset), known: known.toolsets.join(', ') });
  const tool = [...added, ...removed].find((name) => !known.tools.has(name));
  return tool === undefined ? undefined : worded(selectionMessages.noTool, { name: quote(tool) });
}

const quote = (word: string) => JSON.stringify(word.slice(0, 80));
