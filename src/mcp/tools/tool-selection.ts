import type { Worded } from '../../contract/language.ts';
import { worded } from '../../contract/worded.ts';
import { selectionMessages } from '../input/messages.ts';
/** The lists of tools that come ready made: those of daily work, or every operation by itself. */
export const surfaces = ['everyday', 'all'] as const;
export type Surface = (typeof surfaces)[number];

/** Which tools are listed, and which are taken away altogether; by the operator, or by one request. */
export interface ToolSelection {
  readonly surface?: Surface | undefined;
  /** Listed in place of a surface. */
  readonly toolsets?: readonly string[] | undefined;
  /** Listed beside them, by name. */
  readonly added: readonly string[];
  /** Neither listed nor carried out. */
  readonly removed: readonly string[];
  /** Only what reads is listed and carried out. */
  readonly readOnly: boolean;
}

/** Words separated by commas. */
export const wordsOf = (value: string): string[] =>
  value
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** `get_task,-delete_case`: tools to list as well, and tools to take away. */
export function parseChanges(value: string): Pick<ToolSelection, 'added' | 'removed'> {
  const words = wordsOf(value);
  return {
    added: words.filter((word) => !word.startsWith('-')),
    removed: words.filter((word) => word.startsWith('-')).map((word) => word.slice(1)),
  };
}

/**
 * What is listed is the request's own matter, since every tool can be reached from every list. What may be carried out
 * only gets less.
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

/** The names that a choice may speak of. */
export interface KnownNames {
  readonly toolsets: readonly string[];
  readonly tools: ReadonlySet<string>;
}

/** A sentence about the first word of the choice that means nothing; undefined where all mean something. */
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
