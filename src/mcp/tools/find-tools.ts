import type { Unsupported } from '../../contract/features/toolsets.ts';
import { classText, harmOf, metaToolFor } from '../guards/effect.ts';
import { isAllowed } from '../guards/policy.ts';
import { argumentsText } from './describe-tool.ts';
import { canBeFollowed } from './prompt-tools.ts';
import { saysNothing } from './search/stop-words.ts';
import type { AnyTool, MetaServices } from './tool.ts';

const maxFound = 8;
/** Maximum number of tools that are listed if no operation can fulfil the request. */
const maxNearest = 3;

/**
 * Searches for tools, best match first. Describes each close match in a few lines. Other matches only have their names,
 * because they rarely fit, and their descriptions would hide the right ones.
 */
export async function findTools({ toolbox, policy }: MetaServices, query: string): Promise<string> {
  const { tools: found, close, certainty, prompts } = await toolbox.search(query);
  const { missing, isAll } = findUnsupported((await toolbox.arrangement()).unsupported, query, certainty);
  const allowed = found.filter(({ definition }) => isAllowed(policy, definition));
  const absent = missing.map((one) => `This is not possible here: ${one}`);
  // The query contains no further request, so list no tools.
  if (isAll) return absent.join('\n');
  const off = found.slice(0, maxFound).filter((tool) => !allowed.includes(tool));
  const listed = missing.length === 0 ? allowed.slice(0, maxFound) : nearestTo(missing, allowed);
  const likely = listed.filter((tool, index) => index === 0 || close.has(tool));
  const lines = likely.map(shown);
  if (missing.length > 0) lines.unshift(...absent, 'The closest tools:');
  const others = listed.filter((tool) => !likely.includes(tool));
  if (others.length > 0)
    lines.push(`Less likely: ${others.map(({ definition }) => definition.name).join(', ')}.`);
  if (off.length > 0)
    lines.push(`Switched off here: ${off.map(({ definition }) => definition.name).join(', ')}.`);
  if (lines.length === 0)
    return 'No operation matches. Describe the task in other words, such as “close a task” or «создать дело».';
  const all = await toolbox.tools();
  const there = prompts
    .filter((prompt) => canBeFollowed(prompt, all, policy))
    .map(({ name, en }) => `${name} (${en.title})`);
  if (there.length > 0) lines.push(`Prompts for this that the user can pick: ${there.join(', ')}.`);
  return lines.join('\n');
}

/** Returns the best tools beside the requests that no operation fulfils: first those that the messages name. */
function nearestTo(missing: readonly string[], tools: readonly AnyTool[]): AnyTool[] {
  const named = new Set(missing.flatMap((text) => text.split(/\W+/)));
  const isNamed = ({ definition }: AnyTool) => named.has(definition.name);
  return [...tools.filter(isNamed), ...tools.filter((tool) => !isNamed(tool))].slice(0, maxNearest);
}

const shown = (tool: AnyTool) =>
  `${tool.definition.name} (${classText(tool.definition)}; ${metaToolFor[harmOf(tool.definition)]}): ${purpose(tool)} Arguments: ${argumentsText(tool)}`;

/** Returns the first sentence of a tool's description. A full stop within brackets does not end it. */
function purpose({ definition: { description } }: AnyTool): string {
  let depth = 0;
  for (const { 0: sign, index } of description.matchAll(/[()]|\.(?=\s)/g)) {
    if (sign !== '.') depth += sign === '(' ? 1 : -1;
    else if (depth <= 0) return description.slice(0, index + 1);
  }
  return description;
}

/** Requests in a query that no operation fulfils. */
interface FoundUnsupported {
  /** Message for each such request, in the order of the list of unsupported requests. */
  readonly missing: readonly string[];
  /** Whether each word of the query belongs to one of these requests or carries no meaning. */
  readonly isAll: boolean;
}

/** Start of a query about creating a task or event. The subject of that task may be work that no operation can do. */
const plansWork =
  /^\P{L}*(?:remind\s+(?:me|us)\s|напомни\p{L}*\s+(?:мне|нам)\s|(?:create|add|make|schedule|new|созда\p{L}*|добав\p{L}*|постав\p{L}*|завед\p{L}*|запланир\p{L}*)\s(?:(?:an?|the|new|нов\p{L}*)\s)*(?:task|to-?do|reminder|event|задач|поручен|напомин|событи)\p{L}*(?!\p{L}|\scomment))/iu;

/**
 * Minimum probability of the best tool, and minimum number of meaningful words in the query, at which the search is
 * more reliable than single words of the query. The best tool for fewer words is often wrong.
 */
const clear = { certainty: 0.7, words: 5 };

/**
 * Finds all requests in a query that no operation fulfils. Finds none if the search is certain, because the words then
 * only describe a record: `rename the scan and move it to correspondence`.
 * @param certainty probability of the best tool, from 0 to 1
 */
export function findUnsupported(
  list: readonly Unsupported[],
  query: string,
  certainty: number,
): FoundUnsupported {
  const words = query
    .toLowerCase()
    .split(/[^\p{L}\p{N}.-]+/u)
    .filter((word) => word !== '');
  const meant = words.filter((word) => !saysNothing(word));
  const isClear = certainty >= clear.certainty && meant.length >= clear.words;
  if (isClear || plansWork.test(query)) return { missing: [], isAll: false };
  const isSaid = (group: string) => words.some((word) => isInGroup(group, word));
  const found = list.filter(
    ({ groups, unless }) => groups.every(isSaid) && !(unless !== undefined && isSaid(unless)),
  );
  const texts = found.flatMap(({ groups }) => groups);
  const others = meant.filter((word) => !texts.some((group) => isInGroup(group, word)));
  return { missing: found.map(({ say }) => say), isAll: found.length > 0 && others.length === 0 };
}

const isInGroup = (group: string, word: string): boolean =>
  group.split(' ').some((one) => (one.startsWith('=') ? word === one.slice(1) : word.startsWith(one)));
