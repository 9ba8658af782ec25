import { afterAll, beforeAll } from 'vitest';
import { startOpenUpstream } from '../../support/clients/callers.ts';
import { type HttpProcess, startHttpServer } from '../../support/clients/harness.ts';
import { reply } from '../../support/clients/raw.ts';
import { modernRequest } from '../../support/clients/raw-http.ts';
import { startRedis } from '../../support/servers/redis.ts';
import type { Upstream } from '../../support/servers/upstream.ts';

export const key = 'one key for all of the processes';

/** Two processes of one server, which share a Redis. */
export function useTwo(options: { args?: readonly string[]; env?: Record<string, string> } = {}) {
  const at = {} as {
    redis: Awaited<ReturnType<typeof startRedis>>;
    upstream: Upstream;
    first: HttpProcess;
    second: HttpProcess;
  };
  const start = (env: Record<string, string> = {}) =>
    startHttpServer({
      args: options.args ?? [],
      env: {
        CASEBRIDGE_URL: at.upstream.url,
        CASEBRIDGE_REDIS: at.redis.url,
        CASEBRIDGE_SESSION_KEY: key,
        ...options.env,
        ...env,
      },
    });
  beforeAll(async () => {
    [at.redis, at.upstream] = await Promise.all([startRedis(), startOpenUpstream()]);
    [at.first, at.second] = await Promise.all([start(), start()]);
  });
  afterAll(async () => {
    await Promise.all([at.first, at.second].map((server) => server?.process.close()));
    await at.redis?.close();
    await at.upstream?.close();
  });
  return { at, start };
}

export const script = {
  name: 'run_script',
  arguments: { ScriptId: '00000000-0000-4000-8000-000000000001' },
} as const;

/** Has a human be asked. @returns what the client comes back with */
export async function asked({ url }: HttpProcess, headers: Record<string, string>) {
  const { message, text } = await modernRequest(url, 'tools/call', script, { headers });
  if (message?.result?.requestState === undefined) throw new Error(`nobody was asked: ${text}`);
  return { ...script, ...reply('agrees'), requestState: message.result.requestState as string };
}
