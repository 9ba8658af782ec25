import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type TestClient, textOf } from '../support/harness.ts';
import { connectLookups, type Lookups } from '../support/lookups.ts';
import { type Call, stories } from '../support/told-stories.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

interface Cost {
  calls: number;
  tokens: number;
  /** Where hosts show the structure instead of the text. */
  structured: number;
}

let lookups: Lookups;
const costs = new Map<string, { plain: Cost; short: Cost }>();
beforeAll(async () => {
  lookups = await connectLookups();
});
afterAll(() => lookups?.close());

/** Calls through a real client, with what they cost an assistant to make and to read. */
function counted(client: TestClient): { call: Call; cost: Cost } {
  const cost = { calls: 0, tokens: 0, structured: 0 };
  const call: Call = async (name, args = {}) => {
    const answer: any = await client.callTool(name, args);
    const texts = answer.content.map((block: any) => block.text ?? block.data ?? '').join('\n');
    if (answer.isError) throw new Error(`${name}: ${texts}`);
    const asked = countTokens(JSON.stringify({ name, args }));
    cost.calls += 1;
    cost.tokens += asked + countTokens(texts);
    const data = answer.structuredContent;
    cost.structured += asked + countTokens(data ? JSON.stringify(data) : texts);
    return data ?? parsed(textOf(answer));
  };
  return { call, cost };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

describe('the user stories', () => {
  it.each(stories)('$title: works with operations alone and, shorter, with lookups', async (story) => {
    const client = await lookups.as(story.login);
    const told = async (way: 'plain' | 'short') => {
      const { call, cost } = counted(client);
      await story[way](call);
      lookups.service.reset();
      return cost;
    };
    const cost = { plain: await told('plain'), short: await told('short') };
    costs.set(story.title, cost);
    expect(cost.short.calls).toBeLessThanOrEqual(cost.plain.calls);
    expect(cost.short.tokens).toBeLessThan(cost.plain.tokens);
  });

  it('take a third of the calls and a fifth of the tokens at most in all', () => {
    expect([...costs.keys()]).toEqual(stories.map(({ title }) => title));
    const sum = (way: 'plain' | 'short', what: keyof Cost) =>
      [...costs.values()].reduce((total, cost) => total + cost[way][what], 0);
    expect(sum('short', 'calls') * 3).toBeLessThanOrEqual(sum('plain', 'calls'));
    expect(sum('short', 'tokens') * 5).toBeLessThanOrEqual(sum('plain', 'tokens'));
    expect(sum('short', 'structured') * 5).toBeLessThanOrEqual(sum('plain', 'tokens'));
  });
});
