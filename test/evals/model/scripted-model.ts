import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** Reply of a mock model to one request: text with tool calls, or an error status. */
export type ScriptedTurn =
  | {
      readonly text?: string;
      readonly calls?: readonly [tool: string, args: string][];
      readonly isRefusal?: boolean;
    }
  | { readonly status: number; readonly retryAfter?: string };

/** Mock model server that sends prepared replies in order and then repeats the last one. */
export interface ScriptedModel {
  readonly address: string;
  readonly requests: { readonly headers: IncomingHttpHeaders; readonly body: any }[];
  close(): Promise<void>;
}

export async function startScriptedModel(turns: readonly ScriptedTurn[]): Promise<ScriptedModel> {
  const requests: ScriptedModel['requests'] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body: any = await json(request);
    const turn = turns[Math.min(requests.length, turns.length - 1)] ?? {};
    requests.push({ headers: request.headers, body });
    if ('status' in turn) {
      const { status, retryAfter } = turn;
      response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter });
      response.end('{"error":"later"}');
      return;
    }
    const spoken = request.url?.endsWith('/messages') ? asAnthropic(turn) : asOpenAi(turn);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(spoken));
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

type Words = Exclude<ScriptedTurn, { readonly status: number }>;

const asOpenAi = ({ text = '', calls = [], isRefusal }: Words) => ({
  choices: [
    {
      message: {
        role: 'assistant',
        content: text,
        ...(isRefusal ? { refusal: 'no' } : {}),
        ...(calls.length > 0 && {
          tool_calls: calls.map(([name, args], index) => ({
            id: `call-${index}`,
            type: 'function',
            function: { name, arguments: args },
          })),
        }),
      },
    },
  ],
});

/** In this API, arguments are an object. Text that is not an object stays text. */
const asAnthropic = ({ text, calls = [], isRefusal }: Words) => ({
  content: [
    ...(text === undefined ? [] : [{ type: 'text', text }]),
    ...calls.map(([name, args], index) => ({
      ...{ type: 'tool_use', id: `call-${index}`, name },
      input: args.startsWith('{') && args.endsWith('}') ? JSON.parse(args) : args,
    })),
  ],
  stop_reason: isRefusal ? 'refusal' : calls.length > 0 ? 'tool_use' : 'end_turn',
});
