import type { Tool } from '@modelcontextprotocol/server';
import { LRUCache } from 'lru-cache';
import type { Arrangement } from '../../contract/features/toolsets.ts';
import type { Language } from '../../contract/language.ts';
import { operationClasses } from '../../contract/operations/effects.ts';
import { lazy } from '../../util/lazy.ts';
import { letGo } from '../../util/let-go.ts';
import { type Policy, selectPolicy } from '../guards/policy.ts';
import { workflowToolset } from './registry.ts';
import type { InvalidSelection } from './request-selection.ts';
import { type AnyTool, publishTools, type Toolbox } from './tool.ts';
import {
  type KnownNames,
  mergeSelections,
  type Surface,
  type ToolSelection,
  unknownWord,
} from './tool-selection.ts';

/** The tools that a caller sees, and the policy that applies to the caller. */
export interface ToolList {
  readonly policy: Policy;
  readonly list: () => Promise<readonly Tool[]>;
}

/** The operator's tool list, and the lists that requests select. */
export interface ToolLists {
  readonly operator: ToolList;
  /** @returns an error message for the caller if the request names something that does not exist */
  readonly of: (request: ToolSelection) => Promise<ToolList | InvalidSelection>;
}

export interface ToolListOptions {
  readonly toolbox: Toolbox;
  readonly choice: ToolSelection;
  readonly policy: Policy;
  readonly language?: Language;
  /** Returns the list that the build created for a surface. */
  readonly prepared?: ((surface: Surface, language: Language) => readonly Tool[] | undefined) | undefined;
}

/**
 * Maximum number of cached lists, one per distinct selection. A key consists of existing names without duplicates, so
 * it has at most a few thousand characters. A list has at most a megabyte.
 */
const maxViews = 64;
const idleMs = 30 * 60_000;

export function createToolLists({ choice, policy, ...options }: ToolListOptions): ToolLists {
  const { toolbox } = options;
  const narrowed = letGo(
    new LRUCache<string, ToolList>({
      max: maxViews,
      ttl: idleMs,
      updateAgeOnGet: true,
    }),
  );
  return {
    operator: createToolList(choice, policy, options),
    of: async (request) => {
      const key = JSON.stringify(normal(request));
      const known = narrowed.get(key);
      if (known !== undefined) return known;
      const unknown = unknownWord(request, await knownNames(toolbox));
      if (unknown !== undefined) return { wrong: unknown.en };
      const list = createToolList(mergeSelections(choice, request), selectPolicy(policy, request), options);
      narrowed.set(key, list);
      return list;
    },
  };
}

/** Returns the names that settings and requests may select. */
export async function knownNames(toolbox: Toolbox): Promise<KnownNames> {
  const [tools, { toolsets }] = await Promise.all([toolbox.tools(), toolbox.arrangement()]);
  return { toolsets: [workflowToolset, ...Object.keys(toolsets)], tools: new Set(tools.keys()) };
}

function createToolList(
  choice: ToolSelection,
  policy: Policy,
  { toolbox, language = 'en', prepared }: Pick<ToolListOptions, 'toolbox' | 'language' | 'prepared'>,
): ToolList {
  const isBare = choice.toolsets === undefined && choice.added.length === 0;
  const isFree =
    policy.allow.size === operationClasses.length && policy.removed.size === 0 && !policy.fetching;
  const make = async () =>
    (isBare && isFree ? prepared?.(choice.surface ?? 'everyday', language) : undefined) ??
    publishTools(await listTools(toolbox, choice, policy), language);
  return { policy, list: lazy(make) };
}

/** Returns the selected tools, in list order. */
export async function listTools(toolbox: Toolbox, choice: ToolSelection, policy: Policy): Promise<AnyTool[]> {
  const [tools, arrangement] = await Promise.all([toolbox.tools(), toolbox.arrangement()]);
  const isChosen = chosenBy(choice, arrangement);
  return withinLimit(
    [...tools.values()].filter(
      (tool) => (isChosen(tool) || choice.added.includes(tool.definition.name)) && tool.isOffered(policy),
    ),
    choice.added,
  );
}

/** Maximum number of listed tools. If a list is longer, some assistants use no tool of the server at all. */
const maxListed = 128;

/**
 * Shortens the list to `maxListed` tools by removing older versions of operations, in list order. Tools that the
 * operator or the request selected by name stay.
 */
function withinLimit(tools: AnyTool[], added: readonly string[]): AnyTool[] {
  const older = tools.filter(({ definition: { name } }) => /_v\d+$/.test(name) && !added.includes(name));
  const left = new Set(older.slice(0, Math.max(0, tools.length - maxListed)));
  return left.size === 0 ? tools : tools.filter((tool) => !left.has(tool));
}

function chosenBy(
  { surface, toolsets }: ToolSelection,
  { everyday, toolsets: known }: Arrangement,
): (tool: AnyTool) => boolean {
  const isWay = ({ toolset }: AnyTool) => toolset === undefined;
  // If every operation is listed, omit the meta tools, because they would only cost tokens.
  if (
    toolsets !== undefined &&
    [workflowToolset, ...Object.keys(known)].every((name) => toolsets.includes(name))
  )
    return (tool) => !isWay(tool);
  if (toolsets !== undefined)
    return (tool) => isWay(tool) || (tool.toolset !== undefined && toolsets.includes(tool.toolset));
  if (surface === 'all') return (tool) => !isWay(tool);
  const daily = new Set(everyday);
  return (tool) => isWay(tool) || tool.toolset === workflowToolset || daily.has(tool.definition.name);
}

/** Returns the cache key of a selection. Selections that differ only in order or duplicates have the same key. */
const normal = ({ surface, toolsets, added, removed, readOnly }: ToolSelection) => [
  surface,
  toolsets && [...new Set(toolsets)].sort(),
  [...new Set(added)].sort(),
  [...new Set(removed)].sort(),
  readOnly,
];
