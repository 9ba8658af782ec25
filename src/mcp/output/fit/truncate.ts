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

/** A value that was cut, and how much of it is shown. */
export interface Cut {
  /** Path to the value, by property names. */
  readonly path: readonly string[];
  readonly unit: 'items' | 'characters' | 'fields';
  readonly shown: number;
  readonly of: number;
}

export interface Shrinking {
  readonly cuts: Cut[];
}

/** Minimum number of tokens of a shown value. If fewer remain, the value is omitted. */
const minTokens = 24;
/** Minimum number of tokens per character that the estimate yields. */
const leastPerCharacter = 0.15;
/** Number of tokens for the ellipsis and for the syntax around values. */
const around = 4;

/** Estimates the tokens, or returns a lower bound if they certainly exceed the limit. */
export function tokensUpTo(text: string, budget: number): number {
  const least = text.length * leastPerCharacter;
  return least > budget ? Math.ceil(least) : estimateTokens(text);
}

/**
 * Shortens JSON to a token limit. The longest strings and lists are cut first, and short values stay complete.
 * @returns undefined if not even the beginning fits
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
  // Omit a value if nothing of it is left, because it must not seem empty.
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

/** Returns as many items from the start of the list as fit. If not even the first item fits, returns a part of it. */
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

/** Shortens an object. Long members share the tokens that remain after the short ones. */
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

/** Returns the maximum tokens for one value, so that all fit and each stays useful. */
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
