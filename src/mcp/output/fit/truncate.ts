import { cutText, textLength } from '../../../json/cut-text.ts';
import {
  isEmpty,
  isText,
  type Json,
  type JsonObject,
  type List,
  type Member,
  writeJson,
} from '../../../json/tree.ts';
import { memberName } from './select-fields.ts';
import { estimateTokens } from './token-estimate.ts';

/** What was cut, and how much of it is shown. */
export interface Cut {
  /** Names down to the place. */
  readonly path: readonly string[];
  readonly unit: 'items' | 'characters' | 'fields';
  readonly shown: number;
  readonly of: number;
}

export interface Shrinking {
  /** Gets what was cut. */
  readonly cuts: Cut[];
}

/** Less than this is not worth showing of a value. */
const minTokens = 24;
/** No text has fewer tokens than this for each of its characters, by the estimate. */
const leastPerCharacter = 0.15;
/** Room for the sign that a text goes on, and for what stands around values. */
const around = 4;

/** As the estimate, without reading much more than is needed to know that it is too much. */
export function tokensUpTo(text: string, budget: number): number {
  const least = text.length * leastPerCharacter;
  return least > budget ? Math.ceil(least) : estimateTokens(text);
}

/**
 * JSON of at most so many tokens. Long texts and lists are cut, the longest first; what is short stays whole.
 * @returns undefined where not even a beginning fits
 */
export function shrink(
  json: Json,
  budget: number,
  to: Shrinking,
  path: readonly string[] = [],
): Json | undefined {
  if (tokensUpTo(writeJson(json), budget) <= budget) return json;
  if (budget < minTokens) return undefined;
  if (typeof json === 'string') return isText(json) ? shrinkText(json, budget, to, path) : undefined;
  const part = 'items' in json ? shrinkList(json, budget, to, path) : shrinkEntry(json, budget, to, path);
  // What had something in it must not look empty.
  return isEmpty(part) && !isEmpty(json) ? undefined : part;
}

function shrinkText(token: string, budget: number, to: Shrinking, path: readonly string[]): string {
  const of = textLength(token);
  let shown = Math.min(of, Math.floor(budget / leastPerCharacter));
  let text = cutText(token, shown);
  for (
    let tokens = estimateTokens(text);
    tokens > budget - around && shown > 0;
    tokens = estimateTokens(text)
  ) {
    shown = Math.floor(Math.min(shown * 0.95, (shown * (budget - around)) / tokens));
    text = cutText(token, shown);
  }
  to.cuts.push({ path, unit: 'characters', shown: textLength(text) - 1, of });
  return text;
}

/** As many of the first items as fit; of one that does not fit alone, what fits of it. */
export function shrinkList({ items }: List, budget: number, to: Shrinking, path: readonly string[]): List {
  const kept: Json[] = [];
  let left = budget - around;
  for (const item of items) {
    const tokens = tokensUpTo(writeJson(item), left) + 1;
    if (tokens > left) break;
    kept.push(item);
    left -= tokens;
  }
  const [first] = items;
  if (kept.length === 0 && first !== undefined) {
    const part = shrink(first, left, to, path);
    if (part !== undefined) kept.push(part);
  }
  if (kept.length < items.length) to.cuts.push({ path, unit: 'items', shown: kept.length, of: items.length });
  return { items: kept };
}

/** What each member may cost is what the shorter ones leave over. */
function shrinkEntry(
  { members }: JsonObject,
  budget: number,
  to: Shrinking,
  path: readonly string[],
): JsonObject {
  const costs = members.map(([name, value]) => tokensUpTo(`${name}:${writeJson(value)}`, budget) + 1);
  const kept: Member[] = [];
  let left = budget - around;
  const share = fairShare(costs, left);
  members.forEach(([name, value], index) => {
    const cost = costs[index] ?? 0;
    if (cost > left && left < minTokens) return;
    if (cost <= share && cost <= left) {
      kept.push([name, value]);
      left -= cost;
      return;
    }
    const room = Math.min(share, left) - estimateTokens(name) - around;
    const part = shrink(value, room, to, [...path, memberName(name)]);
    if (part === undefined) return;
    kept.push([name, part]);
    left -= tokensUpTo(`${name}:${writeJson(part)}`, budget) + 1;
  });
  if (kept.length < members.length)
    to.cuts.push({ path, unit: 'fields', shown: kept.length, of: members.length });
  return { members: kept };
}

/** The most that one may cost if all together are to cost at most so much; never too little to be of use. */
function fairShare(costs: readonly number[], budget: number): number {
  const sorted = [...costs].sort((a, b) => a - b);
  let left = budget;
  for (const [index, cost] of sorted.entries()) {
    const share = left / (sorted.length - index);
    if (cost > share) return Math.max(share, minTokens * 2);
    left -= cost;
  }
  return budget;
}
