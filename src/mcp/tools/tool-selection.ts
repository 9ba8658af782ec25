import type { Worded } from '../../contract/language.ts';
import { worded } from '../../contract/worded.ts';
import { selectionMessages } from '../input/messages.ts';
/** Predefined tool lists: the tools of daily work, or every operation. */
export const surfaces = ['everyday', 'all'] as const;
export type Surface = (typeof surfaces)[number];

/** Listed and removed tools, chosen by the operator or by a request. */
export interface ToolSelection {
  readonly surface?: Surface | undefined;
  /** Toolsets listed in place of a surface. */
  readonly toolsets?: readonly string[] | undefined;
  /** Further listed tools, by name. */
  readonly added: readonly string[];
  /** Tools that are neither listed nor executed. */
  readonly removed: readonly string[];
  /** Whether only reading tools are listed and executed. */
  readonly readOnly: boolean;
}

/** Splits words at commas. */
export const wordsOf = (value: string): string[] =>
  value
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** Parses tools to add and to remove: `get_task,-delete_case`. */
export function parseChanges(value: string): Pick<ToolSelection, 'added' | 'removed'> {
  const words = wordsOf(value);
  return {
    added: words.filter((word) => !word.startsWith('-')),
    removed: words.filter((word) => word.startsWith('-')).map((word) => word.slice(1)),
  };
}

/**
 * Merges a request's selection into the operator's. A request may list any tools, because all of them can be called
 * with every list. It can only reduce the tools that may be executed.
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

/** Names that a selection may use. */
export interface KnownNames {
  readonly toolsets: readonly string[];
  readonly tools: ReadonlySet<string>;
}

/** Returns an error for the first unknown name of a selection. Returns undefined if all are known. */
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
