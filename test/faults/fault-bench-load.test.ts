import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type Inside, type Outcome, useFaults } from '../support/repository/inside.ts';
import { bomb, type Fault, type FaultServer, faults, flood } from '../support/servers/fault-server.ts';

/** Faults under load: endless responses, and a restart of the service. */

const { server, bridge } = useFaults();

const gigabyte = 1024 ** 3;

describe('an answer without end', () => {
  const probe = fileURLToPath(new URL('../support/peak-memory.ts', import.meta.url));

  it.each<[string, Fault]>([
    ['1 GiB of JSON', flood(gigabyte)],
    ['50 MB of gzip that are 50 GB', bomb(50 * 1024 * 1024)],
    ['8 MB of gzip that are 8 GB', bomb(8 * 1024 * 1024)],
  ])('is cut off before it fills the memory: %s [FLT-9]', async (what, fault) => {
    const service = await server();
    service.plays(faults.fine, faults.fine, fault);
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', probe, service.url]);
    const { code, text, grownMb } = JSON.parse(stdout);
    console.log(`${what}: the peak of the resident memory grew by ${grownMb} MB`);
    expect([code, text]).toEqual(['UNEXPECTED_ANSWER', expect.stringMatching(/larger than 16 MB/)]);
    expect(service.written()).toBeLessThan(64 * 1024 * 1024);
  });
});

describe('a service that restarts under load', () => {
  const idOf = (turn: number) => `00000000-0000-4000-8000-${String(turn).padStart(12, '0')}`;

  /** Makes 50 calls per second. Every fifth creates a record with a unique name. */
  async function load(inside: Inside, seconds: number) {
    const began = performance.now();
    const running: Promise<Outcome & { at: number; isRead: boolean }>[] = [];
    for (let turn = 0; performance.now() - began < seconds * 1000; turn += 1) {
      const isRead = turn % 5 !== 0;
      const at = performance.now();
      const call = isRead
        ? inside.call('get_task', { id: idOf(turn) })
        : inside.call('create_task', { Name: `nonce-${turn}` });
      running.push(call.then((outcome) => ({ ...outcome, at, isRead })));
      await sleep(20);
    }
    return Promise.all(running);
  }

  it('is found again by reads within two seconds, and no creation is carried out twice [FLT-15]', async () => {
    let service: FaultServer = await server();
    const { url, port } = service;
    const slowly: Fault = async (socket, taken) => {
      await sleep(30);
      if (!socket.destroyed) faults.fine(socket, taken);
    };
    service.plays(slowly);
    const created: string[] = [];
    const collect = () =>
      created.push(
        ...service.calls.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body).Name),
      );
    const running = load(bridge(url, { timeoutMs: 10_000 }), 7);
    await sleep(1500);
    collect();
    await service.close();
    await sleep(2500);
    service = await server({ port });
    service.plays(slowly);
    const back = performance.now();
    const outcomes = await running;
    collect();
    expect(new Set(created).size).toBe(created.length);
    const afterwards = outcomes.filter(({ at }) => at > back + 2000);
    expect(afterwards.length).toBeGreaterThan(20);
    expect(new Set(afterwards.map(({ code }) => code))).toEqual(new Set(['done']));
    const done = outcomes.filter(({ isRead, code }) => !isRead && code === 'done').length;
    const unknown = outcomes.filter(({ code }) => code === 'OUTCOME_UNKNOWN').length;
    expect(done).toBeLessThanOrEqual(created.length);
    expect(created.length).toBeLessThanOrEqual(done + unknown);
    expect(outcomes.some(({ code, isRead }) => isRead && code === 'OUTCOME_UNKNOWN')).toBe(false);
    const first = outcomes.find(({ at, isRead, code }) => at > back && isRead && code === 'done');
    console.log(
      `${outcomes.length} calls, ${created.length} creations arrived, ${unknown} of unknown outcome; first read ${Math.round((first?.at ?? 0) - back)} ms after the return`,
    );
  });
});
