import { setTimeout as sleep } from 'node:timers/promises';
import { spelt, startOpenUpstream, tokenIn } from '../../support/clients/callers.ts';
import { type HttpProcess, startHttpProcess } from '../../support/clients/harness.ts';
import { freePorts, startNginx } from '../../support/servers/nginx.ts';
import { startRedis } from '../../support/servers/redis.ts';
import { json } from '../../support/servers/upstream.ts';
import { arrive, type Failure, type Met, nothingMet } from './caller.ts';

export interface FleetOptions {
  readonly callers: number;
  readonly ms: number;
  /** Approximate pause of each caller between calls, in milliseconds. */
  readonly pauseMs: number;
  readonly say: (text: string) => void;
}

export interface FleetResult extends Met {
  readonly kills: number;
  readonly restarts: number;
  /** Failures of calls in flight when a process was killed. */
  readonly explained: readonly Failure[];
  readonly unexplained: readonly Failure[];
  /** Scripts that ran more than once. */
  readonly twice: readonly string[];
  readonly ran: number;
}

/** Maximum time from the death of a process until the proxy and the other process notice it, in milliseconds. */
const noticeMs = 250;

/**
 * Runs two processes behind an nginx that sends each request to either of them. Alternately kills one process and
 * restarts one.
 */
export async function runFleet({ callers, ms, pauseMs, say }: FleetOptions): Promise<FleetResult> {
  const redis = await startRedis();
  const runs = new Map<string, number>();
  const upstream = await startOpenUpstream({
    call: (response, { method, headers, target, body }) => {
      const [script] = /00000000-0000-4000-8[\d-]{16}/.exec(target + body) ?? [];
      if (method !== 'GET' && script !== undefined) runs.set(script, (runs.get(script) ?? 0) + 1);
      json(response, 200, method === 'GET' ? { Items: [], Of: spelt(tokenIn(headers)) } : {});
    },
  });
  const [own = 0, ...ports] = await freePorts(3);
  const proxy = await startNginx(own, ports);
  const start = (index: number) =>
    startHttpProcess({
      args: ['--port', String(ports[index])],
      env: {
        CASEBRIDGE_URL: upstream.url,
        CASEBRIDGE_PUBLIC_URL: proxy.url,
        CASEBRIDGE_TRUST_PROXY: 'true',
        CASEBRIDGE_REDIS: redis.url,
        CASEBRIDGE_SESSION_KEY: 'one key for both of the processes',
      },
    });
  const servers: HttpProcess[] = await Promise.all([start(0), start(1)]);
  const met = nothingMet();
  const killed: number[] = [];
  let [isOver, kills, restarts] = [false, 0, 0];
  const forget = setInterval(() => upstream.seen.splice(0), 1000);
  try {
    const people = await Promise.all(
      Array.from({ length: callers }, (_, who) => arrive(proxy.url, who, pauseMs, met)),
    );
    const working = Promise.all(people.map((work) => work(() => isOver)));
    working.catch(() => undefined);
    const until = performance.now() + ms;
    const step = Math.max(2000, Math.min(30_000, ms / 6));
    // Make at least two turns, because on a slow machine one turn may take as long as the whole run.
    for (let turn = 0; turn < 2 || performance.now() + step < until; turn += 1) {
      await sleep(step);
      const index = turn % 4 < 2 ? 0 : 1;
      const server = servers[index] as HttpProcess;
      if (turn % 2 === 0) {
        killed.push(performance.now());
        server.process.child.kill('SIGKILL');
        await server.process.ended;
        kills += 1;
      } else {
        await server.close();
        restarts += 1;
      }
      servers[index] = await start(index);
      say(
        `${turn % 2 === 0 ? 'killed' : 'restarted'} ${index + 1}: ${met.calls} calls, ${met.failures.length} failures`,
      );
    }
    await sleep(Math.max(0, until - performance.now()));
    isOver = true;
    await working;
  } finally {
    isOver = true;
    clearInterval(forget);
    await Promise.all(servers.map((server) => server.process.close()));
    await Promise.all([proxy.close(), upstream.close(), redis.close()]);
  }
  const isExplained = ({ began, ended }: Failure) =>
    killed.some((at) => began <= at + noticeMs && at <= ended);
  return {
    ...met,
    kills,
    restarts,
    explained: met.failures.filter(isExplained),
    unexplained: met.failures.filter((failure) => !isExplained(failure)),
    twice: [...runs].filter(([, count]) => count > 1).map(([script]) => script),
    ran: runs.size,
  };
}
