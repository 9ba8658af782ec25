import { ModelError, postJson } from './post.ts';
import type { ModelSettings } from './settings.ts';

/** Tool as offered to a model. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  readonly schema: unknown;
}

export interface WantedCall {
  readonly id: string;
  readonly tool: string;
  /** Arguments as JSON text, unchanged from the model's reply. */
  readonly args: string;
}

/** Reply of a model: requested tool calls, or the final text. */
export interface Said {
  readonly text: string;
  readonly calls: readonly WantedCall[];
  readonly isRefusal: boolean;
}

/** Conversation with one model. Each message contains the history. */
export interface Conversation {
  /** Sends a message. The first message is the question. Later messages are the results of the tool calls. */
  say(
    words:
      | string
      | readonly { readonly call: WantedCall; readonly text: string; readonly isError: boolean }[],
  ): Promise<Said>;
}

const maxTokens = 4096;

/** Starts a conversation. Its `say` throws ModelError. */
export const startConversation = (
  settings: ModelSettings,
  system: string,
  tools: readonly OfferedTool[],
): Conversation => conversations[settings.api](settings, system, tools);

const conversations = { openai: likeOpenAi, anthropic: likeAnthropic } as const;

function likeOpenAi(
  { address, key, model }: ModelSettings,
  system: string,
  tools: readonly OfferedTool[],
): Conversation {
  const messages: object[] = [{ role: 'system', content: system }];
  const offered = tools.map(({ name, description, schema }) => ({
    type: 'function',
    function: { name, description, parameters: schema },
  }));
  return {
    say: async (words) => {
      if (typeof words === 'string') messages.push({ role: 'user', content: words });
      else
        for (const { call, text } of words)
          messages.push({ role: 'tool', tool_call_id: call.id, content: text });
      const reply = await postJson(
        `${address}/chat/completions`,
        key === undefined ? {} : { authorization: `Bearer ${key}` },
        { model, messages, tools: offered },
      );
      const message = reply?.choices?.[0]?.message;
      if (message === undefined) throw new ModelError('the model answered without a message');
      messages.push(message);
      return {
        text: message.content ?? '',
        calls: (message.tool_calls ?? []).map(({ id, function: wanted }: any) => ({
          id: String(id),
          tool: String(wanted?.name),
          args: String(wanted?.arguments ?? ''),
        })),
        isRefusal: typeof message.refusal === 'string' && message.refusal !== '',
      };
    },
  };
}

function likeAnthropic(
  { address, key, model }: ModelSettings,
  system: string,
  tools: readonly OfferedTool[],
): Conversation {
  const messages: object[] = [];
  const offered = tools.map(({ name, description, schema }) => ({ name, description, input_schema: schema }));
  return {
    say: async (words) => {
      const content =
        typeof words === 'string'
          ? words
          : words.map(({ call, text, isError }) => ({
              type: 'tool_result',
              tool_use_id: call.id,
              content: text,
              is_error: isError,
            }));
      messages.push({ role: 'user', content });
      const reply = await postJson(
        `${address}/messages`,
        { 'anthropic-version': '2023-06-01', ...(key === undefined ? {} : { 'x-api-key': key }) },
        { model, system, messages, tools: offered, max_tokens: maxTokens },
      );
      if (!Array.isArray(reply?.content)) throw new ModelError('the model answered without content');
      messages.push({ role: 'assistant', content: reply.content });
      const parts: readonly any[] = reply.content;
      return {
        text: parts.flatMap(({ type, text }) => (type === 'text' ? [text] : [])).join('\n'),
        calls: parts
          .filter(({ type }) => type === 'tool_use')
          .map(({ id, name, input }) => ({
            id: String(id),
            tool: String(name),
            args: typeof input === 'string' ? input : JSON.stringify(input ?? {}),
          })),
        isRefusal: reply.stop_reason === 'refusal',
      };
    },
  };
}
