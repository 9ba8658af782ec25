import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { type TestClient, type ToolAnswer, textOf } from '../support/clients/harness.ts';
import { changing } from './changing.ts';
import { reply } from './letters.ts';
import { reading } from './reading.ts';
import type { Assistant, Language, Story } from './story.ts';

export const stories: readonly Story[] = [...reading, ...changing, reply];

/** Cost and texts of an assistant's calls. */
export interface Told {
  calls: number;
  tokens: number;
  /** Texts of all results. */
  text: string;
}

/**
 * Creates an assistant.
 * @param told counters and texts to update. Texts are measured by `lengthOf`
 */
function assistantWith(client: TestClient, told: Told, lengthOf: Length): Assistant {
  const call = async (tool: string, args: Readonly<Record<string, unknown>> = {}): Promise<ToolAnswer> => {
    const answer = await client.callTool(tool, { ...args });
    told.calls += 1;
    for (const { text = '' } of answer.content) {
      told.tokens += lengthOf(text);
      told.text += `${text}\n`;
    }
    if (answer.isError) throw new Error(`${tool} was refused: ${textOf(answer)}`);
    return answer;
  };
  const json: Assistant['json'] = async (tool, args) => {
    const text = textOf(await call(tool, args));
    return text === 'Done.' ? undefined : JSON.parse(text);
  };
  return {
    json,
    all: async (tool, args) => {
      const items: unknown[] = [];
      for (let Page = 1; ; Page += 1) {
        const { Items, NextPageUrl } = await json(tool, Page === 1 ? args : { ...args, Page });
        items.push(...Items);
        if (typeof NextPageUrl !== 'string') return items;
      }
    },
    data: async (tool, args) => (await call(tool, args)).structuredContent,
    read: async (tool, args) => textOf(await call(tool, args)),
  };
}

/** Returns the length of a text, in tokens or in another unit. */
export type Length = (text: string) => number;

export interface Way {
  readonly told: Told;
  /** Facts of the answer, and the state afterwards. */
  readonly facts: readonly string[];
  readonly effect: readonly string[] | undefined;
}

/**
 * Runs a story once.
 * @param client client of the user who asks
 * @param witness client that reads the state afterwards
 * @param lengthOf returns the length of a text. Default: its number of tokens
 */
export async function tell(
  story: Story,
  how: 'plain' | 'short',
  language: Language,
  {
    client,
    witness,
    lengthOf = countTokens,
  }: { readonly client: TestClient; readonly witness: TestClient; readonly lengthOf?: Length },
): Promise<Way> {
  const told: Told = { calls: 0, tokens: 0, text: '' };
  const words = story.words[language];
  const facts = (await story[how](assistantWith(client, told, lengthOf), words)) ?? [];
  const unseen = { calls: 0, tokens: 0, text: '' };
  const effect = await story.effect?.(
    assistantWith(witness, unseen, () => 0),
    words,
  );
  return { told, facts, effect };
}
