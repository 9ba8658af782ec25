import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { catalogue } from '../../tools/index.ts';
import { aligned } from './compare.ts';

type Tool = { readonly name: string };

/** Returns the size of a tool list, in o200k tokens. */
export const listTokens = (tools: readonly Tool[]) => countTokens(JSON.stringify(tools));

/** Returns the size of a tool list by area, with the largest tool of each area. */
export function tokensByArea(tools: readonly Tool[]): string {
  const cost = new Map(tools.map((tool) => [tool.name, countTokens(JSON.stringify(tool))]));
  const lines = catalogue.map((area) => {
    const costs = area.operations
      .flatMap(({ name }) => (cost.has(name) ? [{ name, tokens: cost.get(name) ?? 0 }] : []))
      .sort((a, b) => b.tokens - a.tokens);
    const total = costs.reduce((sum, { tokens }) => sum + tokens, 0);
    const dearest = costs[0] ? `${costs[0].name} ${costs[0].tokens}` : '';
    return { total, cells: [area.id, String(costs.length), String(total), dearest] };
  });
  lines.sort((a, b) => b.total - a.total);
  return aligned([['area', 'tools', 'tokens', 'dearest'], ...lines.map(({ cells }) => cells)]);
}
