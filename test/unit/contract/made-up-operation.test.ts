import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { operation } from '../../../src/contract/operations/operation.ts';
import { createToolbox } from '../../../src/mcp/tools/registry.ts';
import { publishTools } from '../../../src/mcp/tools/tool.ts';
import { catalogue } from '../../../tools/index.ts';
import { arrangement } from '../../../tools/toolsets.ts';

const courts = {
  id: 'courts',
  title: 'Courts',
  search: 'court',
  operations: [
    operation({
      name: 'get_court',
      title: 'Get court',
      titleRu: 'Суд',
      search: { words: 'bailiff, инстанция' },
      route: 'GET /api/v9/courts/{id}',
      access: 'read',
      params: { id: z.uuid() },
      description: 'One court and its address.',
    }),
  ],
};

const toolbox = createToolbox({
  areas: async () => [...catalogue, courts],
  workflows: async () => [],
  questions: async () => ({}) as never,
  prompts: async () => [],
  searchWeights: async () =>
    (await import('../../../tools/published/search-weights.json', { with: { type: 'json' } })).default,
  arrangement: async () => ({
    ...arrangement,
    toolsets: { ...arrangement.toolsets, courts: ['courts'] },
  }),
});

describe('a made-up operation', () => {
  it('is a tool by its definition alone, with a title in each language', async () => {
    const tool = (await toolbox.tools()).get('get_court');
    expect(tool).toMatchObject({ kind: 'operation', toolset: 'courts', hints: { readOnlyHint: true } });
    const [[en], [ru]] = [publishTools(tool ? [tool] : []), publishTools(tool ? [tool] : [], 'ru')];
    expect([en?.title, ru?.title]).toEqual(['Get court', 'Суд']);
    expect(en?.inputSchema).toMatchObject({ required: ['id'] });
    expect(countTokens(JSON.stringify(en))).toBeLessThanOrEqual(150);
  });

  it.each(['bailiff', 'инстанции', 'show a court', 'courts'])(
    'is found first by words of its definition: %s',
    async (query) => {
      expect((await toolbox.search(query)).tools[0]?.definition.name).toBe('get_court');
    },
  );
});
