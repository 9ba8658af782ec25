import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startOpenUpstream } from '../../support/clients/callers.ts';
import { back } from '../../support/clients/oauth.ts';
import { serverPath } from '../../support/clients/process.ts';
import { startRedis } from '../../support/servers/redis.ts';
import { json } from '../../support/servers/upstream.ts';
import { aligned } from '../compare.ts';
import { type Served, serve } from '../load/http-load.ts';
import { peopleOf } from './people.ts';

/** Number of renewals per hour, because an access token is valid for a quarter of an hour. */
const renewals = 4;
const quarterMs = 15 * 60_000;
const aim = 8 * 1024;
/**
 * Share of users who sign in before the first measurement. They cause code to be loaded and compiled, which
 * takes memory only once.
 */
const firstPart = 0.1;
/** Idle time after which connections to the service are closed, in milliseconds. Each user has separate connections. */
const idleTimeoutMs = 6000;

type Memory = Awaited<ReturnType<Served['memory']>>;
type Redis = Awaited<ReturnType<typeof startRedis>>;

/** Memory after an event, and Redis memory if Redis is used. */
interface Moment extends Memory {
  readonly what: string;
  readonly redis: number;
}

/** Number and size of the Redis entries, by kind. */
const kindsScript = `
local sums = {}
for _, key in ipairs(redis.call('KEYS', 'casebridge:*')) do
  local kind = string.match(key, '^casebridge:([^:]*)')
  local sum = sums[kind] or { 0, 0 }
  sums[kind] = { sum[1] + 1, sum[2] + redis.call('MEMORY', 'USAGE', key) }
end
return cjson.encode(sums)`;

/**
 * Measures how much memory one process needs per user, with Redis and without. Many users sign in. Within an hour, each
 * renews the access token every quarter of an hour and makes a call. The script moves the server's clock forward, so
 * that the hour passes faster.
 */
export async function crowd(say: (text?: string) => void, people: number): Promise<void> {
  for (const redis of [undefined, await startRedis()]) {
    const began = performance.now();
    const moments = await measure(redis, people);
    say(redis ? '\non Redis' : 'in memory');
    say(tableOf(moments));
    const [first, all] = moments as [Moment, Moment];
    const others = people - Math.ceil(people * firstPart);
    const each = (all.heap - first.heap) / others;
    say(`for each of ${others} people more ${each.toFixed(0)} B${each <= aim ? '' : `, above ${aim}`}`);
    const called = moments.filter(({ what }) => what.startsWith('renewed'));
    const grown = ((called.at(-1)?.heap ?? 0) - (called[0]?.heap ?? 0)) / people;
    say(`from the first renewal to the last ${grown.toFixed(0)} B for each`);
    const idle = ((moments.at(-1)?.heap ?? 0) - first.heap) / others;
    say(`for each of them when nobody has called for a quarter of an hour ${idle.toFixed(0)} B`);
    if (redis) {
      say(`Redis held ${((all.redis - first.redis) / others).toFixed(0)} B for each; in the end by kind`);
      for (const [kind, [count, bytes]] of Object.entries(await kindsIn(redis)))
        say(`  ${kind}: ${count}, of ${(bytes / count).toFixed(0)} B`);
    }
    say(`took ${((performance.now() - began) / 1000).toFixed(0)} s`);
    await redis?.close();
  }
}

function tableOf(moments: readonly Moment[]): string {
  const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;
  return aligned([
    ['', 'heap', 'RSS', 'Redis'],
    ...moments.map(({ what, heap, rss, redis }) => [
      what,
      megabytes(heap),
      megabytes(rss),
      redis === 0 ? '' : megabytes(redis),
    ]),
  ]);
}

/** Starts a service that accepts every sign-in and issues tokens for a day. */
async function startService() {
  let signedIn = 0;
  const upstream = await startOpenUpstream({
    signIn: (response) => {
      signedIn += 1;
      json(response, 200, {
        access_token: `session-${signedIn}`.padEnd(40, 'x'),
        refresh_token: `again-${signedIn}`,
        expires_in: 86_400,
      });
    },
  });
  const forget = setInterval(() => upstream.seen.splice(0), 200);
  return {
    url: upstream.url,
    close: async () => {
      clearInterval(forget);
      await upstream.close();
    },
  };
}

async function measure(redis: Redis | undefined, people: number): Promise<Moment[]> {
  const service = await startService();
  const clock = fileURLToPath(new URL('moving-clock.mjs', import.meta.url));
  const page = ['--trust-proxy', '--sign-in', 'service', '--sign-in-clients', `typed-in=${back}`];
  const server = await serve({
    args: ['--import', clock, serverPath, 'http', '--port', '0', ...page],
    env: {
      CASEBRIDGE_URL: service.url,
      CASEBRIDGE_LEARN: 'off',
      CASEBRIDGE_LOG_LEVEL: 'error',
      ...(redis && {
        CASEBRIDGE_REDIS: redis.url,
        CASEBRIDGE_SESSION_KEY: 'one key for all of the processes',
      }),
    },
  });
  const moments: Moment[] = [];
  const note = async (what: string) => {
    await sleep(idleTimeoutMs);
    moments.push({ what, ...(await server.memory()), redis: redis ? await usedBy(redis) : 0 });
  };
  const crowd = await peopleOf(server.url);
  try {
    const first = Math.ceil(people * firstPart);
    await crowd.enter(first);
    await note(`${first} people signed in`);
    await crowd.enter(people);
    await note(`${people} people`);
    const sample = Array.from({ length: 20 }, (_, place) => Math.floor((place * people) / 20));
    for (let turn = 1; turn <= renewals + 1; turn += 1) {
      await server.pass(quarterMs);
      const letIn = await crowd.letIn(sample);
      if (letIn > 0) throw new Error(`${letIn} of ${sample.length} access tokens did not end`);
      await note(`${turn} quarters of an hour`);
      if (turn > renewals) break;
      await crowd.renew();
      await note(`renewed ${turn} times`);
    }
    return moments;
  } finally {
    await crowd.close();
    await server.end();
    await service.close();
  }
}

const usedBy = async (redis: Redis) =>
  Number(/used_memory:(\d+)/.exec(await redis.cli('INFO', 'memory'))?.[1]);

const kindsIn = async (redis: Redis) =>
  JSON.parse(await redis.cli('EVAL', kindsScript, '0')) as Record<string, [count: number, bytes: number]>;
