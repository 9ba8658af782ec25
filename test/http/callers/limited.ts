import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { as, startOpenUpstream } from '../../support/clients/callers.ts';
import { type RunningServer, startHttpServer, textOf } from '../../support/clients/harness.ts';
import { modernRequest } from '../../support/clients/raw-http.ts';
import type { Upstream } from '../../support/servers/upstream.ts';

export const task = '00000000-0000-4000-8000-000000000001';
export const tools = {
  reads: ['list_users', {}],
  writes: ['create_task', { Name: 'x' }],
  risky: ['delete_task', { id: task }],
} as const;

export type Outcome = 'ok' | 'RATE_LIMITED' | string;
/** Makes a call. Returns `ok`, or the code of the error result. */
export async function outcome(
  url: string,
  caller: string,
  [name, args]: readonly [string, object],
  extra: object = {},
): Promise<Outcome> {
  const { status, message, text } = await modernRequest(
    url,
    'tools/call',
    { name, arguments: args, ...extra },
    { headers: as(caller) },
  );
  if (status !== 200) return `${status}`;
  if (message.result.isError !== true) return message.result.resultType === 'input_required' ? 'asked' : 'ok';
  return /^\W*(\w+)/.exec(textOf(message.result))?.[1] ?? text;
}

/** Creates a mock service, and starts servers with limits. */
export function useLimits() {
  const at = {} as { upstream: Upstream };
  beforeAll(async () => {
    at.upstream = await startOpenUpstream();
  });
  afterAll(() => at.upstream?.close());
  beforeEach(() => at.upstream.renew());

  const servers: RunningServer[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });

  async function start(limits: string): Promise<string> {
    const server = await startHttpServer({
      env: { CASEBRIDGE_URL: at.upstream.url, CASEBRIDGE_LIMITS: limits, CASEBRIDGE_CONFIRM: 'admin' },
    });
    servers.push(server);
    return server.url;
  }

  return { at, servers, start };
}
