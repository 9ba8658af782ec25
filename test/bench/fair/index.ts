import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { modernRequest } from '../../support/clients/raw-http.ts';
import { median } from '../compare.ts';
import { serve } from '../load/http-load.ts';
import { end, start } from '../load/raw-client.ts';
import { attacks, everything, type Told } from './attacks.ts';

/**
 * `npm run bench:fair` measures how much slower the calls of other users become while one user keeps sixty of the most
 * expensive requests in flight, with the server's default limits. The service, the server, the other users and the
 * attacker run in separate processes on the same cores. The script prints results and asserts nothing. With the name of
 * an attack as argument, it runs only this attack.
 */
const beside = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const say = (text: string) => process.stdout.write(`${text}\n`);
const seconds = 30;
/** Calls per second of all other users together. Each of them keeps to 60 reads per minute. */
const rate = 10;
const quiet = ['admin', 'head', 'ivan', 'maria', 'john', 'oleg', 'kate', 'accountant', 'it'];
const target = 1.5;

async function tokenOf(service: string, login: string): Promise<string> {
  const answer = await fetch(`${service}/api/v2/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'password', username: login, password: `sandbox-${login}` }),
  });
  return ((await answer.json()) as any).access_token;
}

/** Makes calls of the other users for `seconds`. Returns their durations, in milliseconds. */
async function listen(url: string, tokens: readonly string[]): Promise<number[]> {
  const taken: number[] = [];
  const until = performance.now() + seconds * 1000;
  const running: Promise<void>[] = [];
  for (let turn = 0; performance.now() < until; turn += 1) {
    const call = async () => {
      const began = performance.now();
      const headers = { authorization: `Bearer ${tokens[turn % tokens.length]}` };
      const params = { name: 'list_tasks', arguments: { PageSize: 5 } };
      const { status, message } = await modernRequest(url, 'tools/call', params, { headers });
      if (status === 200 && message.result.isError !== true) taken.push(performance.now() - began);
      else say(`  a quiet call failed: ${status} ${JSON.stringify(message).slice(0, 200)}`);
    };
    running.push(call());
    await sleep(1000 / rate);
  }
  await Promise.all(running);
  return taken;
}

const percentile = (times: readonly number[], part: number) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
const shown = (ms: number) => ms.toFixed(1).padStart(8);

async function measure(service: string, attack: string): Promise<void> {
  const server = await serve({
    args: [beside('../../../dist/src/main.js'), 'http', '--port', '0', '--log-level', 'fatal'],
    env: { CASEBRIDGE_URL: service, CASEBRIDGE_USER_INFO_PATH: '/connect/userinfo' },
  });
  const tokens = await Promise.all(quiet.map((login) => tokenOf(service, login)));
  for (const token of tokens)
    await modernRequest(server.url.href, 'tools/list', {}, { headers: { authorization: `Bearer ${token}` } });
  const alone = await listen(server.url.href, tokens);
  const noisy = fork(beside('./attacks.ts'), [server.url.href, attack, await tokenOf(service, 'anna')]);
  await sleep(200);
  const besideIt = await listen(server.url.href, tokens);
  noisy.send('tell');
  const [told] = (await once(noisy, 'message')) as [Told];
  noisy.kill();
  const ratio = median(besideIt) / median(alone);
  say(
    `${attack.padEnd(24)}${shown(median(alone))}${shown(median(besideIt))}${ratio.toFixed(2).padStart(8)}${ratio <= target ? '  ' : ' !'}${shown(percentile(alone, 0.95))}${shown(percentile(besideIt, 0.95))}   ${Object.entries(
      told,
    )
      .map(([what, count]) => `${what} ${count}`)
      .join(', ')}`,
  );
  await server.end();
}

const service = start({ args: [beside('../servers/sandbox-service.mjs'), 'large'] });
try {
  const [line] = (await once(service.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  const [url = ''] = line.toString('utf8').split(' ');
  say(`${''.padEnd(24)}   alone  beside   times     p95     p95   what the noisy one got in ${seconds} s`);
  for (const attack of [...Object.keys(attacks), everything])
    if (process.argv[2] === undefined || process.argv[2] === attack) await measure(url, attack);
  say(`Median calls of quiet people in milliseconds; the target is ${target} times.`);
} finally {
  await end(service);
}
