import type { Unsupported } from '../../contract/features/toolsets.ts';
import { classText, harmOf, metaToolFor } from '../guards/effect.ts';
import { isAllowed } from '../guards/policy.ts';
import { argumentsText } from './describe-tool.ts';
import { canBeFollowed } from './prompt-tools.ts';
import { saysNothing } from './stop-words.ts';
import type { AnyTool, MetaServices } from './tool.ts';

const maxFound = 8;
/** Maximum number of tools that are listed if no operation can fulfil the request. */
const maxNearest = 3;
const maxPurpose = 200;

/** Searches for tools and describes each one in a few lines, best match first. */
export async function findTools({ toolbox, policy }: MetaServices, query: string): Promise<string> {
  const { tools: found, prompts } = await toolbox.search(query);
  const { missing, isAll } = findUnsupported((await toolbox.arrangement()).unsupported, query);
  const allowed = found.filter(({ definition }) => isAllowed(policy, definition));
  const absent = missing.map((one) => `Nothing here does that: ${one}`);
  // The remaining words of such a query describe no other request.
  if (isAll) return absent.join('\n');
  const off = found.slice(0, maxFound).filter((tool) => !allowed.includes(tool));
  const lines = allowed.slice(0, missing.length === 0 ? maxFound : maxNearest).map(shown);
  if (missing.length > 0) lines.unshift(...absent, 'The nearest:');
  if (off.length > 0)
    lines.push(`Switched off here: ${off.map(({ definition }) => definition.name).join(', ')}.`);
  if (lines.length === 0)
    return 'Nothing matches: say in other words what should be done, such as “close a task” or «создать дело».';
  const all = await toolbox.tools();
  const there = prompts
    .filter((prompt) => canBeFollowed(prompt, all, policy))
    .map(({ name, en }) => `${name} (${en.title})`);
  if (there.length > 0) lines.push(`Prompts for this that the user can pick: ${there.join(', ')}.`);
  return lines.join('\n');
}

const shown = (tool: AnyTool) =>
  `${tool.definition.name} (${classText(tool.definition)}; ${metaToolFor[harmOf(tool.definition)]}): ${purpose(tool)} Arguments: ${argumentsText(tool)}`;

/** Returns the first sentence of a tool's description. */
function purpose({ definition }: AnyTool): string {
  const [sentence = ''] = definition.description.split(/(?<=[.:;])\s/, 1);
  const line = sentence.length > maxPurpose ? `${sentence.slice(0, maxPurpose)}…` : sentence;
  return line.replace(/[:;]$/, '.');
}

/** Requests in a query that no operation fulfils. */
interface FoundUnsupported {
  /** Message for each of them, in the order of the list. */
  readonly missing: readonly string[];
  /** Whether each word of the query belongs to one of them or carries no meaning. */
  readonly isAll: boolean;
}

/** Finds all requests in a query that no operation fulfils. */
export function findUnsupported(list: readonly Unsupported[], query: string): FoundUnsupported {
  const words = query
    .toLowerCase()
    .split(/[^\p{L}\p{N}.-]+/u)
    .filter((word) => word !== '');
  const found = list.filter(({ groups }) =>
    groups.every((group) => words.some((word) => isInGroup(group, word))),
  );
  const texts = found.flatMap(({ groups }) => groups);
  const others = words.filter((word) => !saysNothing(word) && !texts.some((group) => isInGroup(group, word)));
  return { missing: found.map(({ say }) => say), isAll: found.length > 0 && others.length === 0 };
}

const isInGroup = (group: string, word: string): boolean =>
  group.split(' ').some((one) => (one.startsWith('=') ? word === one.slice(1) : word.startsWith(one)));
