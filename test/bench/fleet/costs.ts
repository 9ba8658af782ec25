import { readFileSync } from 'node:fs';
import { redeeming, stepsAt } from '../../http/sign-in/steps.ts';
import { type HttpProcess, startHttpProcess } from '../../support/clients/harness.ts';
import { back } from '../../support/clients/oauth.ts';
import { startRedis } from '../../support/servers/redis.ts';
import { aligned, compare, median } from '../compare.ts';
import { type Era, type LoadOptions, openLoad } from '../load/http-load.ts';
import { serveCase } from '../sample.ts';

const limits = { CASEBRIDGE_LIMITS: 'reads=100000000,parallel=1000,total=10000,sessions=100000' };
const rounds = 5;
const calls = 2000;
const inFlight = 32;
/** Length of a clock tick, the unit of processor time in Linux, in milliseconds. */
const tickMs = 10;

/** Returns the processor time of a process, in milliseconds. */
function spentBy({ process: { child } }: HttpProcess): number {
  const [, rest = ''] = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ');
  const fields = rest.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}

/**
 * Measures the cost of Redis per call and the gain of a second process. The processes, the service, Redis and
 * the load generator share the machine's cores, so calls per second say little about two processes. Therefore
 * this compares the processor time per call of a server process, whose one thread is the bottleneck. The load
 * generator's time is not included.
 */
export async function costs(say: (text?: string) => void): Promise<void> {
  const token = 'token-of-the-benchmark';
  const sample = await serveCase(token);
  const redis = await startRedis();
  const start = (more: Record<string, string>, ...args: string[]) =>
    startHttpProcess({ args, env: { CASEBRIDGE_URL: sample.origin, ...limits, ...more } });
  const shared = { CASEBRIDGE_REDIS: redis.url, CASEBRIDGE_SESSION_KEY: 'one key for all of the processes' };
  const call = { name: 'get_object', arguments: { id: sample.id } };
  const [alone, first, second] = await Promise.all([start({}), start(shared), start(shared)]);
  const eras: Era[] = ['2026-07-28', 'sessions of 2025-11-25'];
  const options = (era: Era, tokenOf?: (number: number) => string): LoadOptions => ({
    ...{ era, call, callers: tokenOf ? 1 : 20 },
    ...(tokenOf && { tokenOf }),
  });
  const lines: string[][] = [
    ['one call after another', 'with Redis', 'without', 'ratio', 'processor of ours', 'without', 'ratio'],
  ];
  const one = async (
    what: string,
    ours: HttpProcess,
    floor: HttpProcess,
    given: [LoadOptions, LoadOptions],
  ) => {
    const [with_, without] = [
      await openLoad(new URL(ours.url), given[0]),
      await openLoad(new URL(floor.url), given[1]),
    ];
    const spent = new Map([ours, floor].map((server) => [server, { ms: 0, calls: 0 }]));
    const times = async (load: typeof with_, server: HttpProcess) => {
      const before = spentBy(server);
      const taken = await load.times(200);
      const sum = spent.get(server);
      if (sum) Object.assign(sum, { ms: sum.ms + spentBy(server) - before, calls: sum.calls + taken.length });
      return median(taken);
    };
    for (const load of [with_, without]) await load.times(500);
    const found = await compare(
      15,
      () => times(with_, ours),
      () => times(without, floor),
    );
    const [own = 0, least = 0] = [...spent.values()].map(({ ms, calls: made }) => ms / made);
    const milliseconds = (ms: number) => `${ms.toFixed(2)} ms`;
    lines.push([
      ...[what, milliseconds(found.ours), milliseconds(found.floor), found.ratio.toFixed(3)],
      ...[milliseconds(own), milliseconds(least), (own / least).toFixed(3)],
    ]);
    await Promise.all([with_.end(), without.end()]);
  };
  for (const era of eras) await one(`a token each, ${era}`, first, alone, [options(era), options(era)]);
  const page = ['--sign-in', 'service', '--sign-in-clients', `typed-in=${back}`];
  const signing = await Promise.all([start(shared, ...page), start({}, ...page)]);
  const tokens = await Promise.all(
    signing.map(async ({ url }) => {
      const steps = stepsAt(url);
      return (await steps.token(redeeming(await steps.codeOf()))).body.access_token as string;
    }),
  );
  const [era = '2026-07-28'] = eras;
  const signedIn = tokens.map((own) => options(era, () => own)) as [LoadOptions, LoadOptions];
  await one('signed in on the page', ...(signing as [HttpProcess, HttpProcess]), signedIn);
  say(aligned(lines));
  say();
  await Promise.all(signing.map((server) => server.process.close()));
  await capacity(say, alone, [first, second], options(era));
  await Promise.all([alone, first, second].map((server) => server.process.close()));
  await Promise.all([redis.close(), sample.end()]);
}

async function capacity(
  say: (text: string) => void,
  alone: HttpProcess,
  two: readonly HttpProcess[],
  options: LoadOptions,
): Promise<void> {
  const loadOf = (server: HttpProcess) => openLoad(new URL(server.url), options);
  const [single, ...pair] = await Promise.all([alone, ...two].map(loadOf));
  const flood = async (servers: readonly HttpProcess[], loads: readonly (typeof single)[]) => {
    const before = servers.map(spentBy);
    const began = performance.now();
    await Promise.all(loads.map((load) => load?.flood(calls, inFlight / loads.length)));
    const seconds = (performance.now() - began) / 1000;
    const spent = servers.reduce((sum, server, index) => sum + spentBy(server) - (before[index] ?? 0), 0);
    const made = calls * loads.length;
    return { rate: made / seconds, cost: spent / made };
  };
  const found: { one: number; both: number; costOne: number; costBoth: number }[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const one = await flood([alone], [single]);
    const both = await flood(two, pair);
    if (round > 0) found.push({ one: one.rate, both: both.rate, costOne: one.cost, costBoth: both.cost });
  }
  const of = (name: keyof (typeof found)[number]) => median(found.map((round) => round[name]));
  say(
    `processor of ours for a call  ${of('costOne').toFixed(3)} ms alone, ${of('costBoth').toFixed(3)} ms in each of two with Redis`,
  );
  say(
    `two processes carry           ${((2 * of('costOne')) / of('costBoth')).toFixed(2)} × the calls of one, by that`,
  );
  say(
    `calls a second on this machine, service, Redis and callers on the same cores: ${of('one').toFixed(0)} of one, ${of('both').toFixed(0)} of two`,
  );
}
