import { afterAll, beforeAll } from 'vitest';
import { startOpenUpstream } from '../../support/clients/callers.ts';
import { type HttpProcess, startHttpProcess } from '../../support/clients/harness.ts';
import { reply } from '../../support/clients/raw.ts';
import { modernRequest } from '../../support/clients/raw-http.ts';
import { freePorts, startNginx } from '../../support/servers/nginx.ts';
import { startRedis } from '../../support/servers/redis.ts';
import type { Upstream } from '../../support/servers/upstream.ts';

export const key = 'one key for all of the processes';

export interface TwoOptions {
  readonly args?: readonly string[] | (() => readonly string[]);
  readonly env?: Readonly<Record<string, string>>;
  /** Environment variables of the second process only. */
  readonly secondEnv?: Readonly<Record<string, string>>;
  /** Whether both processes share one address, behind an nginx that alternates between them (round robin). */
  readonly isBehindNginx?: boolean;
}

/** Starts two processes of one server that share a Redis. */
export function useTwo({ args = [], env = {}, secondEnv = {}, isBehindNginx = false }: TwoOptions = {}) {
  const at = {} as {
    redis: Awaited<ReturnType<typeof startRedis>>;
    upstream: Upstream;
    first: HttpProcess;
    second: HttpProcess;
    /** The nginx, if there is one. */
    proxy: Awaited<ReturnType<typeof startNginx>>;
  };
  const start = (more: Readonly<Record<string, string>> = {}, port = 0) =>
    startHttpProcess({
      args: ['--port', String(port), ...(typeof args === 'function' ? args() : args)],
      env: {
        CASEBRIDGE_URL: at.upstream.url,
        CASEBRIDGE_REDIS: at.redis.url,
        CASEBRIDGE_SESSION_KEY: key,
        ...(isBehindNginx && { CASEBRIDGE_PUBLIC_URL: at.proxy.url, CASEBRIDGE_TRUST_PROXY: 'true' }),
        ...env,
        ...more,
      },
    });
  beforeAll(async () => {
    [at.redis, at.upstream] = await Promise.all([startRedis(), startOpenUpstream()]);
    const [proxy = 0, ...ports] = isBehindNginx ? await freePorts(3) : [];
    if (isBehindNginx) at.proxy = await startNginx(proxy, ports);
    [at.first, at.second] = await Promise.all([start({}, ports[0]), start(secondEnv, ports[1])]);
  });
  afterAll(async () => {
    await Promise.all([at.first, at.second].map((server) => server?.process.close()));
    await at.proxy?.close();
    await at.redis?.close();
    await at.upstream?.close();
  });
  return { at, start };
}

export const script = {
  name: 'run_script',
  arguments: { ScriptId: '00000000-0000-4000-8000-000000000001' },
} as const;

/** Makes a call that asks the user to confirm. Returns the parameters of the client's reply. */
export async function asked({ url }: HttpProcess, headers: Record<string, string>) {
  const { message, text } = await modernRequest(url, 'tools/call', script, { headers });
  if (message?.result?.requestState === undefined) throw new Error(`nobody was asked: ${text}`);
  return { ...script, ...reply('agrees'), requestState: message.result.requestState as string };
}
