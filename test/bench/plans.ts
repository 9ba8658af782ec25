import { fileURLToPath } from 'node:url';
import { createSandbox } from '../../src/sandbox/index.ts';
import { createCaller } from '../sandbox/client.ts';
import { sampleIds } from '../support/sample-ids.ts';
import { startFront } from '../support/servers/front.ts';
import { aligned } from './compare.ts';
import { openRaw } from './load/raw-client.ts';

/**
 * `npm run bench:plans` measures how long `apply_plan` takes for 200 rows, in comparison with a bare client
 * that sends the same requests, six at a time. Each request has a latency of 20 ms, as over a network. The
 * script asserts nothing.
 */
const rows = 200;
const inFlight = 6;
const rounds = 5;
const latencyMs = 20;
const target = 1.3;
const say = (text: string) => process.stdout.write(`${text}\n`);

interface Sent {
  readonly request: string;
  readonly body: string;
}

async function main(): Promise<void> {
  const service = await createSandbox();
  const front = await startFront(service.url);
  const program = (url: string) => ({
    args: [fileURLToPath(new URL('../../dist/src/main.js', import.meta.url))],
    env: {
      ...{ CASEBRIDGE_URL: url, CASEBRIDGE_LOGIN: 'admin', CASEBRIDGE_PASSWORD: 'sandbox-admin' },
      CASEBRIDGE_LIMITS: 'reads=1000000,writes=1000000,risky=1000000,parallel=1000,total=1000',
      ...{ CASEBRIDGE_LEARN: 'off', CASEBRIDGE_ANSWER_TOKENS: '0' },
    },
  });
  const ids = await newTasks(service.url);
  const recording = await openRaw(program(front.url));
  await planned(recording, ids, 'recorded', () => {
    front.sent.length = 0;
  });
  const requests = front.sent.slice();
  await recording.end();
  const client = await openRaw(program(service.url));
  const token = await signIn(service.url);
  const pairs: { readonly plan: number; readonly bare: number }[] = [];
  try {
    for (let round = 0; round <= rounds; round += 1) {
      const slow = () =>
        service.faults.set([{ on: '/ \\/api\\//', fault: { kind: 'latency', ms: latencyMs } }]);
      const plan = await planned(client, ids, `round ${round}`, slow);
      const bare = await replayed(service.url, token, requests);
      service.faults.clear();
      // The first round is not counted, because it fills caches.
      if (round > 0) pairs.push({ plan, bare });
    }
  } finally {
    await client.end();
    await front.close();
    await service.close();
  }
  const ratios = pairs.map(({ plan, bare }) => plan / bare).sort((one, two) => one - two);
  say(
    aligned([
      ['rows', 'requests', 'apply_plan, ms', 'bare client, ms', 'ratio, median', 'ratio, all', 'target'],
      [
        String(rows),
        String(requests.length),
        median(pairs.map(({ plan }) => plan)).toFixed(0),
        median(pairs.map(({ bare }) => bare)).toFixed(0),
        median(ratios).toFixed(2),
        ratios.map((one) => one.toFixed(2)).join(' '),
        `≤ ${target}`,
      ],
    ]),
  );
}

const median = (values: readonly number[]) =>
  [...values].sort((one, two) => one - two)[Math.floor(values.length / 2)] ?? 0;

async function newTasks(url: string): Promise<readonly string[]> {
  const call = createCaller(() => url);
  const ids: string[] = [];
  for (let row = 0; row < rows; row += 1) {
    const { body } = await call<{ Id: string }>('admin', 'POST /api/v3/tasks', {
      Name: 'Подготовить иск',
      CaseId: sampleIds.smith,
    });
    ids.push(body.Id);
  }
  return ids;
}

/** Plans a change of each task and applies the plan. Returns the time that applying takes, in milliseconds. */
async function planned(
  client: Awaited<ReturnType<typeof openRaw>>,
  ids: readonly string[],
  Description: string,
  ready: () => void,
): Promise<number> {
  const call = async (name: string, given: object) => {
    const { content, isError } = await client.ask('tools/call', { name, arguments: given });
    const text = content.map((one: { text?: string }) => one.text ?? '').join('\n');
    if (isError) throw new Error(text);
    return text as string;
  };
  const plan = await call('plan_changes', {
    changes: [{ tool: 'update_task', for: ids, arguments: { Description } }],
  });
  const [, id = ''] = /Plan ([\da-f-]{36})/.exec(plan) ?? [];
  ready();
  const began = performance.now();
  const applied = await call('apply_plan', { plan: id });
  const took = performance.now() - began;
  if (!applied.includes(`${rows} of ${rows} rows done`)) throw new Error(applied.slice(0, 2000));
  return took;
}

async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/api/v2/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'password', username: 'admin', password: 'sandbox-admin' }),
  });
  const { access_token: token } = (await response.json()) as { access_token: string };
  const exchanged = await fetch(`${url}/api/v2/auth/short-lived-token`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  return exchanged.ok ? ((await exchanged.json()) as { access_token: string }).access_token : token;
}

/** Sends the same requests, several at a time. Returns the total time, in milliseconds. */
async function replayed(url: string, token: string, requests: readonly Sent[]): Promise<number> {
  const waiting = [...requests];
  const began = performance.now();
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const [method = '', path = ''] = next.request.split(' ');
        const response = await fetch(`${url}${path}`, {
          method,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          ...(next.body === '' ? {} : { body: next.body }),
        });
        if (!response.ok) throw new Error(`${next.request}: ${response.status}`);
        await response.arrayBuffer();
      }
    }),
  );
  return performance.now() - began;
}

await main();
