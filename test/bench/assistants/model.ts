import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Reply of the model after it has received the tool's result. */
export const seen = 'THE ANSWER WAS SEEN';

/** Tool call that the mock model makes once. */
export interface ScriptedCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}
const findCase: ScriptedCall = { tool: 'find_case', args: { case: 'Smith' } };
const inAnswer = 'Smith v. Northbridge Ltd';

/** Mock model that calls one tool once, then reports whether it received a result. */
export interface ScriptedModel {
  readonly url: string;
  /** Tool results that the model received. */
  readonly answers: () => readonly string[];
  /** Returns the largest number of tools that one request offered to the model. */
  readonly offered: () => number;
  close(): void;
}

interface Tool {
  readonly name?: string;
  readonly function?: { readonly name: string };
  /** Tools of one server, which Codex sends as a group. */
  readonly tools?: readonly Tool[];
}

interface Turn {
  readonly model: string;
  /** Tool call of the model. Undefined if its result has arrived, or if the assistant does not offer the tool. */
  readonly call: { readonly name: string; readonly namespace: string | undefined } | undefined;
  /** Arguments of the call, as JSON. */
  readonly args: string;
  readonly words: string;
}

type Event = Readonly<Record<string, unknown>>;

/** Streamed events for the three model APIs, by the end of the request path. */
const ways: Readonly<Record<string, (turn: Turn) => readonly Event[]>> = {
  '/messages': ({ model, call, args, words }) => [
    {
      type: 'message_start',
      message: {
        ...{ id: 'm', type: 'message', role: 'assistant', model, content: [], stop_reason: null },
        usage: { input_tokens: 1, output_tokens: 1 },
      },
    },
    {
      type: 'content_block_start',
      index: 0,
      content_block: call
        ? { type: 'tool_use', id: 't', name: call.name, input: {} }
        : { type: 'text', text: '' },
    },
    {
      type: 'content_block_delta',
      index: 0,
      delta: call ? { type: 'input_json_delta', partial_json: args } : { type: 'text_delta', text: words },
    },
    { type: 'content_block_stop', index: 0 },
    {
      type: 'message_delta',
      delta: { stop_reason: call ? 'tool_use' : 'end_turn' },
      usage: { output_tokens: 1 },
    },
    { type: 'message_stop' },
  ],
  '/responses': ({ call, args, words }) => {
    const item = call
      ? { type: 'function_call', id: 'f', call_id: 'c', ...call, arguments: args }
      : { type: 'message', id: 'm', role: 'assistant', content: [{ type: 'output_text', text: words }] };
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
    return [
      { type: 'response.created', response: { id: 'r' } },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: { id: 'r', output: [item], usage } },
    ];
  },
  '/chat/completions': ({ model, call, args, words }) => {
    const chunk = (delta: Event, reason: string | null = null) => ({
      ...{ id: 'x', object: 'chat.completion.chunk', created: 1, model },
      choices: [{ index: 0, delta, finish_reason: reason }],
    });
    const named = call && { name: call.name, arguments: args };
    return call
      ? [
          chunk({
            role: 'assistant',
            tool_calls: [{ index: 0, id: 'c', type: 'function', function: named }],
          }),
          chunk({}, 'tool_calls'),
        ]
      : [chunk({ role: 'assistant', content: words }), chunk({}, 'stop')];
  },
};

/** Returns the tool results in a conversation, in the format of any of the three APIs. */
function answersIn(conversation: unknown): string[] {
  if (typeof conversation !== 'object' || conversation === null) return [];
  const { type, role, output, content } = conversation as Record<string, unknown>;
  if (type === 'function_call_output') return [asText(output)];
  if (type === 'tool_result' || role === 'tool') return [asText(content)];
  return Object.values(conversation).flatMap(answersIn);
}
const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

export async function startScriptedModel({ tool, args }: ScriptedCall = findCase): Promise<ScriptedModel> {
  let most = 0;
  const answers: string[] = [];
  const turnOf = async (request: IncomingMessage): Promise<Turn> => {
    const asked = await text(request);
    const { model = '', tools = [], ...conversation } = asked === '' ? {} : JSON.parse(asked);
    const all = (tools as readonly Tool[]).flatMap((tool) =>
      (tool.tools ?? [tool]).map((one) => ({
        name: one.name ?? one.function?.name ?? '',
        namespace: tool.tools && tool.name,
      })),
    );
    most = Math.max(most, all.length);
    const answered = answersIn(conversation);
    answers.push(...answered);
    const call = answered.length > 0 ? undefined : all.find(({ name }) => name.endsWith(tool));
    const words = tool !== findCase.tool || asked.includes(inAnswer) ? seen : 'no such tool';
    return { model, call, args: JSON.stringify(args), words };
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = new URL(request.url ?? '/', 'http://model').pathname;
    const way = Object.keys(ways).find((end) => path.endsWith(end));
    const turn = await turnOf(request);
    if (way === undefined) return response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of ways[way]?.(turn) ?? []) {
      if (event.type !== undefined) response.write(`event: ${event.type}\n`);
      response.write(`data: ${JSON.stringify(event)}\n\n`);
    }
    return response.end(way === '/chat/completions' ? 'data: [DONE]\n\n' : '');
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    offered: () => most,
    answers: () => answers,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
