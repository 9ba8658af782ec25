import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSandbox, type Sandbox } from '../../../src/sandbox/index.ts';
import { type App, checkRecord, startBridge } from './bridge.ts';
import { questionTurns } from './deletion.ts';
import { storms, upstreamFaults } from './faults.ts';
import { hostile } from './hostile.ts';
import { compare } from './model.ts';
import { type Gateway, startGateway, type UpstreamFault } from './proxy.ts';
import { createDeck, createRandom } from './random.ts';
import { manners } from './send.ts';
import { createUser } from './user.ts';
import { type ChaosPlan, count, createReport, type Report, type World } from './world.ts';

export interface ChaosFindings extends Report {
  readonly record: Omit<ReturnType<typeof checkRecord>, 'requests' | 'violations'>;
  readonly upstream: number;
  /** Kinds of faults that did not occur. */
  readonly unmet: readonly string[];
  /** Log lines that require an operator's attention, by message. */
  readonly failures: App['failures'];
}

/** Events that affect all users. */
const eventNames = [
  'the service starts anew and has forgotten all tokens',
  'the gateway starts anew',
  'the gateway takes no more connections',
  ...(Object.keys(storms) as (keyof typeof storms)[]),
  'the bridge is ended and started again',
  'the bridge is killed and started again',
] as const;

export const chaosKinds: readonly string[] = [
  ...upstreamFaults.map(({ name }) => name),
  ...eventNames,
  ...manners.slice(1).map((name) => `client: ${name}`),
  ...hostile.map(({ name }) => `client: ${name}`),
  ...questionTurns.map((name) => `client: a question ${name}`),
  'client: the same id twice at once',
];

/** Runs the plan to its end, then compares the service's records with the acknowledged changes. */
export async function runChaos(plan: ChaosPlan): Promise<ChaosFindings> {
  const folder = mkdtempSync(join(tmpdir(), 'casebridge-chaos-'));
  const auditFile = join(folder, 'audit.jsonl');
  const report = createReport();
  const sandbox = await createSandbox();
  const proxy = await startGateway(sandbox.url, createRandom(plan.seed, 'gateway'));
  const bridge = await startBridge(
    {
      CASEBRIDGE_URL: proxy.url,
      CASEBRIDGE_AUDIT_FILE: auditFile,
      CASEBRIDGE_LIMITS: 'reads=1000000,writes=1000000,risky=1000000,parallel=64,total=1000',
      CASEBRIDGE_LOG_LEVEL: 'debug',
      CASEBRIDGE_TIMEOUT: '3',
      CASEBRIDGE_SESSION_KEY: 'a key of a run of chaos, which outlives its processes',
    },
    (line) => lookForSecrets(line, proxy, report),
    plan.nodeArgs,
  );
  try {
    const { ends } = plan;
    const until = 'seconds' in ends ? performance.now() + ends.seconds * 1000 : undefined;
    let isDisturbed = false;
    const world: World = {
      seed: plan.seed,
      plan,
      service: sandbox.url,
      proxy,
      bridge,
      report,
      isOver: (steps) =>
        'steps' in ends ? isDisturbed && steps >= ends.steps : performance.now() > (until ?? 0),
      users: [],
    };
    for (let number = 1; number <= plan.users; number += 1) world.users.push(await createUser(world, number));
    const disturbed = disturb(world, bridge, sandbox).then(() => {
      isDisturbed = true;
    });
    await Promise.all([...world.users.map((user) => user.live()), disturbed]);
    // End the server first, so that no more requests of disconnected clients reach the service.
    await bridge.close();
    await sleep(300);
    for (const user of world.users)
      report.violations.push(...compare(user.model, await user.listed(), proxy.carried));
    const { requests, violations, ...record } = checkRecord(auditFile, bridge.killed);
    report.violations.push(...violations);
    for (const { requestId, target } of proxy.carried)
      if (!requests.has(requestId))
        report.violations.push({ what: 'record of changes', requestId, detail: `${target} has no intent` });
    const unmet = chaosKinds.filter((kind) => !report.met.has(kind));
    return { ...report, record, upstream: proxy.requests(), unmet, failures: bridge.failures };
  } finally {
    await bridge.close();
    await proxy.close();
    await sandbox.close();
    rmSync(folder, { recursive: true });
  }
}

function lookForSecrets(line: string, { secrets }: Gateway, report: Report): void {
  for (const [found] of line.matchAll(/[\da-f]{64}/g))
    if (secrets.has(found))
      report.violations.push({ what: 'secrets', requestId: '', detail: `log: ${line.slice(0, 300)}` });
}

/** Causes events that affect all users at intervals. If the run is counted in steps, each event occurs once. */
async function disturb(world: World, bridge: App, sandbox: Sandbox): Promise<void> {
  const { proxy, report, plan } = world;
  const random = createRandom(plan.seed, 'events');
  const deck = createDeck(random, eventNames);
  const seconds = 'seconds' in plan.ends ? plan.ends.seconds : undefined;
  const everyMs = seconds === undefined ? 1000 : Math.min(20_000, (seconds * 1000) / (eventNames.length + 1));
  const storm = async (fault: UpstreamFault) => {
    proxy.everywhere = fault;
    await sleep(300);
    proxy.everywhere = undefined;
  };
  const acts: Readonly<Record<(typeof eventNames)[number], () => Promise<unknown>>> = {
    'the service starts anew and has forgotten all tokens': async () => {
      sandbox.faults.set([{ on: '*', times: 1, fault: { kind: 'restart', closedMs: 400 } }]);
      await fetch(`${sandbox.url}/api/v2/users`).catch(() => undefined);
    },
    'the gateway starts anew': () => proxy.restart(300),
    'the gateway takes no more connections': async () => {
      proxy.maxConnections = 3;
      await sleep(1000);
      proxy.maxConnections = Number.POSITIVE_INFINITY;
    },
    'a storm of 401': () => storm(storms['a storm of 401']),
    'a storm of 503': () => storm(storms['a storm of 503']),
    'the bridge is ended and started again': bridge.restart,
    'the bridge is killed and started again': bridge.kill,
  };
  for (let happened = 0; ; happened += 1) {
    await sleep(everyMs * (0.6 + 0.4 * random()));
    if (seconds === undefined ? happened >= eventNames.length : world.isOver(0)) return;
    const name = deck.top();
    deck.drop();
    await acts[name]();
    count(report.met, name);
  }
}
