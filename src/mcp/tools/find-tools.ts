import type { Unsupported } from '../../contract/features/toolsets.ts';
import { classText, harmOf, metaToolFor } from '../guards/effect.ts';
import { isAllowed } from '../guards/policy.ts';
import { argumentsText } from './describe-tool.ts';
import { canBeFollowed } from './prompt-tools.ts';
import type { AnyTool, MetaServices } from './tool.ts';

const maxFound = 8;
/** Maximum number of tools that are listed if no operation can fulfil the request. */
const maxNearest = 3;
const maxPurpose = 200;

/** Searches for tools and describes each one in a few lines, best match first. */
export async function findTools({ toolbox, policy }: MetaServices, query: string): Promise<string> {
  const { tools: found, prompts } = await toolbox.search(query);
  const missing = findUnsupported((await toolbox.arrangement()).unsupported, query);
  const allowed = found.filter(({ definition }) => isAllowed(policy, definition));
  const off = found.slice(0, maxFound).filter((tool) => !allowed.includes(tool));
  const lines = allowed.slice(0, missing === undefined ? maxFound : maxNearest).map(shown);
  if (missing !== undefined) lines.unshift(`Nothing here does that: ${missing} The nearest:`);
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

/** Returns the message for a request that no operation can fulfil. Returns undefined for any other request. */
export function findUnsupported(list: readonly Unsupported[], query: string): string | undefined {
  const words = query.toLowerCase().split(/[^\p{L}\p{N}.-]+/u);
  const fits = (one: string) =>
    one.startsWith('=') ? words.includes(one.slice(1)) : words.some((word) => word.startsWith(one));
  return list.find(({ groups }) => groups.every((group) => group.split(' ').some(fits)))?.say;
}
