import { envelope } from '../../support/clients/raw.ts';
import type { Caller } from './caller.ts';
import type { Random } from './random.ts';
import type { Ended } from './send.ts';
import type { ChaosUser } from './world.ts';

/** Sender of a hostile request and its possible targets. */
interface Stage {
  readonly caller: Caller;
  readonly random: Random;
  readonly others: readonly ChaosUser[];
  readonly CaseId: string;
}

/** Requests that the server must refuse or that must have no effect. */
export interface Hostile {
  readonly name: string;
  /** Returns whether the request was possible at this time. */
  readonly play: (stage: Stage) => Promise<boolean>;
}

const modern = (method: string, name?: string) => ({
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': method,
  ...(name !== undefined && { 'mcp-name': name }),
});
const toolCall = (name: string, args: unknown, id: unknown = 1) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { _meta: envelope, name, arguments: args },
  });

/** Creates a request that must get one of the expected statuses. */
const refused = (
  name: string,
  expected: readonly number[],
  body: string | ((stage: Stage) => string),
  headers: (stage: Stage) => Record<string, string> = () => modern('tools/call', 'get_task'),
): Hostile => ({
  name,
  play: async (stage) => {
    const ended = await stage.caller.raw(name, typeof body === 'string' ? body : body(stage), headers(stage));
    expectStatus(stage, name, ended, expected);
    return true;
  },
});

function expectStatus({ caller }: Stage, name: string, ended: Ended, expected: readonly number[]): void {
  // The service may be down or may have forgotten a token.
  const any = [...expected, 401, 429, 502, 503];
  if (ended.kind === 'answered' && !any.includes(ended.status))
    caller.tell('wrong', '', `${name} was answered with ${ended.status}: ${ended.text.slice(0, 200)}`);
}

const fine = toolCall('get_task', { id: '00000000-0000-4000-8000-7a5c00000001' });
const sessionOf = (id: string) => () => ({ 'mcp-session-id': id, 'mcp-protocol-version': '2025-11-25' });

export const hostile: readonly Hostile[] = [
  refused('broken JSON', [400], '{"jsonrpc":'),
  refused('no JSON at all', [400], '\u0000\u0001'),
  refused('a list of messages', [400], `[${fine},${fine}]`),
  refused('a body of another type', [415], fine, () => ({
    ...modern('tools/call', 'get_task'),
    'content-type': 'text/plain',
  })),
  refused('a body of 5 MB', [413], () => `"${'x'.repeat(5 * 1024 * 1024)}"`),
  refused('ten thousand levels', [413], () => '['.repeat(10_000)),
  refused('another host', [403], fine, () => ({ ...modern('tools/call', 'get_task'), host: 'evil.example' })),
  refused('a page of another origin', [403], fine, () => ({
    ...modern('tools/call', 'get_task'),
    origin: 'https://evil.example',
  })),
  refused('a header that says another tool', [400], fine, () => modern('tools/call', 'delete_task')),
  refused('a revision that nobody knows', [400], fine, () => ({
    ...modern('tools/call', 'get_task'),
    'mcp-protocol-version': '2099-01-01',
  })),
  refused('a made-up token', [401], fine, ({ random }) => ({
    ...modern('tools/call', 'get_task'),
    authorization: `Bearer made-up-${random.below(1e9)}`,
    'x-forwarded-for': `10.2.${random.below(256)}.${random.below(256)}`,
  })),
  refused('no token', [401], fine, () => ({ ...modern('tools/call', 'get_task'), authorization: '' })),
  refused(
    'a session that never was',
    [404],
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    sessionOf('00000000-0000-4000-8000-000000000000'),
  ),
  refused('an unknown tool', [200, 400, 404], toolCall('odd_tool', {}), () =>
    modern('tools/call', 'odd_tool'),
  ),
  refused('arguments of the wrong kind', [200], toolCall('get_task', [1, 2, 3])),
  refused('a null id', [400, 200], toolCall('get_task', {}, null)),
  refused(
    'an answer to nothing',
    [400, 202],
    JSON.stringify({ jsonrpc: '2.0', id: 99, result: { action: 'accept' } }),
    () => ({}),
  ),
  {
    name: 'the session of somebody else',
    play: async (stage) => {
      const id = stage.others.map((user) => user.session()).find((found) => found !== undefined);
      if (id === undefined) return false;
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
      const ended = await stage.caller.raw('another session', body, sessionOf(id)());
      expectStatus(stage, 'the session of somebody else', ended, [404]);
      return true;
    },
  },
  {
    name: 'a notification of an end in somebody else’s name',
    play: async (stage) => {
      const body = JSON.stringify({
        jsonrpc: '2.0',
        method: 'notifications/cancelled',
        params: { requestId: stage.random.below(500) },
      });
      const ended = await stage.caller.raw('a notification', body, modern('notifications/cancelled'));
      expectStatus(stage, 'a notification', ended, [200, 202, 400]);
      return true;
    },
  },
  {
    name: 'a listener that leaves',
    play: async ({ caller }) => {
      if (caller.isInSessions) return false;
      const params = { notifications: { toolsListChanged: true } };
      await caller.ask('subscriptions/listen', params, { does: 'nothing', manner: 'dropped after a while' });
      return true;
    },
  },
];
