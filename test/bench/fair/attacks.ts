import { Agent } from 'node:http';
import { envelope } from '../../support/clients/raw.ts';
import { jsonHeaders, type RawAnswer, rawRequest } from '../../support/clients/raw-http.ts';

/** Number of responses, by kind. */
export type Told = Readonly<Record<string, number>>;

interface Message {
  readonly method: string;
  readonly params?: object;
}

const tool = (name: string, args: object = {}): Message => ({
  method: 'tools/call',
  params: { name, arguments: args },
});
const letters = 'a b c d e f g h i j k l m n o p q r s t u v w x y z a';
const padded = (message: Message): Message => ({
  ...message,
  params: { ...message.params, extra: Array.from({ length: 38_000 }, () => 'x'.repeat(100)) },
});
const lists = ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'].map((method) => ({
  method,
}));

/**
 * Most expensive requests that one caller may send. Several messages are sent in turn. A string is sent
 * unchanged as the body.
 */
export const attacks: Readonly<Record<string, readonly (Message | string)[]>> = {
  nothing: [],
  reads: [tool('search_cases', { PageSize: 100, detail: 'full' })],
  workflows: [tool('workload'), tool('find_person', { query: 'ivanov anna maria' }), tool('agenda')],
  'one-letter words': [tool('get_participant', { id: letters }), tool('get_object', { id: letters })],
  lists,
  'searches of operations': [
    tool('find_operations', { query: 'create update delete task case document event user '.repeat(9) }),
    tool('describe_operation', { operation: 'create_participant' }),
    tool('call_read_operation', { operation: 'nothing_is_called_so' }),
  ],
  '4 MB of JSON': [padded(tool('list_tasks'))],
  '4 MB that is none': ['['.repeat(4 * 1024 * 1024 - 100)],
  pings: [{ method: 'ping' }],
  changes: [tool('create_task', { Name: 'x'.repeat(200) })],
};
export const everything = 'everything at once';
const inFlight = 60;

/** Keeps the maximum number of requests per caller in flight: sends a new one as soon as one is answered. */
async function attack(url: string, what: string, token: string, count: (answer: RawAnswer) => void) {
  const agent = new Agent({ keepAlive: true, maxSockets: inFlight });
  const chosen = (what === everything ? Object.values(attacks).flat() : attacks[what]) ?? [];
  const bodies = chosen.map((one) => {
    const isText = typeof one === 'string';
    const params = isText ? {} : { _meta: envelope, ...one.params };
    const name = (params as { name?: string }).name;
    return {
      headers: {
        ...jsonHeaders,
        authorization: `Bearer ${token}`,
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': isText ? 'tools/list' : one.method,
        ...(name === undefined ? {} : { 'mcp-name': name }),
      },
      body: isText ? one : JSON.stringify({ jsonrpc: '2.0', id: 1, method: one.method, params }),
    };
  });
  let turn = 0;
  const worker = async () => {
    for (;;) {
      turn += 1;
      const wanted = bodies[turn % bodies.length];
      if (wanted === undefined) return;
      await rawRequest(url, { ...wanted, agent }).then(count, () => undefined);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
}

const [, , url, what, token] = process.argv;
if (url !== undefined && what !== undefined && token !== undefined && process.send) {
  const told: Record<string, number> = {};
  // Ignore errors, because a connection that the server closes may fail twice.
  process.on('uncaughtException', () => undefined).on('message', () => process.send?.(told));
  const outcomeOf = ({ status, message }: RawAnswer) => {
    if (status !== 200) return String(status);
    if (message?.error) return 'error';
    if (message?.result?.isError !== true) return 'ok';
    return /[A-Z]{4,}_[A-Z_]+/.exec(JSON.stringify(message.result))?.[0] ?? 'refused';
  };
  await attack(url, what, token, (answer) => {
    const outcome = outcomeOf(answer);
    told[outcome] = (told[outcome] ?? 0) + 1;
  });
}
